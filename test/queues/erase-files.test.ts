/** Erasing a person takes the files with it that were kept for them, and no one else's. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { erasePatient } from '../../queues/erase-patient.ts';
import { createFleetQueues } from '../../queues/fleet-queues.ts';
import { createGate } from '../../queues/gate/gate.ts';
import { openWorkspaces } from '../../src/engine/workspace/open-workspaces.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { createKeys } from '../../src/platform/keys.ts';
import type { PatientRecord } from '../../src/record/record.ts';
import type { Approval } from '../../src/teams/research/approval.ts';
import { openMailer } from '../../src/teams/research/mail/mailer.ts';
import { testPrefix, testRedis } from '../support/redis.ts';

test('the files and the waiting mail of a person go with them; a clinician keeps theirs', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'medfleet-erase-files-'));
  const workspaces = await openWorkspaces(loadConfig({ DATA_DIR: dir }));
  const redis = testRedis();
  const keys = createKeys(testPrefix());
  const queues = createFleetQueues(redis, keys);
  onTestFinished(async () => {
    await queues.close();
    await workspaces.close();
    await rm(dir, { recursive: true, force: true });
  });
  const gate = createGate(redis, keys, { maxOpenTurns: 10, ratePerMinute: 0, retentionSeconds: 60 });
  const record = { erase: async () => ({ nodes: 0, edges: 0 }) } as unknown as PatientRecord;
  for (const tenant of ['t', 'other']) {
    await workspaces.open(tenant, 'user:ada').write('user_profile/a.md', 'hers', { by: 'A' });
    await workspaces.open(tenant, 'user:dr-okafor').write('user_profile/a.md', 'his', { by: 'A' });
  }
  const mailer = openMailer({ MAIL_FROM: 'fleet@example.org', DATA_DIR: dir });
  const mail = { to: ['author@example.org'], subject: 'A question', body: 'Is it known?' };
  for (const id of ['hers', 'his']) await mailer.send({ id, mail } as unknown as Approval);
  await redis.zadd(keys.approvals('t', 'ada'), 1, 'hers', 2, 'sent-by-a-server');
  const parts = { redis, keys, queues, gate, record, workspaces, dataDir: dir };
  expect(await erasePatient(parts, 't', 'ada')).toMatchObject({ files: 2 });
  expect((await workspaces.open('t', 'user:ada').list()).files).toEqual([]);
  expect(await readdir(join(dir, 'outbox'))).toEqual(['his.eml']);
  for (const left of [workspaces.open('t', 'user:dr-okafor'), workspaces.open('other', 'user:ada')])
    expect((await left.list()).files).toHaveLength(1);
});
