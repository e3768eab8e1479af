/** Functions in a team of agents: as agents that hand their output on, and as tools that a model calls. */
import { expect, onTestFinished, test } from 'vitest';
import type { Rule } from '../../src/engine/models/offline/rule.ts';
import type { TeamModule } from '../../src/engine/run/team-module.ts';
import { TEAMS } from '../../src/teams/teams.ts';
import { writeTeam } from '../engine/agents/team-files.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { NOTE } from '../support/function-calls.ts';
import { type OpenAiAnswer, type OpenAiRequest, startScriptedOpenAi } from '../support/scripted-openai.ts';

const TEAM = `
name: notes
root: Root
description: Answers from notes.
queues: [turn, triage, function]
fallback_reply: Nothing was found.
`;

const call = (name: string, fn: string, input: string, more = '') => `
name: ${name}
type: function
description: Calls a function
worker: function
call:
  function: ${fn}
  input: ${input}
${more}`;

const SEQUENCE = {
  'team.yml': TEAM,
  Root: 'name: Root\ntype: sequential\ndescription: In order\nworker: turn\nsub_agents: [Digest, Search, Writer]',
  Digest: call('Digest', 'summarize_content', '{ content: $message, target_tokens: 24 }', 'output_key: digest'),
  Search: call('Search', 'cross_reference', '{ query_artifact: $state.digest.summary }', 'output_key: found'),
  Writer: `
name: Writer
description: Answers
worker: triage
model: gemini-2.5-flash
instruction: "I am Writer. The digest: {digest.summary} The library: {found.compressed_context}"
`,
};

const writer: Rule = ({ context: { state } }) => {
  const { summary } = state.digest as { summary: string };
  const { references } = state.found as { references: { scope: string }[] };
  return { text: `${summary} See ${references.map(({ scope }) => scope).join()}.` };
};

const notesTeam = (): TeamModule => ({ name: 'notes', subject: null, offline: { Writer: writer } });

async function startNotes(files: Record<string, string>, env: Record<string, string> = {}): Promise<Fleet> {
  const dir = await writeTeam(files, 'notes');
  const fleet = await startFleet({ env: { AGENTS_DIR: dir, ...env }, teamFactories: [...TEAMS, notesTeam] });
  onTestFinished(() => fleet.close());
  const text =
    'Blood pressure is taken twice. Potassium may rise when ramipril is started. It is controlled after two weeks.';
  const added = await fleet.call('POST', '/v1/library', { scope: 'guides', title: 'Salts', type: 'text', text });
  expect(added.status).toBe(201);
  return fleet;
}

/** One's own server: the library is then searched by words alone. */
async function startModel(script: (request: OpenAiRequest) => OpenAiAnswer) {
  const model = await startScriptedOpenAi((request) => ({ usage: USAGE, ...script(request) }));
  onTestFinished(() => model.close());
  return { model, env: { MODEL_PROVIDER: 'openai', OPENAI_BASE_URL: model.url } };
}

const USAGE = { input: 100, output: 10 };

/** What the tools have answered so far, in order. */
function toolAnswers(request: OpenAiRequest | undefined): unknown[] {
  const answers = request?.messages.filter(({ role }) => role === 'tool') ?? [];
  return answers.map(({ content }) => JSON.parse(String(content)));
}

const ask = (fleet: Fleet, text: string) => fleet.say(text, { team: 'notes', user_id: 'anna' });

test('an agent that is a function reads the message and the state, and the next one reads its output', async () => {
  const fleet = await startNotes(SEQUENCE);
  const turn = await ask(fleet, NOTE);
  expect(turn).toMatchObject({
    status: 'completed',
    agent: 'Writer',
    agents: { Digest: { status: 'success' }, Search: { status: 'success' }, Writer: { status: 'success' } },
  });
  const [, summary = ''] = /^(.*) See guides\.$/s.exec(turn.reply ?? '') ?? [];
  expect(NOTE).toContain(summary.split('. ')[0]);
  expect([summary.length > 0, summary.length < NOTE.length]).toEqual([true, true]);
  const { body } = await fleet.call('GET', `/v1/sessions/${turn.session_id}`);
  expect(body.state).toMatchObject({ digest: { summary }, found: { references: [{ scope: 'guides' }] } });
});

test('with a model, what a function agent has used is counted, and what it has found is a source of the turn', async () => {
  const { model, env } = await startModel(({ systemText }) => {
    if (systemText.startsWith('I am Writer')) return { text: 'Potassium is controlled.[^1]' };
    if (systemText.startsWith('Order the passages')) return { text: JSON.stringify({ ranking: [] }) };
    return { text: JSON.stringify({ summary: 'Ramipril, then potassium.', invariants: [] }) };
  });
  const fleet = await startNotes(
    { ...SEQUENCE, Digest: SEQUENCE.Digest.replace('function: sum', 'preset: S4\n  function: sum') },
    env,
  );
  const turn = await ask(fleet, NOTE);
  expect(turn).toMatchObject({ status: 'completed', reply: 'Potassium is controlled.[^1]' });
  expect(turn.citations).toMatchObject([{ marker: '[^1]', title: 'Salts', source: 'library' }]);
  expect(turn.usage).toMatchObject({
    model_calls: model.requests.length,
    input_tokens: 100 * model.requests.length,
    output_tokens: 10 * model.requests.length,
  });
  expect(model.requests.at(-1)?.systemText).toContain('The digest: Ramipril, then potassium.');
});

