import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadTeams } from '../../../src/engine/agents/load.ts';
import type { Teams } from '../../../src/engine/agents/team.ts';
import { watchTeams } from '../../../src/engine/agents/watch.ts';
import { FilesError } from '../../../src/platform/yaml/problems.ts';
import { STATE_LIMIT_MS } from '../../support/limits.ts';
import { addFiles, KNOWN, llm, teamYml, writeTeam } from './team-files.ts';

async function watched() {
  const dir = await writeTeam({ 'team.yml': teamYml('Helper'), Helper: llm('Helper') });
  let teams: Teams | undefined;
  const problems: Error[] = [];
  const watcher = watchTeams(
    dir,
    () => loadTeams(dir, KNOWN),
    (loaded) => {
      teams = loaded;
    },
    (error) => problems.push(error),
  );
  onTestFinished(() => watcher.close());
  await watcher.ready;
  const modelOf = (name: string) => teams?.get('demo')?.agents.get(name)?.model;
  const until = (check: () => void) => vi.waitFor(check, { timeout: STATE_LIMIT_MS, interval: 20 });
  return { dir, watcher, problems, modelOf, until, file: join(dir, 'demo/Helper/config.yml') };
}

/** Atomic: a file that is empty while it is being written would be reported as a broken edit. */
async function replace(file: string, content: string): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

const withModel = (model: string, name = 'Helper') => llm(name).replace('model: m', `model: ${model}`);

test('an edit is picked up, also after an editor has replaced the file by renaming', async () => {
  const { modelOf, until, file } = await watched();
  await writeFile(file, withModel('first'));
  await until(() => expect(modelOf('Helper')).toBe('first'));
  for (const model of ['second', 'third']) {
    await replace(file, withModel(model));
    await until(() => expect(modelOf('Helper')).toBe(model));
  }
  await writeFile(file, withModel('fourth'));
  await until(() => expect(modelOf('Helper')).toBe('fourth'));
});

test('a broken edit is reported and the last good agents stay; the fixed one replaces them', async () => {
  const { modelOf, until, file, problems } = await watched();
  await replace(file, withModel('good'));
  await until(() => expect(modelOf('Helper')).toBe('good'));
  await replace(file, withModel('bad').replace('worker: triage', 'worker: nowhere'));
  await until(() => expect(problems).toHaveLength(1));
  expect(problems[0]).toBeInstanceOf(FilesError);
  expect(problems[0]?.message).toContain('unknown queue "nowhere"');
  expect(modelOf('Helper')).toBe('good');
  await replace(file, withModel('fixed'));
  await until(() => expect(modelOf('Helper')).toBe('fixed'));
});

test('a new agent, and edits of it, are seen; so is its removal', async () => {
  const { dir, modelOf, until } = await watched();
  await addFiles(dir, { Helper: llm('Helper', 'transfers: [Newcomer]'), Newcomer: withModel('one', 'Newcomer') });
  await until(() => expect(modelOf('Newcomer')).toBe('one'));
  await addFiles(dir, { Newcomer: withModel('two', 'Newcomer') });
  await until(() => expect(modelOf('Newcomer')).toBe('two'));
  await rm(join(dir, 'demo/Newcomer'), { recursive: true });
  await addFiles(dir, { Helper: withModel('alone') });
  await until(() => expect(modelOf('Helper')).toBe('alone'));
  expect(modelOf('Newcomer')).toBeUndefined();
});

test('a folder that is replaced at once, as by a change of branch, is still watched', async () => {
  const { dir, modelOf, until } = await watched();
  await rm(join(dir, 'demo/Helper'), { recursive: true });
  await addFiles(dir, { Helper: withModel('replaced') });
  await until(() => expect(modelOf('Helper')).toBe('replaced'));
  await addFiles(dir, { Helper: withModel('edited') });
  await until(() => expect(modelOf('Helper')).toBe('edited'));
});

test('after close nothing is reported any more', async () => {
  const { watcher, modelOf, until, file, problems } = await watched();
  await replace(file, withModel('before'));
  await until(() => expect(modelOf('Helper')).toBe('before'));
  watcher.close();
  const agents = join(file, '../../..');
  const second = watchTeams(
    agents,
    () => loadTeams(agents, KNOWN),
    seen,
    () => {},
  );
  onTestFinished(() => second.close());
  await second.ready;
  let changes = 0;
  function seen() {
    changes += 1;
  }
  await replace(file, withModel('after'));
  // A second watcher of the same folder shows when the closed one would have reported.
  await until(() => expect(changes).toBeGreaterThan(0));
  expect(modelOf('Helper')).toBe('before');
  expect(problems).toEqual([]);
});
