/** How the command line is called: help, exit codes, colours, and the real process. */
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMAND_NAMES, cli } from './cli.ts';

const ROOT = join(import.meta.dirname, '../..');
const BIN = join(ROOT, 'bin/medfleet.mjs');
/** Nobody listens there: port 9 is that of the discard protocol. */
const NOWHERE = { MEDFLEET_URL: 'http://127.0.0.1:9' };

describe('help', () => {
  test('lists all commands', async () => {
    for (const args of [[], ['--help'], ['-h'], ['help']]) {
      const { code, out } = await cli(args);
      expect(code).toBe(0);
      for (const name of COMMAND_NAMES) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
  });

  test.each(COMMAND_NAMES)('%s explains itself, with examples that call it', async (name) => {
    const { code, out } = await cli([name, '--help']);
    expect([code, (await cli(['help', name])).out]).toEqual([0, out]);
    expect(out).toMatch(new RegExp(`Examples:\\n[\\s\\S]*medfleet ${name}`));
    for (const line of out.split('\n')) expect(line.length).toBeLessThan(140);
  });
});

describe('exit codes', () => {
  test.each([
    [['agnts'], 'did you mean agents? See medfleet --help'],
    [['help', 'nothing'], 'there is no command "nothing". See'],
    [['turns', '--patint', 'x'], 'turns has no option --patint; did you mean --patient? See medfleet turns --help'],
    [['turns', '--patient'], 'argument missing. See medfleet turns --help'],
    [['turns', 'one'], '"one" is one argument too many. See'],
    [['turns'], 'give --session ID or --patient ID. See'],
    [['sessions'], 'give --patient ID or --user ID. See'],
    [['turn'], 'say which turn'],
    [['record'], 'say whose record'],
    [['record', 'anna', 'shoes'], 'SECTION is one of'],
    [['record', 'anna', '--csv', '--fhir'], 'choose one of'],
    [['completion', 'tcsh'], 'say which shell'],
    [['health', '--url', 'x'], 'there is no command'],
    [['turns', '--patient', 'x', '--url', 'not an address'], '--url must be an address'],
  ])('2 for %j', async (args, message) => {
    expect(await cli(args, { env: NOWHERE })).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(message),
    });
  });

  test('3 if nothing answers, with what to do', async () => {
    const { code, err } = await cli(['turns', '--patient', 'anna'], { env: NOWHERE });
    expect([code, err]).toEqual([3, expect.stringContaining('npm start')]);
  });

  test('a fleet on another port of this machine is found by the PORT of its settings', async () => {
    const { findings } = JSON.parse((await cli(['doctor', '--json'], { env: { PORT: '9' } })).out);
    expect(findings).toContainEqual(expect.objectContaining({ detail: 'nothing answers at http://127.0.0.1:9' }));
  });

  test('that of the program, where a command is one', async () => {
    const spawned: string[][] = [];
    expect((await cli(['eval', '--only', 'triage'], { spawned })).code).toBe(7);
    expect((await cli(['bench'], { spawned })).code).toBe(7);
    expect((await cli(['start'], { spawned })).code).toBe(7);
    expect(spawned.map((args) => args.map((arg) => arg.replace(`${ROOT}/`, '')).slice(1))).toEqual([
      ['--import', 'tsx', 'test/eval/main.ts', '--only', 'triage'],
      ['--import', 'tsx', 'test/bench/main.ts'],
      ['src/platform/bootstrap.mjs', 'start'],
    ]);
  });
});

test('colours are for terminals, and not where NO_COLOR is set', async () => {
  const coloured = async (isTerminal: boolean, env: Record<string, string>) =>
    (await cli(['doctor'], { isTerminal, env: { ...NOWHERE, ...env } })).out.includes('\u001b[');
  expect(await coloured(true, {})).toBe(true);
  expect(await coloured(false, {})).toBe(false);
  expect(await coloured(true, { NO_COLOR: '1' })).toBe(false);
  expect(await coloured(true, { TERM: 'dumb' })).toBe(false);
});

describe('as a process', () => {
  const medfleet = (...args: string[]) =>
    spawnSync(process.execPath, [BIN, ...args], {
      encoding: 'utf8',
      cwd: tmpdir(),
      env: { ...process.env, ...NOWHERE },
    });

  test('it works from any folder, and its exit code is the command’s', () => {
    expect(medfleet('--version')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    expect(medfleet('nothing')).toMatchObject({ status: 2, stdout: '' });
    expect(medfleet('turn', 'x')).toMatchObject({ status: 3, stdout: '' });
  });

  test.each([
    ['main.ts', 'npm start'],
    ['producers/main.ts', 'npm run producer'],
    ['workers/main.ts', 'npm run worker'],
  ])('%s --help prints help and starts nothing', (file, line) => {
    const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', file, '--help'], {
      encoding: 'utf8',
      cwd: ROOT,
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining(line)]);
  });
});
