/** Another agent as a tool: it cannot fail its caller, and writes its status into the state. */
import { Queue } from 'bullmq';
import { expect, onTestFinished, test, vi } from 'vitest';
import { holdTimers } from '../../support/clock.ts';
import type { ScriptedAnswer, ScriptedRequest } from '../../support/scripted-gemini.ts';
import { type DemoOptions, llm, startDemo, toolAnswers } from './demo.ts';

const FALLBACK = 'I could not look that up.';
const KEYS = { result_key: 'helper_result', status_key: 'helper_status', error_key: 'helper_error' };
const CALL: ScriptedAnswer = { calls: [{ name: 'ask_helper', args: { request: 'Look it up.' } }] };

function team(helper: Record<string, unknown> = {}, entry: Record<string, unknown> = {}): DemoOptions['agents'] {
  return {
    Front: llm({ tools: [{ agent: 'Helper', name: 'ask_helper', fallback: FALLBACK, ...KEYS, ...entry }] }),
    Helper: llm(helper),
  };
}

/** Calls the tool once, then repeats what it said. */
function useHelper(request: ScriptedRequest): ScriptedAnswer {
  const [answer] = toolAnswers(request) as { output?: string }[];
  return answer ? { text: `Heard: ${answer.output}` } : CALL;
}

test('a nested agent’s answer is returned to its caller, and the state has its success', async () => {
  const demo = await startDemo({
    agents: team(),
    scripts: { Front: useHelper, Helper: () => ({ text: 'Found it.' }) },
  });
  const turn = await demo.tell('Please look it up');
  expect(turn).toMatchObject({ status: 'completed', reply: 'Heard: Found it.', agent: 'Front' });
  expect(turn.agents).toMatchObject({ Front: { status: 'success' }, Helper: { status: 'success' } });
  expect(await demo.stateOf(turn)).toMatchObject({
    helper_status: 'success',
    helper_result: 'Found it.',
    helper_error: '',
  });
  expect(demo.requests('Helper')[0]?.lastUserText).toBe('Look it up.');
});

test('what a nested agent uses is counted in the turn', async () => {
  const demo = await startDemo({
    agents: team(),
    scripts: { Front: useHelper, Helper: () => ({ text: 'Found it.', usage: { input: 1_000, output: 7 } }) },
  });
  const turn = await demo.tell('Please look it up');
  expect(turn.usage).toMatchObject({ model_calls: 3, input_tokens: 1_200, output_tokens: 27 });
});

test('what a nested agent used before it failed is counted too', async () => {
  const demo = await startDemo({
    agents: team({ tools: ['current_time'] }),
    scripts: {
      Front: useHelper,
      Helper: (request) =>
        toolAnswers(request).length === 0
          ? { calls: [{ name: 'current_time', args: {} }] }
          : { blocked: 'SAFETY', where: 'candidate', usage: { input: 30, output: 3 } },
    },
  });
  const turn = await demo.tell('Please look it up');
  expect(turn.usage).toMatchObject({ model_calls: 4, input_tokens: 330, output_tokens: 33 });
});

test('a tool that was not needed stays pending, whatever status the turn before has left', async () => {
  let needed = true;
  const demo = await startDemo({
    agents: team(),
    scripts: { Front: (request) => (needed ? useHelper(request) : { text: 'No need.' }) },
  });
  const first = await demo.tell('Please look it up');
  expect(await demo.stateOf(first)).toMatchObject({ helper_status: 'success' });
  needed = false;
  const second = await demo.tell('Thank you', { session_id: first.session_id });
  expect(await demo.stateOf(second)).toMatchObject({ helper_status: 'pending' });
});

test('while it runs, a nested agent sees its status and the user’s own message', async () => {
  const demo = await startDemo({
    agents: team({ instruction: 'Status {helper_status}, asked: {last_user_message}' }),
    scripts: { Front: useHelper },
  });
  const turn = await demo.tell('The words of the user');
  expect(demo.requests('Helper')[0]?.systemText).toContain('Status running, asked: The words of the user');
  expect(await demo.stateOf(turn)).toMatchObject({ last_user_message: 'The words of the user' });
});

const FAILURES: [string, ScriptedAnswer, string][] = [
  ['fails', { error: { status: 500 } }, 'model_unavailable'],
  ['blocks the answer', { blocked: 'SAFETY', where: 'candidate' }, 'model_blocked'],
  ['blocks the question', { blocked: 'SAFETY', where: 'prompt' }, 'model_blocked'],
];
test.each(FAILURES)(
  'when the nested model %s the caller is given the fallback and goes on',
  async (_, answer, code) => {
    const demo = await startDemo({ agents: team(), scripts: { Front: useHelper, Helper: () => answer } });
    const turn = await demo.tell('Please look it up');
    expect(turn).toMatchObject({ status: 'degraded', reply: `Heard: ${FALLBACK}`, error: { code, agent: 'Helper' } });
    expect(turn.agents).toMatchObject({ Front: { status: 'success' }, Helper: { status: 'error' } });
    expect(await demo.stateOf(turn)).toMatchObject({
      helper_status: 'error',
      helper_result: FALLBACK,
      helper_error: code,
    });
    expect(demo.asked('Front')).toBe(2);
    // Only what may pass by itself is tried again.
    if (code !== 'model_unavailable') expect(demo.asked('Helper')).toBe(1);
  },
);

