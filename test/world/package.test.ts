/**
 * The packages as a user gets them: packed, looked at by publint and attw, and installed into projects that know nothing of this
 * repository. Needs a package registry.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installNode } from '../support/install-node.ts';
import { checkTypes, npm, pack, project, run } from './fresh-project.ts';
import { because, nodeTools, WORLD_LIMIT_MS } from './tools.ts';

const MAX_BYTES = 15e6;
const SHIPPED = /^(agents|bin|dist)\/|^(\.env\.example|CHANGELOG\.md|LICENSE|NOTICE|README\.md|package\.json)$/;
const NEEDED = [
  'dist/main.js',
  'dist/client/client.d.ts',
  'dist/dashboard/console/assets/main.js',
  'agents/models.yml',
];
const NOT_RUN = /(?<!\.d)\.tsx?$|\.map$|\.test\./;
/** Node 20.19 and newer load it with `require` too. */
const ESM_ONLY = ['--profile', 'esm-only'];
const FOR_TYPES = ['@types/node@20', 'typescript@5'];

const dir = mkdtempSync(join(tmpdir(), 'medfleet-world-'));
const packed = { fleet: '', client: '' };
const judges = nodeTools('judges', 'publint@0.3.25', '@arethetypeswrong/cli@0.18.5');
const judge = (program: string, ...args: string[]) => run(dir, join(judges.bin, program), args);

beforeAll(() => {
  run('.', 'npm', ['run', '--silent', 'build']);
  packed.fleet = pack('.', dir);
  packed.client = pack('dist/client', dir);
}, WORLD_LIMIT_MS);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('the package is what is run: no tests, no sources, under 15 MB', () => {
  const list = npm('.', 'pack', '--dry-run', '--silent', '--json', '--ignore-scripts');
  const [{ files, unpackedSize }] = JSON.parse(list) as [{ files: { path: string }[]; unpackedSize: number }];
  const paths = files.map(({ path }) => path);
  expect(paths.filter((path) => !SHIPPED.test(path) || NOT_RUN.test(path))).toEqual([]);
  for (const path of NEEDED) expect(paths).toContain(path);
  expect(unpackedSize).toBeLessThan(MAX_BYTES);
});

describe.skipIf(judges.skipped)(`installed${because(judges)}`, () => {
  test.each(['fleet', 'client'] as const)('publint and attw have nothing to say of the %s', (name) => {
    expect(judge('publint', '--strict', packed[name])).toContain('All good!');
    judge('attw', ...ESM_ONLY, packed[name]);
  });

  const limit = { timeout: WORLD_LIMIT_MS };

  test('the client is one package, for plain Node 20, 22 and 24 and for strict types', limit, () => {
    const at = project(join(dir, 'client'));
    npm(at, 'install', packed.client);
    expect(npm(at, 'ls', '--all', '--parseable').trim().split('\n')).toHaveLength(2);
    expect(readFileSync(join(at, 'node_modules/medfleet-client/client.js'), 'utf8')).not.toMatch(/^import|\bimport\(/m);
    writeFileSync(join(at, 'esm.js'), `import { createClient, MedfleetError } from 'medfleet-client';${CALL}`);
    writeFileSync(join(at, 'cjs.cjs'), `const { createClient, MedfleetError } = require('medfleet-client');${CALL}`);
    for (const node of [process.execPath, installNode(22), installNode(24)])
      for (const file of ['esm.js', 'cjs.cjs']) expect(run(at, node, [file])).toBe('unreachable\n');
    npm(at, 'install', ...FOR_TYPES);
    checkTypes(at, useOf('medfleet-client'));
  });

  test('npx medfleet start answers a message, and its console has its files', limit, async () => {
    const at = project(join(dir, 'fleet'));
    npm(at, 'install', packed.fleet, ...FOR_TYPES);
    checkTypes(at, useOf('medfleet/client'));
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', SEARCH_PUBLIC: 'false' };
    const fleet = spawn('npx', ['medfleet', 'start'], { cwd: at, env, detached: true });
    try {
      const url = await addressOf(fleet);
      for (const path of ['', '/assets/main.js', '/assets/main.css', '/icon.svg'])
        expect([path, (await fetch(`${url}/dashboard${path}`)).status]).toEqual([path, 200]);
      writeFileSync(join(at, 'ask.js'), askOf(url));
      expect(run(at, process.execPath, ['ask.js'])).toMatch(/metformin/i);
      expect(statSync(join(at, '.data/graph.db')).size).toBeGreaterThan(0);
    } finally {
      process.kill(-Number(fleet.pid), 'SIGTERM');
      await once(fleet, 'close');
    }
  });
});

/** Nobody listens there: port 9 is that of the discard protocol. */
const CALL = `
createClient({ baseUrl: 'http://127.0.0.1:9', retries: 0 }).getMe()
  .catch((error) => console.log(error instanceof MedfleetError && error.code));
`;

const useOf = (name: string) => `import { createClient, MedfleetError, type ServerEvent, type Turn } from '${name}';
const client = createClient({ baseUrl: process.env.MEDFLEET_URL, token: process.env.MEDFLEET_TOKEN });
export async function ask(text: string): Promise<Turn> {
  const asking = client.ask({ text, patient_id: 'anna' }, { onConnection: undefined });
  for (;;) {
    const step = await asking.next();
    if (step.done) return step.value;
    const event: ServerEvent = step.value;
    if (event.event === 'error') throw new Error(String(event.data.code), { cause: MedfleetError });
  }
}
`;

const askOf = (url: string) => `import { createClient } from 'medfleet/client';
const asking = createClient({ baseUrl: '${url}' }).ask({ text: 'What does metformin do?', patient_id: 'anna' });
let step = await asking.next();
while (!step.done) step = await asking.next();
console.log(step.value.reply);
`;

function addressOf(fleet: ChildProcessWithoutNullStreams): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk;
      const url = /Console\s+(http:\S+)\/dashboard/.exec(printed)?.[1];
      if (url) resolve(url);
    };
    fleet.stdout.on('data', read);
    fleet.stderr.on('data', read);
    fleet.once('close', () => reject(new Error(`It ended:\n${printed}`)));
  });
}