const TOOLS = {
  'team.yml': TEAM,
  Root: `
name: Root
description: Answers
worker: triage
model: gemini-2.5-flash
instruction: I am Root.
tools: [summarize_content, cross_reference]
`,
};

test('a model calls functions as its tools: outputs, usage and sources are the turn’s', async () => {
  const calls = [
    { name: 'summarize_content', args: { content: NOTE, target_tokens: 40 } },
    { name: 'cross_reference', args: { query_artifact: 'potassium' } },
  ];
  const { model, env } = await startModel((request) => {
    if (request.systemText.startsWith('Order the passages')) return { text: JSON.stringify({ ranking: [] }) };
    if (!request.systemText.startsWith('I am Root'))
      return { text: JSON.stringify({ summary: 'Potassium is planned.', invariants: [], violations: [] }) };
    return toolAnswers(request).length === 0 ? { calls } : { text: 'It is controlled.[^1]' };
  });
  const fleet = await startNotes(TOOLS, env);
  const turn = await ask(fleet, 'What about potassium?');
  expect(turn).toMatchObject({ status: 'completed', reply: 'It is controlled.[^1]' });
  expect(turn.citations).toMatchObject([{ marker: '[^1]', title: 'Salts', source: 'library' }]);
  expect(turn.usage).toMatchObject({
    model_calls: model.requests.length,
    input_tokens: 100 * model.requests.length,
  });
  const [first, last] = [model.requests[0], model.requests.at(-1)];
  expect(first?.tools).toEqual(['summarize_content', 'cross_reference']);
  expect(toolAnswers(last)).toMatchObject([
    { summary: 'Potassium is planned.', audit_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { references: [{ scope: 'guides' }], citations: [{ marker: '[^1]' }] },
  ]);
  const used = (await fleet.events(turn.turn_id)).filter(({ kind }) => kind === 'tool').map(({ data }) => data);
  expect(used).toEqual(expect.arrayContaining(calls.map(({ name }) => ({ agent: 'Root', name, status: 'success' }))));
});

test('what a model gets wrong in a call comes back to it, and the turn goes on', async () => {
  const wrong: Record<string, unknown>[] = [
    { content: NOTE, target_tokens: 'forty' },
    { content: NOTE, target_tokens: 40, sytle: 'bullets' },
    { content: 'word '.repeat(40_000), target_tokens: 40 },
  ];
  const { model, env } = await startModel((request) => {
    const args = wrong[toolAnswers(request).length];
    return args ? { calls: [{ name: 'summarize_content', args }] } : { text: 'I cannot.' };
  });
  const fleet = await startNotes(TOOLS, env);
  expect(await ask(fleet, 'Summarize')).toMatchObject({ status: 'completed', reply: 'I cannot.' });
  expect(toolAnswers(model.requests.at(-1))).toEqual([
    { error: expect.stringContaining('target_tokens:') },
    { error: expect.stringContaining('has no field sytle') },
    { error: expect.stringContaining('content: about ') },
  ]);
});

test.each([
  [
    'an unknown function',
    { Search: call('Search', 'cross_refrence', '{}') },
    /Search\/config\.yml:7.*unknown function "cross_refrence".*cross_reference/s,
  ],
  [
    'a misspelt reference',
    { Digest: call('Digest', 'summarize_content', '\n    content: $mesage\n    target_tokens: 24') },
    /Digest\/config\.yml:9.*"\$mesage" refers to nothing.*\$message/s,
  ],
  [
    'a misspelt reference to sources',
    {
      Digest: call(
        'Digest',
        'summarize_content',
        '{ content: $message, target_tokens: 24 }\n  citations: $found.citations',
      ),
    },
    /Digest\/config\.yml:9.*"\$found\.citations" refers to nothing/s,
  ],
  [
    'no call',
    { Digest: 'name: Digest\ntype: function\ndescription: d\nworker: function' },
    /Digest\/config\.yml:\d+.*needs a call/s,
  ],
  [
    'an unknown tool',
    { Writer: `${SEQUENCE.Writer}tools: [sumarize_content]` },
    /Writer\/config\.yml:7.*unknown tool "sumarize_content".*summarize_content/s,
  ],
])('%s in a config is named with its line before anything runs', async (_what, files, expected) => {
  await expect(startNotes({ ...SEQUENCE, ...files })).rejects.toThrow(expected);
});