test('a nested agent that hangs is stopped by its own time limit', async () => {
  const limit = holdTimers(111_000);
  const demo = await startDemo({
    agents: team({ limits: { seconds: 111 } }),
    scripts: { Front: useHelper, Helper: () => ({ hang: true }) },
  });
  const told = demo.tell('Please look it up');
  await expect.poll(() => demo.asked('Helper')).toBe(1);
  limit.fire();
  expect(await told).toMatchObject({ reply: `Heard: ${FALLBACK}`, error: { code: 'timeout', agent: 'Helper' } });
});

test.each([
  ['its own words for that', { empty: 'There was nothing there.' }, 'There was nothing there.'],
  ['the fallback', {}, FALLBACK],
])('a nested agent with nothing to say is told as %s', async (_, entry, said) => {
  const demo = await startDemo({
    agents: team({}, entry),
    scripts: { Front: useHelper, Helper: () => ({ text: '  ' }) },
  });
  const turn = await demo.tell('Please look it up');
  expect(turn).toMatchObject({ status: 'completed', reply: `Heard: ${said}` });
  expect(await demo.stateOf(turn)).toMatchObject({ helper_status: 'empty', helper_result: said, helper_error: '' });
});

test('a nested agent’s structured answer is returned to its caller, not lost', async () => {
  const fact = { kind: 'observation', name: 'Body weight', value: 81, unit: 'kg', quote: '81 kg' };
  const demo = await startDemo({
    agents: team({ output: 'MedicalMeasurements' }),
    scripts: { Front: useHelper, Helper: () => ({ text: JSON.stringify({ facts: [fact] }) }) },
  });
  const turn = await demo.tell('I weigh 81 kg');
  expect(turn.reply).toContain('"value":81');
  expect(await demo.stateOf(turn)).toMatchObject({ helper_status: 'success' });
});

test('what a nested agent keeps in the state comes back to its caller, but for temp:', async () => {
  const demo = await startDemo({
    agents: {
      Front: llm({
        instruction: 'Note: {note?}; clock: {temp:current_time?}; shared: {user:likes?}.',
        tools: [
          { agent: 'Helper', name: 'ask_helper', fallback: FALLBACK },
          { agent: 'Other', name: 'ask_other', fallback: FALLBACK },
        ],
      }),
      Helper: llm({ output_key: 'note', callbacks: { before_agent: ['update_current_time'] } }),
      Other: llm({ output_key: 'user:likes' }),
    },
    scripts: {
      Front: (_request, nth) =>
        [
          { calls: [{ name: 'ask_helper', args: { request: 'one' } }] },
          { calls: [{ name: 'ask_other', args: { request: 'two' } }] },
        ][nth - 1] ?? { text: 'Done.' },
      Helper: () => ({ text: 'remember me' }),
      Other: () => ({ text: 'walking' }),
    },
  });
  const turn = await demo.tell('Go');
  expect(turn.status).toBe('completed');
  expect(demo.requests('Front').map((request) => request.systemText.split('\n')[1])).toEqual([
    'Note: ; clock: ; shared: .',
    'Note: remember me; clock: ; shared: .',
    'Note: remember me; clock: ; shared: walking.',
  ]);
  const state = await demo.stateOf(turn);
  expect(state).toMatchObject({ note: 'remember me' });
  expect(Object.keys(state).filter((key) => key.includes(':'))).toEqual([]);
});

test('a 429 inside a nested agent pauses the queue and continues there, instead of giving the fallback', async () => {
  const pauses = vi.spyOn(Queue.prototype, 'rateLimit');
  onTestFinished(() => pauses.mockRestore());
  const demo = await startDemo({
    agents: team({ tools: ['current_time'] }),
    scripts: {
      Front: useHelper,
      Helper: (_request, nth) => {
        if (nth === 1) return { calls: [{ name: 'current_time', args: {} }] };
        return nth === 2 ? { error: { status: 429, retryDelay: '0.6s' } } : { text: 'Found it.' };
      },
    },
  });
  const turn = await demo.tell('Please look it up');
  expect(turn).toMatchObject({ status: 'completed', reply: 'Heard: Found it.' });
  expect(pauses.mock.calls).toEqual([[600]]);
  // Nothing that was finished was asked again, neither the caller's step nor the nested one's.
  expect([demo.asked('Front'), demo.asked('Helper')]).toEqual([2, 3]);
  const job = await demo.queue('triage').getJob(`${turn.turn_id}.Front`);
  expect(job?.attemptsMade).toBe(1);
});

test('a nested agent that hands over to one that fails gives its caller the fallback', async () => {
  const demo = await startDemo({
    agents: {
      Front: llm({ tools: [{ agent: 'Helper', name: 'ask_helper', fallback: 'Nobody knows.', status_key: 'asked' }] }),
      Helper: llm({ transfers: ['Expert'] }),
      Expert: llm(),
    },
    scripts: {
      Front: (request) => {
        const [answer] = toolAnswers(request) as { output?: string }[];
        return answer
          ? { text: `Told: ${answer.output}` }
          : { calls: [{ name: 'ask_helper', args: { request: 'Who?' } }] };
      },
      Helper: () => ({ calls: [{ name: 'transfer_to_agent', args: { agent_name: 'Expert', reason: 'knows more' } }] }),
      Expert: () => ({ blocked: 'SAFETY', where: 'prompt' }),
    },
  });
  const turn = await demo.tell('Hello');
  expect(turn.reply).toBe('Told: Nobody knows.');
  expect(await demo.stateOf(turn)).toMatchObject({ asked: 'error' });
});
