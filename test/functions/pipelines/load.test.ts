/** Pipelines as files: what is wrong in one must be said before it runs, with its line. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { handoffKey } from '../../../src/engine/agents/pipeline.ts';
import { levelsOf } from '../../../src/engine/agents/stage-order.ts';
import { FUNCTIONS } from '../../../src/functions/functions.ts';
import { loadPipelines } from '../../../src/functions/pipelines/load.ts';
import { buildCacheKey, STATE_PREFIX_TEMP } from '../../../src/functions/state/cache-keys.ts';
import { FilesError } from '../../../src/platform/yaml/problems.ts';

const KNOWN = {
  functionOf: (name: string) => FUNCTIONS.get(name),
  functions: [...FUNCTIONS.keys()],
  presets: ['S1', 'S2', 'S5', 'D4'],
  reserved: ['quality'],
};

const stage = (...lines: string[]) => lines.map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`).join('\n');

const SUMMARY = stage('function: summarize_content', 'input: { content: $inputs.text, target_tokens: 100 }');

function pipeline(stages: string[], output = '{}', inputs = '{ text: { type: text } }'): string {
  return ['id: demo', 'description: A demo', `inputs: ${inputs}`, 'stages:', ...stages, `output: ${output}`].join('\n');
}

async function load(yaml: string) {
  const dir = await mkdtemp(join(tmpdir(), 'medfleet-pipelines-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await writeFile(join(dir, 'demo.yml'), yaml);
  return loadPipelines(dir, KNOWN);
}

async function problems(yaml: string): Promise<string[]> {
  const error = await load(yaml).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof FilesError)) throw error ?? new Error('it was accepted');
  return error.problems.map(({ line, message }) => `${line}: ${message}`);
}

test('the pipelines of the document are right, and their stages have the order that it draws', async () => {
  const [chapter, code] = await loadPipelines('agents/pipelines', { ...KNOWN, reserved: [] });
  const order = (one: typeof chapter) => one && levelsOf(one.pipeline).map((level) => level.map(({ id }) => id));
  expect(order(chapter)).toEqual([
    ['extract_structure'],
    ['cross_reference'],
    ['summarize_content'],
    ['validate_against_spec'],
  ]);
  expect(order(code)).toEqual([
    ['decompose_task'],
    ['cross_reference'],
    ['generate_code'],
    ['synthesize_outputs'],
    ['analyze_artifact'],
    ['validate_against_spec'],
  ]);
});

test('hand-offs have the keys of the document', () => {
  expect(handoffKey('chapter-summarization', 'stage_1')).toBe(
    buildCacheKey(STATE_PREFIX_TEMP, 'chapter-summarization', 'stage_1'),
  );
});

test('a stage is called as its function unless it says otherwise', async () => {
  const [one] = await load(pipeline([SUMMARY], '{ summary: $stages.summarize_content.summary }'));
  expect(one?.pipeline.stages.map(({ id }) => id)).toEqual(['summarize_content']);
});

test('an unknown function, stage, preset or input', async () => {
  expect(await problems(pipeline([stage('function: summarise', 'input: {}')]))).toEqual([
    '5: unknown function "summarise"',
  ]);
  const wrong = stage(
    'function: summarize_content',
    'preset: S9',
    'needs: [nothing]',
    'input: { content: $inputs.text, target: 5 }',
  );
  expect(await problems(pipeline([wrong]))).toEqual([
    '6: unknown preset "S9"',
    '7: unknown stage "nothing"',
    '8: summarize_content has no input "target"',
    '8: summarize_content needs the input "target_tokens"',
  ]);
  const inputs = '{ text: {}, quality: {} }';
  expect(await problems(pipeline([SUMMARY], '{}', inputs))).toEqual(['3: "quality" is a field of every request']);
});

test('a circle', async () => {
  const first = stage('id: one', 'function: decompose_task', 'input: { task: $stages.two.summary }');
  const second = stage(
    'id: two',
    'function: summarize_content',
    'input: { content: $stages.one.subtasks.*.description, target_tokens: 50 }',
  );
  const found = await problems(
    pipeline([
      first,
      second.replace('$stages.one.subtasks.*.description', '{ $join: [$stages.one.subtasks.*.description] }'),
    ]),
  );
  expect(found).toEqual(['5: the stages depend on one another in a circle: one -> two -> one']);
});

test('hand-offs of the wrong type, and references to nothing', async () => {
  const next = (input: string) => stage('function: validate_against_spec', `input: ${input}`);
  const check = (input: string) => problems(pipeline([SUMMARY, next(input)]));
  expect(await check('{ artifact: $stages.summarize_content.invariants, specification: x }')).toEqual([
    '8: "$stages.summarize_content.invariants" is array, and string is needed',
  ]);
  expect(await check('{ artifact: $stages.summarize_content.summery, specification: x }')).toEqual([
    '8: "$stages.summarize_content.summery" refers to nothing',
  ]);
  expect(await check('{ artifact: $stage.summarize_content, specification: x }')).toEqual([
    '8: "$stage.summarize_content" refers to nothing',
  ]);
  expect(
    await check('{ artifact: a, specification: x, invariants: [$stages.summarize_content.compression_ratio] }'),
  ).toEqual(['8: "$stages.summarize_content.compression_ratio" is number, and string is needed']);
});

test('a stage that sends work back to a stage or by a field that does not exist', async () => {
  const judge = stage(
    'function: validate_against_spec',
    'input: { artifact: $stages.summarize_content.summary, specification: x }',
    'retry: { stage: summary, unless: ok, limit: 2 }',
  );
  expect(await problems(pipeline([SUMMARY, judge]))).toEqual([
    '9: unknown stage "summary"',
    '9: validate_against_spec has no output "ok"',
  ]);
});
