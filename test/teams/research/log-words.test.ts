/** The log of a process that refuses what users write to the research team: no word of theirs is in it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { apiClient } from '../../support/api.ts';
import { fleetEnv } from '../../support/fleet.ts';
import { startMain } from '../../support/main-process.ts';

const MARK = 'zyqophane';

test('what a user writes as a schedule, a path, a name or a message is in no line of the log', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-log-words-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const main = startMain({ ...fleetEnv(dataDir), LOG_LEVEL: 'trace' });
  const api = apiClient(String(/http:\/\/127\.0\.0\.1:\d+/.exec(await main.ready)?.[0]));
  const made = await api.call('POST', '/v1/agents', {
    user_id: `dr-${MARK}`,
    session_id: `s-${MARK}`,
    name: `Agent ${MARK}`,
    description: `Follows ${MARK}.`,
    message: `Look for ${MARK}.`,
  });
  expect(made.status).toBe(201);
  const plan = { agent_id: made.body.id, instruction: `Look for ${MARK}.` };
  const { body: trigger } = await api.call('POST', '/v1/triggers', { ...plan, schedule: 'weekly' });
  for (const schedule of [
    `3 days after ${MARK} test`,
    `* * * * ${MARK}`,
    `5 days before the ${MARK} day`,
    `${MARK}`,
    `2020-01-01 ${MARK}`,
    `every day at 99 ${MARK}`,
    `2019-01-01T00:00:00Z`,
  ]) {
    expect((await api.call('POST', '/v1/triggers', { ...plan, schedule })).status).toBe(422);
    expect((await api.call('PATCH', `/v1/triggers/${trigger.id}`, { schedule })).status).toBe(422);
  }
  for (const [method, path, body] of [
    ['GET', `/v1/agents/${made.body.id}/files/notes/${MARK}.md`],
    ['GET', `/v1/agents/${made.body.id}/files/..%2F${MARK}`],
    ['GET', `/v1/agents/${made.body.id}/files/${MARK}%00`],
    ['GET', `/v1/agents/${MARK}`],
    ['GET', `/v1/triggers/${MARK}`],
    ['POST', `/v1/approvals/${MARK}`, { decision: 'approve' }],
    ['POST', '/v1/triggers', { ...plan, schedule: 'weekly', timezone: `Mars/${MARK}` }],
    ['POST', `/v1/agents/${made.body.id}/messages`, { text: '', [MARK]: 1 }],
  ] as [string, string, unknown?][])
    expect((await api.call(method, path, body)).status, path).toBeGreaterThanOrEqual(400);

  const { stdout, stderr } = await main.end('SIGTERM');
  expect(stdout).toContain('request.failed');
  const words = (stdout + stderr).split('\n').filter((line) => line.toLowerCase().includes(MARK));
  expect(words).toEqual([]);
});
