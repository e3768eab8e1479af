/** Mistakes within one file: YAML, fields, types. Each problem must name its line. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadTeams } from '../../../src/engine/agents/load.ts';
import { FilesError, formatProblem } from '../../../src/platform/yaml/problems.ts';
import { KNOWN, llm, problemsOf, teamYml, writeTeam } from './team-files.ts';

const helper = { 'team.yml': teamYml('Helper') };

test('a good team loads with its defaults, its file and its parents', async () => {
  const dir = await writeTeam({
    'team.yml': teamYml('Top'),
    Top: 'name: Top\ntype: parallel\ndescription: Both\nworker: turn\nsub_agents: [Helper]',
    Helper: llm('Helper', 'tools: [fetch_page]', 'callbacks: {after_model: [note_answer]}'),
  });
  const team = (await loadTeams(dir, KNOWN)).get('demo');
  expect(team).toMatchObject({ root: 'Top', double_text: 'enqueue', max_transfer_depth: 4 });
  expect(team?.agents.get('Top')).toMatchObject({ parent: null, team: 'demo' });
  expect(team?.agents.get('Helper')).toMatchObject({
    parent: 'Top',
    file: join(dir, 'demo/Helper/config.yml'),
    include_contents: 'default',
    limits: { model_turns: 8 },
  });
});

test('a problem is printed so that an editor can jump to it, with the fix', async () => {
  const dir = await writeTeam({ ...helper, Helper: llm('Helper', 'tools:', '  - current_time', '  - fetch_pge') });
  const file = join(dir, 'demo/Helper/config.yml');
  const error = await loadTeams(dir, KNOWN).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(FilesError);
  if (!(error instanceof FilesError)) return;
  expect(error.code).toBe('config');
  const line = `${file}:8  unknown tool "fetch_pge"; did you mean "fetch_page"?`;
  expect(error.problems.map(formatProblem)).toEqual([line]);
  expect(error.message).toContain(line);
});

test('text that is not YAML is reported where it breaks', async () => {
  expect(await problemsOf({ ...helper, Helper: llm('Helper', 'tools: [fetch_page', 'record: read') })).toMatchObject([
    { file: 'Helper/config.yml', line: 7, message: expect.stringContaining('not valid YAML') },
  ]);
  const tabbed = await problemsOf({ ...helper, Helper: llm('Helper', 'limits:', '\tseconds: 3') });
  expect(tabbed).toContainEqual(expect.objectContaining({ line: 7, fix: 'indent with spaces' }));
  expect(await problemsOf({ ...helper, Helper: llm('Helper', 'model: other') })).toMatchObject([
    { line: 6, fix: 'keep one of the two' },
  ]);
  expect(await problemsOf({ ...helper, Helper: llm('Helper').replace('Helps', 'Helps: a lot') })).toMatchObject([
    { line: 2, fix: expect.stringContaining('between quotes') },
  ]);
});

test('a misspelt key is reported on its own line, at any depth', async () => {
  const text = llm(
    'Helper',
    'generate_config:',
    '  temprature: 0',
    'limits:',
    '  seconds: 3',
    '  token: 9',
    'colour: red',
  );
  expect(await problemsOf({ ...helper, Helper: text })).toEqual([
    { file: 'Helper/config.yml', line: 7, message: 'unknown key "temprature"', fix: 'did you mean "temperature"?' },
    { file: 'Helper/config.yml', line: 10, message: 'unknown key "token"', fix: 'did you mean "tokens"?' },
    { file: 'Helper/config.yml', line: 11, message: 'unknown key "colour"', fix: 'remove it' },
  ]);
});

test('a value of the wrong kind is reported with what it must be', async () => {
  const text = llm(
    'Helper',
    'type: llmm',
    'generate_config:',
    '  temperature: 3',
    '  top_k: 1.5',
    'tools: fetch_page',
    'callbacks:',
  );
  expect(await problemsOf({ ...helper, Helper: text })).toMatchObject([
    { line: 6, message: '"type" is "llmm"', fix: 'did you mean "llm"?' },
    { line: 8, message: '"generate_config.temperature" is 3', fix: 'it must be at most 2' },
    { line: 9, message: '"generate_config.top_k" is 1.5', fix: 'it must be a whole number' },
    { line: 10, message: '"tools" is "fetch_page"', fix: 'it must be a list' },
    { line: 11, message: '"callbacks" is empty', fix: 'give it a value or remove the line' },
  ]);
});

test('a number such as 40_000, which YAML reads as text, is not taken for a limit', async () => {
  expect(await problemsOf({ ...helper, Helper: llm('Helper', 'limits:', '  tokens: 40_000') })).toMatchObject([
    { line: 7, message: '"limits.tokens" is "40_000"', fix: 'it must be a number' },
  ]);
});

test('a missing field is reported with what to add', async () => {
  expect(await problemsOf({ ...helper, Helper: 'name: Helper\nmodel: m\ninstruction: Help.\nworker: triage' })).toEqual(
    [{ file: 'Helper/config.yml', line: 1, message: '"description" is missing', fix: 'add "description:"' }],
  );
  expect(
    await problemsOf({
      'team.yml': 'name: demo\nroot: Helper\ndescription: x\nqueues: [triage]',
      Helper: llm('Helper'),
    }),
  ).toMatchObject([{ file: 'team.yml', line: 1, message: '"fallback_reply" is missing' }]);
});

test('a wrong tool entry is compared with the kind of entry that its author probably meant', async () => {
  const tools = [
    'tools:',
    '  - agent: Other',
    '    name: ask',
    '    falback: Sorry',
    '  - builtin: gogle_search',
    '  - 7',
  ];
  expect(await problemsOf({ ...helper, Helper: llm('Helper', ...tools), Other: llm('Other') })).toEqual([
    { file: 'Helper/config.yml', line: 7, message: '"tools.0.fallback" is missing', fix: 'add "fallback:"' },
    { file: 'Helper/config.yml', line: 9, message: 'unknown key "falback"', fix: 'did you mean "fallback"?' },
    {
      file: 'Helper/config.yml',
      line: 10,
      message: '"tools.1.builtin" is "gogle_search"',
      fix: 'did you mean "google_search"?',
    },
    {
      file: 'Helper/config.yml',
      line: 11,
      message: '"tools.2" is not a tool',
      fix: expect.stringContaining('builtin'),
    },
  ]);
});

test('one mistake does not hide the others, in this file or the next', async () => {
  const problems = await problemsOf({
    'team.yml': teamYml('Helper', 'rot: Helper'),
    Helper: llm('Helper', 'modle: m', 'tools: [5, fetch_pge]', 'transfers: [Broken, Nobody]'),
    Broken: 'name: [Broken',
    Third: llm('Third', 'output: DataExtractoin').replace('worker: triage', 'worker: triaj'),
  });
  expect(problems.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
    expect.stringMatching(/^Broken\/config\.yml:1 not valid YAML/),
    'Helper/config.yml:6 unknown key "modle"',
    'Helper/config.yml:7 "tools.0" is not a tool',
    'Helper/config.yml:7 unknown tool "fetch_pge"',
    'Helper/config.yml:8 unknown agent "Nobody"',
    'Third/config.yml:3 unknown queue "triaj"',
    'Third/config.yml:6 unknown output schema "DataExtractoin"',
    'team.yml:6 unknown key "rot"',
  ]);
});

test('an empty file, a list, and a missing file say what belongs there', async () => {
  expect(await problemsOf({ ...helper, Helper: '' })).toMatchObject([{ line: 1, message: 'the file is empty' }]);
  expect(await problemsOf({ ...helper, Helper: '- name: Helper' })).toMatchObject([
    { line: 1, message: expect.stringContaining('key: value'), fix: 'start with "name: Helper"' },
  ]);
  expect(await problemsOf({ ...helper, 'Helper/config.yaml': llm('Helper') })).toMatchObject([
    { file: 'Helper/config.yml', message: 'there is no config.yml', fix: 'rename "config.yaml" to "config.yml"' },
  ]);
  expect(await problemsOf({ Helper: llm('Helper') })).toMatchObject([
    { file: 'team.yml', message: 'there is no team.yml' },
  ]);
});

test('a folder without teams is a problem, not an empty fleet', async () => {
  const dir = await writeTeam({});
  await expect(loadTeams(dir, KNOWN)).rejects.toThrow('there is no team here');
  await expect(loadTeams(join(dir, 'nowhere'), KNOWN)).rejects.toThrow('there is no team here');
});
