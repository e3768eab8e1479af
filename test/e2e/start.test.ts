/** `npm start`: it prints the addresses, and ends cleanly. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { agentsWith } from '../support/agents-dir.ts';
import { apiClient } from '../support/api.ts';
import { startMain } from '../support/main-process.ts';
import type { Ended } from '../support/processes.ts';

function dataDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-start-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const quiet = { LOG_LEVEL: 'warn', PORT: '0', AGENTS_RELOAD: 'false' };

test('it says what runs where once it is ready, and Ctrl-C ends it cleanly', async () => {
  const main = startMain({ ...quiet, DATA_DIR: dataDir() });
  const banner = await main.ready;
  expect(banner).toMatch(/Console\s+http:\/\/127\.0\.0\.1:\d+\/dashboard/);
  expect(banner).toMatch(/Model\s+offline/);
  expect(banner).toContain('AUTH_REQUIRED: anyone who reaches this port');
  expect(await main.end('SIGINT')).toMatchObject({ code: 0, stderr: '' });
});

test('what was filed is there after a crash and a second start', async () => {
  const dir = dataDir();
  const first = startMain({ ...quiet, DATA_DIR: dir });
  const turn = await apiClient(urlIn(await first.ready)).say('My weight is 80 kg', { session_id: 's1' });
  await first.end('SIGKILL');
  const second = startMain({ ...quiet, DATA_DIR: dir });
  const api = apiClient(urlIn(await second.ready));
  expect(await api.turn(turn.turn_id)).toEqual(turn);
  expect((await api.call('GET', '/v1/patients/p1/record')).body.counts).toMatchObject({ observations: 1 });
  expect((await api.say('My weight is 81 kg', { session_id: 's1' })).status).toBe('completed');
  expect(await second.end('SIGTERM')).toMatchObject({ code: 0 });
});

async function refusedWith(env: Record<string, string>): Promise<Ended> {
  const main = startMain({ ...quiet, DATA_DIR: dataDir(), ...env });
  await expect(main.ready).rejects.toThrow();
  return main.ended;
}

test('a broken agent config stops the start with file, line and the fix', async () => {
  const dir = agentsWith([{ agent: 'UrlHandlerAgent', path: ['tools', '0'], value: 'fetch_pge' }]);
  writeFileSync(join(dir, 'health/GoogleSearchAgent/config.yml'), 'name: [oops\n');
  const { code, stderr } = await refusedWith({ AGENTS_DIR: dir });
  expect(code).toBe(1);
  expect(stderr).toMatch(/UrlHandlerAgent\/config\.yml:\d+ .*fetch_pge.*did you mean "fetch_page"/);
  expect(stderr).toMatch(/GoogleSearchAgent\/config\.yml:\d+/);
});

test('it does not listen to other machines without authentication', async () => {
  const { code, stderr } = await refusedWith({ HOST: '0.0.0.0' });
  expect(code).toBe(1);
  expect(stderr).toContain('API_TOKENS: needed because HOST=0.0.0.0');
});

test('a port that is taken is named', async () => {
  const first = startMain({ ...quiet, DATA_DIR: dataDir() });
  const port = new URL(urlIn(await first.ready)).port;
  const { code, stderr } = await refusedWith({ PORT: port });
  expect([code, stderr]).toEqual([1, `medfleet: port ${port} on 127.0.0.1 is taken; stop what uses it, or set PORT\n`]);
  await first.end('SIGINT');
});

function urlIn(banner: string): string {
  return /http:\/\/[\d.]+:\d+/.exec(banner)?.[0] ?? '';
}
