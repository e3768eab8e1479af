/**
 * The graph of the transfers document, with a model that asks for every hand-over there is: what the document allows works, everything
 * else is refused where the job is dispatched, however it is asked for.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';
import type { ScriptedAnswer } from '../support/scripted-gemini.ts';
import { type Asked, handOver, type ScriptedTeam, startScriptedTeam } from '../support/scripted-team.ts';

const SPECIALISTS = [
  'filesystem_agent',
  'memory_agent',
  'calendar_agent',
  'agentic_coder_agent',
  'home_assistant_agent',
  'todo_agent',
  'scout_agent',
  'axel_agent',
  'web_research_agent',
];
const AGENTS = ['beto', ...SPECIALISTS];

/** "Transfer rules" of the document, written out. */
const ALLOWED = new Set([
  ...SPECIALISTS.flatMap((name) => [`beto > ${name}`, `${name} > beto`]),
  'scout_agent > axel_agent',
  'axel_agent > scout_agent',
  'scout_agent > web_research_agent',
]);

const PAIRS = AGENTS.flatMap((from) => AGENTS.map((to) => ({ from, to })));

let model: ScriptedTeam;
let fleet: Fleet;
/** How many hand-overs each message has led to so far. */
const steps = new Map<string, number>();
/** Tests with a script of their own, by the beginning of the message. */
const scripts = new Map<string, (asked: Asked) => ScriptedAnswer>();

/** A message "route n: a b" has Beto hand over to a, and a to b; whoever is refused answers itself. */
function alongRoute({ agent, text, answers }: Asked): ScriptedAnswer {
  const route = text.split(': ')[1]?.split(' ') ?? [];
  const step = steps.get(text) ?? 0;
  const to = route[step];
  if (answers.length > 0 || to === undefined) return { text: `${agent} answers.` };
  steps.set(text, step + 1);
  return handOver(to);
}

beforeAll(async () => {
  model = await startScriptedTeam('assistant', (asked) => {
    const own = [...scripts].find(([start]) => asked.text.startsWith(start))?.[1];
    return (own ?? alongRoute)(asked);
  });
  fleet = await startFleet({ env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url } });
});

afterAll(async () => {
  await fleet.close();
  await model.close();
});

const say = (text: string) => fleet.say(text, { team: 'assistant', user_id: 'anna', patient_id: undefined });

async function transfers(turnId: string) {
  const events = await fleet.events(turnId);
  return events.filter(({ kind }) => kind === 'transfer').map(({ data }) => data);
}

/** A message to an agent: Beto hands over to it, and then the script decides. */
async function saidTo(agent: string, name: string, script: (asked: Asked) => ScriptedAnswer) {
  scripts.set(name, (asked) =>
    asked.agent === 'beto' && agent !== 'beto' && asked.answers.length === 0 ? handOver(agent) : script(asked),
  );
  return say(`${name} please`);
}

test.each(AGENTS)('%s hands over to those that the document names, and to nobody else', async (from) => {
  const pairs = PAIRS.filter((pair) => pair.from === from);
  const turns = await Promise.all(
    pairs.map(async ({ to }) => {
      const text = from === 'beto' ? `route 1: ${to}` : `route 2: ${from} ${to}`;
      return { to, text, turn: await say(text) };
    }),
  );
  for (const { to, text, turn } of turns) {
    const allowed = ALLOWED.has(`${from} > ${to}`);
    const answering = allowed ? to : from;
    expect([text, turn.status, turn.agent, turn.reply]).toEqual([
      text,
      'completed',
      answering,
      `${answering} answers.`,
    ]);
    const asked = [...(from === 'beto' ? [] : ['beto']), from, allowed ? to : from];
    expect(model.askedAbout(text)).toEqual(asked);
    expect((await transfers(turn.turn_id)).at(-1)).toMatchObject({ from, to, status: allowed ? 'allowed' : 'refused' });
  }
});

test('of all 100 pairs, 21 are allowed', () => {
  expect(PAIRS).toHaveLength(100);
  expect(PAIRS.filter(({ from, to }) => ALLOWED.has(`${from} > ${to}`))).toHaveLength(21);
});

test('Scout and Axel who send a turn back and forth are stopped at the depth limit, and the user gets an answer', async () => {
  const other: Record<string, string> = { scout_agent: 'axel_agent', axel_agent: 'scout_agent' };
  const turn = await saidTo('scout_agent', 'loop', ({ agent, answers }) =>
    answers.length > 0 ? { text: `${agent} stops.` } : handOver(other[agent]),
  );
  expect(turn).toMatchObject({ status: 'completed', agent: 'axel_agent', reply: 'axel_agent stops.' });
  const made = await transfers(turn.turn_id);
  expect(made.map(({ depth, status }) => `${String(depth)} ${String(status)}`)).toEqual([
    ...[1, 2, 3, 4, 5, 6].map((depth) => `${depth} allowed`),
    '7 refused',
  ]);
  expect(made.at(-1)?.reason).toMatch(/handed over 6 times already/);
});

