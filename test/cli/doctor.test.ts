/** `medfleet doctor`: every line says what is so, and a fault its fix. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../src/cli/doctor/finding.ts';
import { checkNode } from '../../src/cli/doctor/settings.ts';
import { clockFinding } from '../../src/cli/doctor/stores.ts';
import { fleetEnv, startFleet } from '../support/fleet.ts';
import { startScriptedOpenAi } from '../support/scripted-openai.ts';
import { cli } from './cli.ts';

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-doctor-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function examine(env: Record<string, string>): Promise<{ code: number; findings: Finding[] }> {
  const { code, out, err } = await cli(['doctor', '--json'], { env });
  expect(err).toBe('');
  return { code, ...(JSON.parse(out) as { findings: Finding[] }) };
}

const stateOf = (findings: Finding[], name: string) =>
  findings.filter((one) => one.name === name).map(({ state }) => state);

test('a healthy fleet passes, with a worker for each role', async () => {
  const env = fleetEnv(newDir());
  const fleet = await startFleet({ env });
  onTestFinished(() => fleet.close());
  const { code, findings } = await examine({ ...env, MEDFLEET_URL: fleet.url });
  expect(findings.filter(({ state }) => state === 'fail')).toEqual([]);
  expect(code).toBe(0);
  for (const name of ['node', 'settings', 'disk', 'graph', 'model', 'server', 'readiness', 'worker triage'])
    expect([name, stateOf(findings, name)]).toEqual([name, ['ok']]);
  expect(stateOf(findings, 'redis')[0]).toBe('ok');
  expect(stateOf(findings, 'clock of server')).toHaveLength(1);
});

test('roles without a worker fail, with the command that starts one', async () => {
  const env = fleetEnv(newDir());
  const fleet = await startFleet({ env, roles: ['turn', 'triage'] });
  onTestFinished(() => fleet.close());
  const { code, findings } = await examine({ ...env, MEDFLEET_URL: fleet.url });
  expect(code).toBe(1);
  expect(findings.find(({ name }) => name === 'readiness')).toMatchObject({ state: 'fail' });
  expect(findings.find(({ name }) => name === 'worker extractor')).toMatchObject({
    state: 'fail',
    fix: 'npm run worker -- --roles extractor',
  });
});

test('settings that are wrong are named, each with its line', async () => {
  const { code, findings } = await examine({ ...fleetEnv(newDir()), PORT: 'many', MODEL_PROVIDER: 'gemini' });
  expect(code).toBe(1);
  const wrong = findings.filter(({ name }) => name === 'settings');
  expect(wrong.map(({ detail }) => detail.split(':')[0])).toEqual(expect.arrayContaining(['PORT']));
  for (const { state, fix } of wrong) expect([state, fix]).toEqual(['fail', expect.stringContaining('.env')]);
});

test('what does not answer fails with its fix, and no secret is printed', async () => {
  const env = {
    ...fleetEnv(newDir()),
    REDIS_URL: 'redis://:hunter2@127.0.0.1:9',
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    OPENAI_MODEL: 'm',
    MEDFLEET_URL: 'http://127.0.0.1:9',
  };
  const { code, out } = await cli(['doctor'], { env });
  expect(code).toBe(1);
  for (const name of ['redis', 'model', 'server']) expect(out).toMatch(new RegExp(`FAIL  ${name} .*\\n +fix: \\w`));
  expect(out).not.toContain('hunter2');
});

test.each([
  ['cannot call tools', 'small', 'warn', /^small cannot call tools.* run on rules/],
  ['is not on the server', 'large', 'fail', /^OPENAI_BASE_URL does not have large: it lists small$/],
])('a model that %s is not called fine', async (_, model, state, detail) => {
  const listed = { status: 200, body: { data: [{ id: 'small' }] } };
  const get = (path: string) => (path === '/v1/models' ? listed : undefined);
  const server = await startScriptedOpenAi(() => ({ text: 'Cold.' }), { get });
  onTestFinished(() => server.close());
  const { findings } = await examine({ ...fleetEnv(newDir()), OPENAI_BASE_URL: server.url, OPENAI_MODEL: model });
  const found = findings.filter(({ name }) => name === 'model');
  expect(found).toEqual([{ name: 'model', state, detail: expect.stringMatching(detail), fix: expect.any(String) }]);
});

test('without a fleet on this machine it says how to start one, and that is no failure', async () => {
  const { findings } = await examine({ NODE_ENV: 'test', DATA_DIR: newDir() });
  expect(findings.find(({ name }) => name === 'redis')).toMatchObject({
    state: 'warn',
    fix: expect.stringContaining('npm start'),
  });
});

test('an agent’s file that is no YAML is named with its line', async () => {
  const agents = newDir();
  cpSync(join(import.meta.dirname, '../../agents'), agents, { recursive: true });
  writeFileSync(join(agents, 'health/TriageAgent/config.yml'), 'name: TriageAgent\n  : [oops\n');
  const { code, findings } = await examine({ ...fleetEnv(newDir()), AGENTS_DIR: agents });
  expect(code).toBe(1);
  expect(findings.find(({ name }) => name === 'agents')).toMatchObject({
    state: 'fail',
    detail: expect.stringMatching(/TriageAgent\/config\.yml:\d/),
    fix: expect.stringContaining('npm run agents:check'),
  });
});

test('a graph file that is damaged or locked is told apart', async () => {
  const [damaged, locked] = [newDir(), newDir()];
  writeFileSync(join(damaged, 'graph.db'), 'this is no database, but long enough to look like one. '.repeat(100));
  const other = new Libsql(join(locked, 'graph.db'));
  onTestFinished(() => void other.close());
  other.exec('CREATE TABLE t (a); BEGIN EXCLUSIVE; INSERT INTO t VALUES (1)');
  const graphOf = async (DATA_DIR: string) =>
    (await examine({ NODE_ENV: 'test', DATA_DIR })).findings.find(({ name }) => name === 'graph');
  expect(await graphOf(damaged)).toMatchObject({ state: 'fail', fix: expect.stringContaining('restore a backup') });
  expect(await graphOf(locked)).toMatchObject({ state: 'fail', fix: expect.stringContaining('lsof') });
  expect(await graphOf(newDir())).toMatchObject({ state: 'ok' });
});

test('a port that another program uses is named, and so is a server that is not ours', async () => {
  const other = createServer((_request, response) => void response.writeHead(404).end());
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const PORT = String((other.address() as AddressInfo).port);
  const { findings } = await examine({ NODE_ENV: 'test', DATA_DIR: newDir(), PORT });
  expect(findings.find(({ name }) => name === 'port')).toMatchObject({
    state: 'warn',
    fix: expect.stringContaining('set PORT'),
  });
  expect(findings.find(({ name }) => name === 'server')?.detail).toContain('is not Medfleet');
});

test('clocks that differ, and a Node that is too old', () => {
  expect(clockFinding('clock', 400).state).toBe('ok');
  expect(clockFinding('clock', -5_000)).toMatchObject({ state: 'warn', detail: '5.0 s behind this machine' });
  expect(clockFinding('clock', 61_000)).toMatchObject({ state: 'fail', fix: expect.stringContaining('timedatectl') });
  expect(checkNode('20.18.3').state).toBe('fail');
  expect(checkNode('22.1.0').state).toBe('ok');
});
