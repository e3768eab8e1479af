/** Work that no person has set off waits for as long as people are waiting, and is not given up meanwhile. */
import { v7 as uuidv7 } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import type { openFleet } from '../../queues/open-fleet.ts';
import { concurrencyIn, ROLES, startWorkers } from '../../workers/start-workers.ts';
import { demoFiles, group, llm, startDemoModel } from '../engine/run/demo.ts';
import { startFleet } from '../support/fleet.ts';
import type { ScriptedRequest } from '../support/scripted-gemini.ts';
import type { AgentScript } from '../support/scripted-health.ts';
import { taskRequest } from '../support/task-request.ts';
import { upkeepOf } from './upkeep-parts.ts';

const WAITING = 200;
/** All but the one that runs upkeep: the tests run it themselves. */
const WORKING = ROLES.filter((role) => role !== 'upkeep');

async function startTeam(agents: Parameters<typeof demoFiles>[0]['agents'], scripts: Record<string, AgentScript>) {
  const model = await startDemoModel(scripts);
  const env = { AGENTS_DIR: await demoFiles({ agents }), GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url };
  const fleet = await startFleet({ env, roles: [] });
  onTestFinished(async () => {
    await fleet.close();
    await model.close();
  });
  return { ...upkeepOf(fleet), fleet, root: Object.keys(agents)[0] ?? '' };
}

type Submit = ReturnType<typeof openFleet>['submitTask'];

async function activate(submit: Submit, agent: string, nth: number, text: string): Promise<string> {
  const request = {
    ...taskRequest({ id: uuidv7() }),
    team: 'demo',
    agent,
    session_id: `s${nth}`,
    subject: null,
    origin: { kind: 'trigger' },
  };
  return (await submit({ request, text })).id;
}

const saidIn = (request: ScriptedRequest) => JSON.stringify(request.contents).match(/wakes \d+|asks/)?.[0];

test('two hundred activations wait in a queue with one slot: a person is answered before the second of them begins', async () => {
  const asked: (string | undefined)[] = [];
  let release = () => {};
  const first = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { fleet, submitTask, run, root } = await startTeam(
    { Solo: llm() },
    {
      Solo: async (request) => {
        asked.push(saidIn(request));
        if (asked.length === 1) await first;
        return { text: 'Done.' };
      },
    },
  );
  const all = Array.from({ length: WAITING }, (_, nth) => activate(submitTask, root, nth, `A trigger wakes ${nth}.`));
  const ids = await Promise.all(all);
  // The second of a session waits for the first, which waits for people.
  ids.push(await activate(submitTask, root, 0, 'A trigger wakes 200.'));
  // However long ago they were set off.
  expect(await run({ idleMs: -1 })).toMatchObject({ failed: 0 });
  await startWorkers(fleet.base, WORKING, concurrencyIn(fleet.base.config, 'triage=1'));
  await expect.poll(() => asked.length).toBe(1);
  const sent = await fleet.call('POST', '/v1/turns', { text: 'A person asks.', team: 'demo', patient_id: 'p1' });
  await expect.poll(() => fleet.queue('triage').getJobState(`${String(sent.body.turn_id)}.Solo`)).toBe('waiting');
  release();
  await expect.poll(() => asked.length).toBeGreaterThan(4);
  expect(asked[1]).toBe('asks');
  expect(asked.slice(2)).not.toContain('asks');
  expect((await fleet.turn(ids[0] ?? '')).status).toBe('completed');
});

test.each([
  ['a trigger has set off', 'trigger', 'trigger', 1],
  ['a person has set off', 'user', 'user', 0],
  ['a trigger has set off in the session of a person, who would wait for it', 'user', 'trigger', 0],
])('what %s has its priority in all of its jobs, whoever adds them', async (_what, before, origin, priority) => {
  const { fleet, submitTask } = await startTeam(
    {
      Root: group('parallel', ['Solo', 'Again']),
      Solo: llm({ transfers: ['Target'] }),
      Target: llm({ worker: 'consultant' }),
      Again: group('loop', ['First'], { max_iterations: 1 }),
      First: llm(),
    },
    { Solo: () => ({ calls: [{ name: 'transfer_to_agent', args: { agent_name: 'Target', reason: 'knows more' } }] }) },
  );
  const request = (kind: string) => ({
    ...taskRequest({ id: uuidv7() }),
    team: 'demo',
    agent: 'Root',
    origin: { kind },
  });
  await submitTask({ request: request(before), text: 'One' });
  // It waits in the lane, and is started by the end of the first.
  const { id } = await submitTask({ request: request(origin), text: 'Two' });
  await startWorkers(fleet.base, WORKING);
  await expect.poll(() => fleet.queue('turn').getJobState(id)).toBe('completed');
  const jobs = [
    ['turn', ''],
    ['turn', '.Root.Again'],
    ['triage', '.Root.Again.1.First'],
    ['triage', '.Root.Solo'],
    ['consultant', '.Root.Solo.1.Target'],
  ] as const;
  const found = await Promise.all(jobs.map(([queue, end]) => fleet.queue(queue).getJob(`${id}${end}`)));
  expect(found.map((job) => job?.opts.priority ?? 0)).toEqual(jobs.map(() => priority));
});
