/** Remote agents in a whole fleet: handed over to, used as a tool, beside and after local agents, and away. */
import { expect, onTestFinished, test } from 'vitest';
import type { RemoteAnswer, RemoteScript } from '../../support/remote-agent-server.ts';
import { startRemoteAgent } from '../../support/remote-agent-server.ts';
import type { ScriptedAnswer } from '../../support/scripted-gemini.ts';
import { type DemoOptions, group, llm, startDemo, toolAnswers } from '../run/demo.ts';

const OK: RemoteAnswer = {
  output: { insights: ['You learn every day.'], metrics: { streak: 7 } },
  execution_time_ms: 5,
};
const DOWN: RemoteAnswer = { error: 'UNAVAILABLE', status: 503, retryable: true };
const HAND_OVER: ScriptedAnswer = {
  calls: [{ name: 'transfer_to_agent', args: { agent_name: 'Analytics', reason: 'progress' } }],
};
const TOOL = { agent: 'Analytics', name: 'transfer_to_analytics', fallback: 'Analytics does not answer.' };

function analytics(remote: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: 'remote',
    remote: {
      endpoint: '$ANALYTICS_AGENT_URL',
      retries: 0,
      actions: [
        {
          name: 'get_progress_insights',
          description: 'How learning goes',
          parameters: { timeframe: '7d', asked: '$message' },
        },
        { name: 'get_topic_mastery', description: 'How well topics are known' },
        { name: 'record_event', description: 'Notes an event', idempotent: false },
      ],
      fallback: { cached_seconds: 0 },
      ...remote,
    },
  };
}

async function startTeam(script: RemoteScript, options: DemoOptions) {
  const server = await startRemoteAgent(script);
  onTestFinished(() => server.close());
  const env = { ANALYTICS_AGENT_URL: server.endpoint, ...options.env };
  const demo = await startDemo({ ...options, env });
  return { ...demo, server };
}

test('a hand-over to a remote agent asks for its first action, and its words are the reply', async () => {
  const demo = await startTeam(() => OK, {
    agents: { Front: llm({ transfers: ['Analytics'] }), Analytics: analytics() },
    scripts: { Front: () => HAND_OVER },
  });
  const turn = await demo.tell('What’s my progress?');
  expect(turn).toMatchObject({ status: 'completed', reply: 'You learn every day.', agent: 'Analytics', error: null });
  expect(turn.agents).toMatchObject({ Front: { status: 'success' }, Analytics: { status: 'success' } });
  expect(demo.server.calls.map(({ input, conversation_id }) => ({ ...input, conversation_id }))).toEqual([
    {
      action: 'get_progress_insights',
      user_id: turn.user_id ?? turn.patient_id,
      parameters: { timeframe: '7d', asked: 'What’s my progress?' },
      conversation_id: turn.session_id,
    },
  ]);
});

test('a remote agent that talks without end does not fill the conversation', async () => {
  const demo = await startTeam(() => ({ output: { text: 'word '.repeat(100_000) } }), {
    agents: { Front: llm({ transfers: ['Analytics'] }), Analytics: analytics() },
    scripts: { Front: () => HAND_OVER },
  });
  const { status, reply } = await demo.tell('What’s my progress?');
  expect(status).toBe('completed');
  expect(reply).toMatch(/^word word .*\(The rest was cut\.\)$/s);
  expect(reply?.length).toBeLessThan(20_100);
});

test('as a tool, a model chooses the action and the parameters, and is given the answer as data', async () => {
  const demo = await startTeam(() => OK, {
    agents: { Front: llm({ tools: [TOOL] }), Analytics: analytics() },
    scripts: {
      Front: (request) => {
        const [answer] = toolAnswers(request) as { metrics?: { streak: number } }[];
        if (answer) return { text: `A streak of ${answer.metrics?.streak}.` };
        return {
          calls: [{ name: TOOL.name, args: { action: 'get_progress_insights', parameters: { timeframe: '30d' } } }],
        };
      },
    },
  });
  const turn = await demo.tell('How was my month?');
  expect(turn).toMatchObject({ status: 'completed', reply: 'A streak of 7.', agent: 'Front' });
  expect(demo.server.calls[0]?.input).toMatchObject({
    action: 'get_progress_insights',
    parameters: { timeframe: '30d', asked: 'How was my month?' },
  });
  expect(JSON.stringify(demo.requests('Front')[0]?.body)).toContain('get_topic_mastery: How well topics are known');
});

