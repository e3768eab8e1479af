/** Erasing a person deletes their own files, and nobody else's. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAdmission } from '../../queues/admission/admission.ts';
import { eraseSubject } from '../../queues/erase-subject.ts';
import { createFleetQueues } from '../../queues/fleet-queues.ts';
import { createKeys } from '../../src/engine/task/keys.ts';
import { openWorkspaces } from '../../src/engine/workspace/open-workspaces.ts';
import { loadConfig } from '../../src/platform/config.ts';
import type { Approval } from '../../src/teams/research/approval.ts';
import { researchTeam } from '../../src/teams/research/index.ts';
import { researchKeys } from '../../src/teams/research/keys.ts';
import { openMailer } from '../../src/teams/research/mail/mailer.ts';
import type { TeamParts } from '../../src/teams/team-parts.ts';
import { NO_REMOTES } from '../support/no-remotes.ts';
import { testPrefix, testRedis } from '../support/redis.ts';

test('the files and the waiting mail of a person are deleted; a clinician keeps theirs', async () => {
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
  const admission = createAdmission(redis, keys, { maxOpenTasks: 10, retentionSeconds: 60 });
  for (const tenant of ['t', 'other']) {
    await workspaces.open(tenant, 'user:ada').write('user_profile/a.md', 'hers', { by: 'A' });
    await workspaces.open(tenant, 'user:dr-okafor').write('user_profile/a.md', 'his', { by: 'A' });
  }
  const mailer = openMailer({ MAIL_FROM: 'fleet@example.org', DATA_DIR: dir });
  const mail = { to: ['author@example.org'], subject: 'A question', body: 'Is it known?' };
  for (const id of ['hers', 'his']) await mailer.send({ id, mail } as unknown as Approval);
  await redis.zadd(researchKeys(keys.tag).approvals('t', 'ada'), 1, 'hers', 2, 'sent-by-a-server');
  const research = researchTeam({ config: loadConfig({ DATA_DIR: dir }), redis, keys, workspaces } as TeamParts);
  const parts = { redis, keys, queues, admission, modules: [research], workspaces, remotes: NO_REMOTES };
  expect(await eraseSubject(parts, 't', { kind: 'patient', id: 'ada' })).toMatchObject({ files: 2 });
  expect((await workspaces.open('t', 'user:ada').list()).files).toEqual([]);
  expect(await readdir(join(dir, 'outbox'))).toEqual(['his.eml']);
  for (const left of [workspaces.open('t', 'user:dr-okafor'), workspaces.open('other', 'user:ada')])
    expect((await left.list()).files).toHaveLength(1);
});
