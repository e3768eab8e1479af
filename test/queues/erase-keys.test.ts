/** Erasing a person leaves no key that holds a word of theirs: message, events, journal, result, state of session and user. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAdmission } from '../../queues/admission/admission.ts';
import { eraseSubject } from '../../queues/erase-subject.ts';
import { createFleetQueues } from '../../queues/fleet-queues.ts';
import { failedRun } from '../../src/engine/run/run-result.ts';
import { createRunStore } from '../../src/engine/run/run-store.ts';
import { eventWrite, resultWrites, stateWrite, stepWrite } from '../../src/engine/run/writes.ts';
import { createKeys } from '../../src/engine/task/keys.ts';
import { openWorkspaces } from '../../src/engine/workspace/open-workspaces.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { NO_REMOTES } from '../support/no-remotes.ts';
import { testPrefix, testRedis } from '../support/redis.ts';
import { redisLines } from '../support/stores.ts';
import { taskRequest } from '../support/task-request.ts';

const MARK = 'Zyqophane';

test('all that a run has written about a person is gone; another person keeps theirs', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'medfleet-erase-keys-'));
  const workspaces = await openWorkspaces(loadConfig({ DATA_DIR: dir }));
  const [redis, prefix] = [testRedis(), testPrefix()];
  const keys = createKeys(prefix);
  const queues = createFleetQueues(redis, keys);
  onTestFinished(async () => {
    await queues.close();
    await workspaces.close();
    await rm(dir, { recursive: true, force: true });
  });
  const admission = createAdmission(redis, keys, { maxOpenTasks: 10, retentionSeconds: 60 });
  const store = createRunStore(redis, keys);
  for (const user_id of ['ada', 'dr-okafor']) {
    const mark = `${MARK} of ${user_id}`;
    const subject = { kind: 'patient', id: user_id };
    const request = taskRequest({ id: `task-${user_id}`, user_id, subject, session_id: `session-${user_id}` });
    await admission.admit({ request, text: mark, doubleText: 'enqueue', idempotency: null });
    const opened = await store.open(request.id, { run: 'Solo', history: 0, results: false });
    const result = { ...failedRun('Solo', { code: 'internal', detail: mark }), text: mark };
    const writes = [
      stepWrite('model-1', { at: 1, ms: 1, value: mark }, ''),
      eventWrite({ kind: 'delta', data: { agent: 'Solo', text: mark } }),
      stateWrite({ note: mark, 'user:note': mark }),
      ...resultWrites('Solo', result, {}, { agent: 'Solo', text: mark }, ''),
    ];
    await store.write((opened as NonNullable<typeof opened>).claim, () => ({ number: 1, writes }));
  }
  const marked = async (mark: string) => (await redisLines(redis, prefix)).filter((line) => line.includes(mark));
  expect((await marked(`${MARK} of ada`)).length).toBeGreaterThan(5);
  const parts = { redis, keys, queues, admission, modules: [], workspaces, remotes: NO_REMOTES };
  await eraseSubject(parts, 'local', { kind: 'patient', id: 'ada' });
  expect(await marked(`${MARK} of ada`)).toEqual([]);
  expect((await marked(`${MARK} of dr-okafor`)).length).toBeGreaterThan(5);
});