test.each([
  ['an action that is not declared', { action: 'delete_everything' }],
  ['parameters that are no object', { action: 'get_topic_mastery', parameters: 'all' }],
])('a model that asks for %s is told so, and nothing is sent', async (_, args) => {
  const demo = await startTeam(() => OK, {
    agents: { Front: llm({ tools: [TOOL] }), Analytics: analytics() },
    scripts: {
      Front: (request) => {
        const [answer] = toolAnswers(request) as { error?: string }[];
        return answer ? { text: `Told: ${answer.error}` } : { calls: [{ name: TOOL.name, args }] };
      },
    },
  });
  const turn = await demo.tell('Do it');
  expect(turn.reply).toMatch(/^Told: (There is no such action|The parameters must be)/);
  expect(demo.server.calls).toEqual([]);
});

test('a remote agent works beside a local one, and after one', async () => {
  const demo = await startTeam(() => OK, {
    agents: {
      Both: group('sequential', ['Beside', 'Last']),
      Beside: group('parallel', ['Quiz', 'Analytics'], { output_key: 'both' }),
      Quiz: llm(),
      Analytics: { ...analytics(), output_key: 'progress' },
      Last: llm({ instruction: 'Progress: {progress}' }),
    },
    scripts: { Quiz: () => ({ text: 'Question one.' }), Last: () => ({ text: 'Both are done.' }) },
  });
  const turn = await demo.tell('Quiz me, and how am I doing?');
  expect(turn).toMatchObject({ status: 'completed', reply: 'Both are done.' });
  expect(turn.agents).toMatchObject({ Quiz: { status: 'success' }, Analytics: { status: 'success' } });
  expect(demo.requests('Last')[0]?.systemText).toContain('You learn every day.');
  expect(demo.server.calls).toHaveLength(1);
});

test('when it is down a local agent answers in its place, and the turn says that it is degraded', async () => {
  const demo = await startTeam(() => DOWN, {
    agents: {
      Front: llm({ transfers: ['Analytics'] }),
      Analytics: analytics({ fallback: { agent: 'Local', cached_seconds: 0 } }),
      Local: llm(),
    },
    scripts: { Front: () => HAND_OVER, Local: () => ({ text: 'From what I know here: fine.' }) },
  });
  const turn = await demo.tell('What’s my progress?');
  expect(turn).toMatchObject({
    status: 'degraded',
    reply: 'From what I know here: fine.',
    agent: 'Local',
    error: { code: 'remote_unavailable', agent: 'Analytics' },
  });
  expect(turn.agents).toMatchObject({ Local: { status: 'success' } });
});

test('or a text is said; as a tool, the caller is told that it is not the agent’s own answer', async () => {
  const fallback = { text: 'Your progress cannot be seen just now.', cached_seconds: 0 };
  const demo = await startTeam(() => DOWN, {
    agents: { Front: llm({ tools: [TOOL] }), Analytics: analytics({ fallback }) },
    scripts: {
      Front: (request) => {
        const [answer] = toolAnswers(request) as { text?: string; warning?: string }[];
        return answer ? { text: `${answer.text} (${answer.warning})` } : { calls: [{ name: TOOL.name, args: {} }] };
      },
    },
  });
  const turn = await demo.tell('How am I doing?');
  expect(turn).toMatchObject({ status: 'degraded', error: { code: 'remote_unavailable', agent: 'Analytics' } });
  expect(turn.reply).toBe(
    'Your progress cannot be seen just now. (Analytics says that it is not available (UNAVAILABLE).)',
  );
});

test('without any fallback a tool’s caller goes on with the tool’s own, and a hand-over ends with the team’s', async () => {
  const demo = await startTeam(() => DOWN, {
    agents: { Front: llm({ tools: [TOOL], transfers: ['Analytics'] }), Analytics: analytics() },
    scripts: {
      Front: (request) => {
        if (request.lastUserText.includes('hand over')) return HAND_OVER;
        const [answer] = toolAnswers(request) as { output?: string }[];
        return answer ? { text: `Heard: ${answer.output}` } : { calls: [{ name: TOOL.name, args: {} }] };
      },
    },
  });
  expect(await demo.tell('Ask it')).toMatchObject({
    status: 'degraded',
    reply: `Heard: ${TOOL.fallback}`,
    error: { code: 'remote_unavailable' },
  });
  expect(await demo.tell('Please hand over')).toMatchObject({
    status: 'degraded',
    reply: 'Sorry.',
    error: { code: 'remote_unavailable' },
  });
});

