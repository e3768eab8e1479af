/** `npm start` after a crash, and what else it refuses to start with. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentsWith } from '../support/agents-dir.ts';
import { apiClient } from '../support/api.ts';
import { dataDir, refusedWith, startQuiet } from './start-main.ts';

test('what was filed is there after a crash and a second start', async () => {
  const DATA_DIR = dataDir();
  const first = startQuiet({ DATA_DIR });
  const turn = await apiClient(urlIn(await first.ready)).say('My weight is 80 kg', { session_id: 's1' });
  await first.end('SIGKILL');
  const second = startQuiet({ DATA_DIR });
  const api = apiClient(urlIn(await second.ready));
  expect(await api.turn(turn.turn_id)).toEqual(turn);
  expect((await api.call('GET', '/v1/patients/p1/record')).body.counts).toMatchObject({ observations: 1 });
  expect((await api.say('My weight is 81 kg', { session_id: 's1' })).status).toBe('completed');
  expect(await second.end('SIGTERM')).toMatchObject({ code: 0 });
});

test('a broken agent config stops the start with file, line and the fix', async () => {
  const dir = agentsWith([{ agent: 'UrlHandlerAgent', path: ['tools', '0'], value: 'fetch_pge' }]);
  writeFileSync(join(dir, 'health/GoogleSearchAgent/config.yml'), 'name: [oops\n');
  const { code, stderr } = await refusedWith({ AGENTS_DIR: dir });
  expect(code).toBe(1);
  expect(stderr).toMatch(/UrlHandlerAgent\/config\.yml:\d+ .*fetch_pge.*did you mean "fetch_page"/);
  expect(stderr).toMatch(/GoogleSearchAgent\/config\.yml:\d+/);
});

test('listening to other machines without authentication is refused in one line', async () => {
  const { code, stderr } = await refusedWith({ HOST: '0.0.0.0' });
  expect(code).toBe(1);
  expect(stderr).toContain('API_TOKENS: needed because HOST=0.0.0.0');
});

test('a port that is taken is named', async () => {
  const first = startQuiet();
  const port = new URL(urlIn(await first.ready)).port;
  const { code, stderr } = await refusedWith({ PORT: port });
  expect([code, stderr]).toEqual([1, `medfleet: port ${port} on 127.0.0.1 is taken; stop what uses it, or set PORT\n`]);
  await first.end('SIGINT');
});

function urlIn(banner: string): string {
  return /http:\/\/[\d.]+:\d+/.exec(banner)?.[0] ?? '';
}
