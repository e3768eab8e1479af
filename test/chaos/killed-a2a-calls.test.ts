/** A worker that waits for a task of another system is killed: the next one goes on waiting for the same task. */
import { expect, onTestFinished, test } from 'vitest';
import { textPart } from '../../src/interop/a2a/parts.ts';
import { demoFiles, group } from '../engine/run/demo.ts';
import { tasksAt } from '../support/a2a.ts';
import { startA2aAgent } from '../support/a2a-agent-server.ts';
import { startFleet } from '../support/fleet.ts';
import { startVictims } from './victims.ts';

/** A fleet whose only agent that works is another system's. */
async function startCaller(url: string, metadata: Record<string, unknown> = {}) {
  const action = { name: 'note', description: 'Notes a walk', parameters: { text: '$message' }, metadata };
  const AGENTS_DIR = await demoFiles({
    name: 'health',
    agents: {
      Root: group('sequential', ['Walks']),
      Walks: {
        type: 'remote',
        worker: 'remote',
        remote: { protocol: 'a2a', endpoint: '$WALKS_URL', actions: [{ ...action, idempotent: false }] },
        limits: { seconds: 290 },
      },
    },
  });
  const fleet = await startVictims({ AGENTS_DIR, WALKS_URL: url });
  onTestFinished(() => fleet.close());
  const send = async () =>
    String((await fleet.call('POST', '/v1/turns', { text: 'My weight is 80 kg.', patient_id: 'p1' })).body.turn_id);
  return { fleet, send };
}

const again = { status: 'completed', agents: { Walks: { status: 'success', attempts: 2 } } };

test('while the task runs: there is one task, at an agent that would take the same message for a new one', async () => {
  let done = () => {};
  const after = new Promise<void>((resolve) => {
    done = resolve;
  });
  const parts = [textPart('Noted.')];
  const agent = await startA2aAgent(() => ({ state: 'TASK_STATE_COMPLETED', parts, after }));
  onTestFinished(() => agent.close());
  const { fleet, send } = await startCaller(agent.url);
  const first = await fleet.start('workers/main');
  const turn = await send();
  await expect.poll(() => agent.requests.length).toBeGreaterThan(1);
  await first.kill();
  const seen = agent.requests.length;
  await fleet.start('workers/main');
  // The next worker looks at the task before that has ended.
  await expect.poll(() => agent.requests.length).toBeGreaterThan(seen);
  done();
  expect(await fleet.ended(turn)).toMatchObject({ ...again, reply: 'Noted.' });
  expect(agent.tasks.size).toBe(1);
  expect(agent.heard).toHaveLength(1);
});

test('before it is noted which task it is: another fleet recognises the message, and there is one turn', async () => {
  const far = await startFleet();
  onTestFinished(() => far.close());
  const { fleet, send } = await startCaller(far.url, { team: 'health', patient_id: 'p1' });
  const first = await fleet.start('workers/main', { HOLD: '^set .*remote:sent:' });
  const turn = await send();
  await first.held(1);
  await first.kill();
  await fleet.start('workers/main');
  expect(await fleet.ended(turn)).toMatchObject(again);
  expect(await tasksAt(far.url)).toHaveLength(1);
});