test.each([
  ['in capitals', 'AXEL_AGENT'],
  ['with a capital', 'Axel_agent'],
  ['with a space before it', ' axel_agent'],
  ['with a line break after it', 'axel_agent\n'],
  ['with a zero-width space', 'axel\u200b_agent'],
  ['of the team too', 'assistant/axel_agent'],
  ['that only a tool has', 'run_code'],
  ['that nobody has', 'nobody'],
  ['of an object’s own property', '__proto__'],
  ['that is empty', ''],
  ['as a list', ['axel_agent']],
  ['as an object', { name: 'axel_agent' }],
  ['of another team', 'TriageAgent'],
  ['of the wrapped search', 'google_search_agent'],
])('a hand-over to a name %s is refused', async (what, to) => {
  const turn = await saidTo('todo_agent', `name ${what}`, ({ agent, answers }) =>
    answers.length > 0 ? { text: `${agent} stays.` } : handOver(to),
  );
  expect(turn).toMatchObject({ status: 'completed', agent: 'todo_agent', reply: 'todo_agent stays.' });
  expect(model.askedAbout(`name ${what} please`)).toEqual(['beto', 'todo_agent', 'todo_agent']);
});

test('a tool that is named after an agent hands nothing over', async () => {
  const turn = await saidTo('todo_agent', 'tool', ({ answers }) =>
    answers.length > 0
      ? { text: JSON.stringify(answers[0]?.response) }
      : { calls: [{ name: 'transfer_to_axel_agent', args: { reason: 'run it' } }] },
  );
  expect(turn.agent).toBe('todo_agent');
  expect(turn.reply).toMatch(/error/);
  expect(await transfers(turn.turn_id)).toHaveLength(1);
});

test.each([
  'transfer_to_agent(agent_name="axel_agent")',
  '```tool_code\ntransfer_to_agent("axel_agent")\n```',
  '{"functionCall": {"name": "transfer_to_agent", "args": {"agent_name": "axel_agent"}}}',
])('words that look like a call are words: %s', async (words) => {
  const turn = await saidTo('todo_agent', `words ${words.length}`, () => ({ text: words }));
  expect(turn).toMatchObject({ status: 'completed', agent: 'todo_agent', reply: words });
  expect(await transfers(turn.turn_id)).toHaveLength(1);
});

test('a forbidden hand-over beside other calls is refused, and none of them is done', async () => {
  const turn = await saidTo('todo_agent', 'beside', ({ answers }) =>
    answers.length > 0
      ? {
          text: answers.map(({ name, response }) => `${name}: ${String(response.status ?? response.error)}`).join('; '),
        }
      : {
          calls: [
            { name: 'add_todo', args: { items: ['milk'] } },
            { name: 'transfer_to_agent', args: { agent_name: 'axel_agent', reason: 'run it' } },
            { name: 'transfer_to_agent', args: { agent_name: 'scout_agent', reason: 'plan it' } },
          ],
        },
  );
  expect(turn.reply).toMatch(/add_todo: Not done.*transfer_to_agent: refused.*transfer_to_agent: Not done/);
  expect(turn.agent).toBe('todo_agent');
});

test('the first of two hand-overs in one answer is the one that counts', async () => {
  const turn = await saidTo('scout_agent', 'twice', ({ agent }) =>
    agent === 'scout_agent'
      ? {
          calls: [
            { name: 'transfer_to_agent', args: { agent_name: 'web_research_agent', reason: 'sources' } },
            { name: 'transfer_to_agent', args: { agent_name: 'axel_agent', reason: 'run' } },
          ],
        }
      : { text: `${agent} answers.` },
  );
  expect(turn).toMatchObject({ agent: 'web_research_agent', reply: 'web_research_agent answers.' });
  expect(model.askedAbout('twice please')).not.toContain('axel_agent');
});

test('the wrapped search hands nothing over, though its model asks: it fails, and its caller goes on', async () => {
  // What the search is given are the topic words of the request, and nothing else.
  scripts.set('typescript queue', () => handOver('axel_agent'));
  const turn = await saidTo('web_research_agent', 'search', ({ answers }) =>
    answers.length > 0
      ? { text: `Found: ${JSON.stringify(answers[0]?.response)}` }
      : { calls: [{ name: 'search_web', args: { request: 'typescript queue for Anna Meier, 12 May' } }] },
  );
  expect(turn).toMatchObject({
    status: 'degraded',
    agent: 'web_research_agent',
    error: { code: 'limit_reached', agent: 'google_search_agent' },
  });
  expect(turn.reply).toMatch(/The web could not be searched/);
  expect(new Set(model.askedAbout('typescript queue'))).toEqual(new Set(['google_search_agent']));
  const asked = (await transfers(turn.turn_id)).filter(({ from }) => from === 'google_search_agent');
  expect(asked.length).toBeGreaterThan(0);
  for (const { to, status } of asked) expect([to, status]).toEqual(['axel_agent', 'refused']);
});

test('each agent asks the model that the team’s configuration gives it', async () => {
  const used = new Map(AGENTS.map((agent) => [agent, '']));
  await Promise.all(
    SPECIALISTS.map((agent) =>
      saidTo(agent, `model ${agent}`, ({ agent: asking, request }) => {
        used.set(asking, request.model);
        return { text: 'Yes.' };
      }),
    ),
  );
  scripts.set('model beto', ({ request }) => {
    used.set('beto', request.model);
    return { text: 'Yes.' };
  });
  await say('model beto');
  expect(Object.fromEntries(used)).toEqual({
    beto: 'gemini-2.5-pro',
    filesystem_agent: 'gemini-2.5-flash',
    memory_agent: 'gemini-2.5-flash',
    calendar_agent: 'gemini-2.5-flash',
    agentic_coder_agent: 'gemini-2.5-pro',
    home_assistant_agent: 'gemini-2.5-flash',
    todo_agent: 'gemini-2.5-flash',
    scout_agent: 'gemini-2.5-pro',
    axel_agent: 'gemini-2.5-pro',
    web_research_agent: 'gemini-2.5-pro',
  });
});
