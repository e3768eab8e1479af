/** The transfer policy where jobs run: what a hand-over leaves behind, the second check in the worker, and who gets the next message. */
import { expect, test } from 'vitest';
import { payloadFor } from '../../../queues/catalogue.ts';
import type { ScriptedAnswer } from '../../support/scripted-gemini.ts';
import { type Demo, group, llm, startDemo, toolAnswers } from './demo.ts';

const handOver = (to: string, reason = 'they know more'): ScriptedAnswer => ({
  calls: [{ name: 'transfer_to_agent', args: { agent_name: to, reason } }],
});

async function transfersOf(demo: Demo, turnId: string) {
  return (await demo.events(turnId)).filter(({ kind }) => kind === 'transfer').map(({ data }) => data);
}

async function counted(demo: Demo): Promise<Record<string, number>> {
  const { values } = await demo.base.metrics.transfers.get();
  return Object.fromEntries(
    values.map(({ labels, value }) => [`${labels.from}>${labels.to} ${labels.outcome}`, value]),
  );
}

test.each(['job', 'inline'] as const)(
  'each hand-over says who, to whom, why and how deep, once, in the events and in the metrics (%s)',
  async (dispatch) => {
    const demo = await startDemo({
      agents: {
        Hub: llm({ sub_agents: ['A', 'B'] }),
        A: llm({ dispatch }),
        B: llm({ dispatch }),
      },
      scripts: {
        Hub: (_request, nth) => (nth === 1 ? handOver('A', 'a matter of A') : { text: 'Hub has the last word.' }),
        A: (request) => (toolAnswers(request).length === 0 ? handOver('B') : handOver('Hub', 'not mine')),
      },
    });
    const turn = await demo.tell('Hello');
    expect(turn).toMatchObject({ status: 'completed', agent: 'Hub', source_agents: ['Hub'] });
    expect(await transfersOf(demo, turn.turn_id)).toEqual([
      { from: 'Hub', to: 'A', depth: 1, status: 'allowed', reason: 'a matter of A' },
      { from: 'A', to: 'B', depth: 2, status: 'refused', reason: expect.stringContaining('A may not hand over to B') },
      { from: 'A', to: 'Hub', depth: 2, status: 'allowed', reason: 'not mine' },
    ]);
    expect(await counted(demo)).toEqual({ 'Hub>A allowed': 1, 'A>B refused': 1, 'A>Hub allowed': 1 });
  },
);

test('an agent whose config forbids it does not return to its parent, though the model asks', async () => {
  const demo = await startDemo({
    agents: { Hub: llm({ sub_agents: ['A'] }), A: llm({ disallow_transfer_to_parent: true }) },
    scripts: {
      Hub: () => handOver('A'),
      A: (request) => (toolAnswers(request).length === 0 ? handOver('Hub') : { text: 'I stay.' }),
    },
  });
  const turn = await demo.tell('Hello');
  expect(turn).toMatchObject({ status: 'completed', reply: 'I stay.', agent: 'A' });
  expect(demo.asked('Hub')).toBe(1);
});

test('a job that claims a hand-over outside the policy is refused by the worker that gets it', async () => {
  const demo = await startDemo({
    agents: { Hub: llm({ sub_agents: ['A', 'B'] }), A: llm(), B: llm({ worker: 'consultant' }) },
    scripts: {
      Hub: () => handOver('A'),
      // While A works, somebody adds a job for B in A's name.
      A: async () => {
        const [open] = await demo.base.redis.connect('worker').zrange(demo.base.keys.open(), 0, -1);
        const payload = payloadFor('run', {
          task_id: String(open),
          team: 'demo',
          agent: 'B',
          run_id: 'Hub.1.A.1.B',
          depth: 2,
          from: 'A',
        });
        const job = await demo.queue('consultant').add('run', payload, { jobId: 'forged' });
        await expect.poll(() => job.getState()).toBe('failed');
        return { text: 'A answers.' };
      },
    },
  });
  const turn = await demo.tell('Hello');
  expect(turn).toMatchObject({ reply: 'A answers.', agent: 'A' });
  expect(demo.asked('B')).toBe(0);
});

test.each([
  ['root', 'Hub'],
  ['last_agent', 'A'],
])('the next message of a conversation goes to whom next_message says: %s', async (next, first) => {
  const demo = await startDemo({
    team: [`next_message: ${next}`],
    agents: { Hub: llm({ sub_agents: ['A', 'B'] }), A: llm(), B: llm({ disallow_transfer_to_parent: true }) },
    scripts: {
      Hub: (_request, nth) => (nth === 1 ? handOver('A') : handOver('B')),
      A: (_request, nth) => (nth < 3 ? { text: `A ${nth}` } : handOver('Hub')),
    },
  });
  const opening = await demo.tell('One', { session_id: 's1' });
  expect(opening.agent).toBe('A');
  const second = await demo.tell('Two', { session_id: 's1' });
  expect(second.agent).toBe(first === 'Hub' ? 'B' : 'A');
  expect(demo.asked('Hub')).toBe(first === 'Hub' ? 2 : 1);
  if (first === 'Hub') return;
  // A hands back, and Hub hands over to B. From B nobody could return, so the message after it goes to the root again.
  expect((await demo.tell('Three', { session_id: 's1' })).agent).toBe('B');
  await demo.tell('Four', { session_id: 's1' });
  expect(demo.asked('Hub')).toBe(3);
  // Another conversation begins at the root.
  await demo.tell('One', { session_id: 's2' });
  expect(demo.asked('Hub')).toBe(4);
});

test('source_agents names whoever gave the reply and whom they asked, not who passed it on or worked beside', async () => {
  const demo = await startDemo({
    agents: {
      Top: group('parallel', ['Front', 'Beside']),
      Front: llm({ sub_agents: ['Consultant'] }),
      Consultant: llm({
        disallow_transfer_to_parent: true,
        tools: [
          { agent: 'Expert', name: 'ask_expert', fallback: 'no' },
          { agent: 'Absent', name: 'ask_absent', fallback: 'no' },
        ],
      }),
      Expert: llm({ source_name: 'expertise' }),
      Absent: llm(),
      Beside: llm({ output: 'DataExtraction' }),
    },
    scripts: {
      Front: () => handOver('Consultant'),
      Consultant: (request) =>
        toolAnswers(request).length > 0
          ? { text: 'Together we know.' }
          : {
              calls: [
                { name: 'ask_expert', args: { request: 'one' } },
                { name: 'ask_absent', args: { request: 'two' } },
              ],
            },
      Absent: () => ({ blocked: 'SAFETY', where: 'prompt' }),
      Beside: () => ({ text: '{"facts": []}' }),
    },
  });
  const turn = await demo.tell('Hello');
  expect(turn).toMatchObject({ reply: 'Together we know.', source_agents: ['Consultant', 'expertise'] });
});