test('an old answer is given with its age, and the turn is degraded', async () => {
  let up = true;
  const demo = await startTeam(() => (up ? OK : DOWN), {
    agents: { Front: llm({ transfers: ['Analytics'] }), Analytics: analytics({ fallback: { cached_seconds: 600 } }) },
    scripts: { Front: () => HAND_OVER },
  });
  await demo.tell('What’s my progress?');
  up = false;
  const turn = await demo.tell('What’s my progress?');
  expect(turn).toMatchObject({ status: 'degraded', error: { code: 'remote_unavailable' } });
  expect(turn.reply).toBe(
    '(Analytics cannot be reached. This is what it answered a moment ago.)\n\nYou learn every day.',
  );
});

test('a missing variable leaves the fleet running, and the turn says which one to set', async () => {
  const demo = await startTeam(() => OK, {
    agents: { Front: llm({ transfers: ['Analytics'] }), Analytics: analytics() },
    scripts: { Front: (request) => (request.lastUserText.includes('progress') ? HAND_OVER : { text: 'Hello.' }) },
    env: { ANALYTICS_AGENT_URL: '' },
  });
  expect(await demo.tell('Hello')).toMatchObject({ status: 'completed', reply: 'Hello.' });
  expect(await demo.tell('My progress?')).toMatchObject({
    status: 'degraded',
    error: { code: 'remote_unavailable', detail: 'Analytics is not set up: set ANALYTICS_AGENT_URL.' },
  });
  const ready = await demo.call('GET', '/readyz');
  expect(ready.status).toBe(200);
});

test('a run that goes on elsewhere does not call again, neither after an answer nor after a failure', async () => {
  let up = true;
  const demo = await startTeam(() => (up ? OK : DOWN), {
    agents: {
      Front: llm({ tools: [TOOL], transfers: ['Analytics'] }),
      Analytics: analytics({ fallback: { agent: 'Local', cached_seconds: 0 } }),
      Local: llm(),
    },
    scripts: {
      // The model asks for a pause after the call: the job runs again, from its journal.
      Front: (request, nth) => {
        if (request.lastUserText.includes('hand over')) return HAND_OVER;
        if (toolAnswers(request).length === 0)
          return { calls: [{ name: TOOL.name, args: { action: 'record_event' } }] };
        return nth === 2 ? { error: { status: 429, retryDelay: '0.2s' } } : { text: 'Noted.' };
      },
      Local: (_request, nth) =>
        nth === 1 ? { error: { status: 429, retryDelay: '0.2s' } } : { text: 'Locally: fine.' },
    },
  });
  expect(await demo.tell('Note it')).toMatchObject({ status: 'completed', reply: 'Noted.' });
  expect(demo.asked('Front')).toBe(3);
  expect(demo.server.calls).toHaveLength(1);
  up = false;
  expect(await demo.tell('Please hand over')).toMatchObject({ status: 'degraded', reply: 'Locally: fine.' });
  expect(demo.asked('Local')).toBe(2);
  expect(demo.server.calls).toHaveLength(2);
});

test('several questions of one model answer go out as one request; what changes something goes alone, in order', async () => {
  const actions = ['get_progress_insights', 'get_topic_mastery', 'get_topic_mastery'];
  const demo = await startTeam(({ input }) => ({ output: { action: input.action } }), {
    agents: { Front: llm({ tools: [TOOL] }), Analytics: analytics({ batch: true }) },
    scripts: {
      Front: (request) => {
        const answers = toolAnswers(request) as { action?: string }[];
        if (answers.length > 0) return { text: answers.map(({ action }) => action).join(' ') };
        const more = request.lastUserText.includes('note') ? ['record_event'] : [];
        return { calls: [...actions, ...more].map((action) => ({ name: TOOL.name, args: { action } })) };
      },
    },
  });
  expect(await demo.tell('How am I doing?')).toMatchObject({ status: 'completed', reply: actions.join(' ') });
  expect(demo.server.counts.batches).toBe(1);
  expect(await demo.tell('Tell me, and note it')).toMatchObject({ reply: `${actions.join(' ')} record_event` });
  expect(demo.server.counts.batches).toBe(1);
  expect(demo.server.calls.slice(3).map(({ input }) => input.action)).toEqual([...actions, 'record_event']);
});
