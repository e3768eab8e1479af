/** Completion in the shells themselves. A shell that this machine does not have is skipped. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { COMMAND_NAMES, cli } from './cli.ts';

const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** What the shell prints after it has read the script of that shell. */
async function inShell(shell: string, args: readonly string[], lineFor: (file: string) => string): Promise<string[]> {
  const { code, out } = await cli(['completion', shell]);
  expect(code).toBe(0);
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-completion-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, '_medfleet');
  writeFileSync(file, out);
  const { status, stdout, stderr } = spawnSync(shell, [...args, '-c', lineFor(file)], { encoding: 'utf8', cwd: dir });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.trim().split('\n');
}

const COMPLETE: Record<string, (...words: string[]) => Promise<string[]>> = {
  bash: (...words) =>
    inShell('bash', ['--norc'], (file) => {
      const set = `COMP_WORDS=(medfleet ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}`;
      return `source ${file}; ${set}; _medfleet; printf '%s\\n' "\${COMPREPLY[@]}"`;
    }),
  // What the script offers for this line; which of it fits the last word is decided by the shell.
  zsh: async (...words) => {
    const offered = await inShell('zsh', ['-f'], (file) => {
      const stubs = 'compdef() { }; compadd() { shift; print -l -- "$@" }; _files() { print -- FILES }';
      const describe = `_describe() { print -l -- "\${(@)\${(P)2}%%:*}" }`;
      return `${stubs}; ${describe}; source ${file}; words=(medfleet ${words.join(' ')}); CURRENT=${words.length + 1}; _medfleet`;
    });
    return offered.filter((word) => word.startsWith(words.at(-1) ?? ''));
  },
  fish: async (...words) => {
    const lines = await inShell(
      'fish',
      ['--no-config'],
      (file) => `source ${file}; complete -C 'medfleet ${words.join(' ')}'`,
    );
    return lines.map((line) => line.split('\t')[0] ?? '');
  },
};

test.for(Object.keys(COMPLETE))('%s completes commands, actions and options', async (shell, { skip }) => {
  skip(!has(shell), `${shell} is not installed`);
  const complete = COMPLETE[shell] as (typeof COMPLETE)[string];
  expect((await complete('a')).sort()).toEqual(['agents', 'approvals', 'ask']);
  expect(await complete('approvals', 'a')).toContain('approve');
  expect(await complete('ask', '--pa')).toEqual(['--patient']);
  expect(await complete('record', 'anna', '--')).toEqual(expect.arrayContaining(['--csv', '--fhir', '--url']));
});

test.for(['zsh', 'fish'])('%s offers no files where a word of the command is meant', async (shell, { skip }) => {
  skip(!has(shell), `${shell} is not installed`);
  const offered = (await COMPLETE[shell]?.('approvals', '')) ?? [];
  expect(offered.filter((word) => /^\w/.test(word)).sort()).toEqual(['approve', 'list', 'reject']);
});

test.each(Object.keys(COMPLETE))('the script for %s has every command', async (shell) => {
  const { out } = await cli(['completion', shell]);
  for (const name of COMMAND_NAMES) expect(out).toContain(name);
});
