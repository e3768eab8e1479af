/** The functions over HTTP: what each answers without a model, which preset it takes, and what is refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RunView } from '../../../producers/functions/run-view.ts';
import { FUNCTION_NAMES, type FunctionName } from '../../../src/functions/agent-function.ts';
import { FunctionView, functionEndpoint, PipelineView } from '../../../src/functions/describe.ts';
import { FUNCTIONS } from '../../../src/functions/functions.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { INPUTS, NOTE, OFFLINE, runFunction } from '../../support/function-calls.ts';
import { expectProblem, MARKER } from '../http/expect-problem.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(() => fleet.close());

/** The run, if it has completed. */
async function completed(name: FunctionName, fields: Record<string, unknown> = {}): Promise<RunView> {
  const { status, body } = await runFunction(fleet, name, fields);
  expect([status, body.code ?? null]).toEqual([200, null]);
  const run = RunView.parse(body);
  expect(run).toMatchObject({ name, status: 'completed', error: null });
  return run;
}

const pathsOf = (body: Record<string, unknown>) => (body.errors as { path: string }[]).map(({ path }) => path);

test.each(OFFLINE)('%s answers without a model, in the form that it declares', async (name) => {
  const { output, details, usage } = await completed(name, { cache: false });
  expect(() => FUNCTIONS.get(name)?.output.parse(output)).not.toThrow();
  expect(details).toMatchObject({
    audit_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    cached: false,
    mode: 'rule',
    preset: FUNCTIONS.get(name)?.presets.default,
    budget: FUNCTIONS.get(name)?.budget,
    input_tokens: expect.any(Number),
  });
  expect(usage).toMatchObject({ input_tokens: 0, output_tokens: 0 });
});

test('generate_code makes nothing up: without a model it says that it needs one', async () => {
  const problem = expectProblem(await runFunction(fleet, 'generate_code'), 501, 'model_required');
  expect(problem.detail).toContain('GEMINI_API_KEY');
});

describe('input that does not fit is a 422 that names the field', () => {
  const missing = FUNCTION_NAMES.map((name) => [name, String(FUNCTIONS.get(name)?.content)] as const);

  test.each(missing)('%s without %s, and with one of the wrong type', async (name, field) => {
    for (const value of [undefined, 7, null, { text: MARKER }]) {
      const problem = expectProblem(await runFunction(fleet, name, { [field]: value }), 422, 'invalid');
      expect(pathsOf(problem)).toContain(field);
    }
  });

  test.each(FUNCTION_NAMES)('%s with an unknown field, and with an option that does not exist', async (name) => {
    const unknown = expectProblem(await runFunction(fleet, name, { sytle: MARKER }), 422, 'invalid');
    expect(JSON.stringify(unknown.errors)).toContain('has no field sytle');
    for (const [field, value] of [
      ['quality', 'best'],
      ['over_budget', 'cut'],
      ['cache', 'no'],
      ['user_id', 'a b'],
      ['patient_id', ''],
      ['citations', [{ id: 'x' }]],
    ] as const) {
      const problem = expectProblem(await runFunction(fleet, name, { [field]: value }), 422, 'invalid');
      expect(pathsOf(problem).map((path) => path.split('.')[0])).toContain(field);
    }
  });

  test.each(OFFLINE)('%s with a preset or a variant that does not exist', async (name) => {
    for (const [field, value] of [
      ['preset', 'S9'],
      ['preset', 'constructor'],
      ['variant', 'constructor'],
      ['variant', 'toString'],
    ] as const)
      expect(pathsOf(expectProblem(await runFunction(fleet, name, { [field]: value }), 422, 'invalid'))).toEqual([
        field,
      ]);
  });

  test.each<[FunctionName, string, unknown]>([
    ['extract_structure', 'extraction_type', 'verbs'],
    ['extract_structure', 'domain', 'law'],
    ['summarize_content', 'style', 'poem'],
    ['summarize_content', 'target_tokens', 15],
    ['summarize_content', 'target_tokens', 1.5],
    ['summarize_content', 'content', ' \n '],
    ['summarize_content', 'preserve', 'blood pressure'],
    ['analyze_artifact', 'artifact_type', 'picture'],
    ['analyze_artifact', 'analysis_type', 'beauty'],
    ['synthesize_outputs', 'artifacts', []],
    ['synthesize_outputs', 'synthesis_strategy', 'mix'],
    ['synthesize_outputs', 'conflict_policy', 'last_wins'],
    ['cross_reference', 'match_type', 'exact'],
    ['cross_reference', 'top_k', 0],
  ])('%s with %s = %j', async (name, field, value) => {
    const problem = expectProblem(await runFunction(fleet, name, { [field]: value }), 422, 'invalid');
    expect(pathsOf(problem)).toEqual([field]);
  });

  test('an address that is none, and a method that it does not have', async () => {
    expectProblem(await fleet.call('POST', '/v1/functions/summarise/run', {}), 404, 'not_found');
    expectProblem(await fleet.call('POST', '/v1/functions/summarize_content/run', {}), 404, 'not_found');
    for (const name of FUNCTION_NAMES) {
      const answer = await fleet.call('GET', functionEndpoint(name));
      expectProblem(answer, 405, 'method_not_allowed');
      expect(answer.headers.get('allow')).toContain('POST');
    }
    expectProblem(await fleet.call('POST', '/v1/functions', {}), 405, 'method_not_allowed');
    expectProblem(await fleet.call('POST', functionEndpoint('summarize_content'), '[]'), 422, 'invalid');
  });
});

/** The matrix of the functions document. */
const QUALITY: Record<FunctionName, [light: string, standard: string, high: string]> = {
  extract_structure: ['S4', 'S1', 'S5'],
  summarize_content: ['S4', 'D4', 'T1'],
  generate_code: ['S3', 'D4', 'T1'],
  analyze_artifact: ['S3', 'D4', 'D3'],
  validate_against_spec: ['S4', 'D4', 'D3'],
  synthesize_outputs: ['S1', 'S1', 'D3'],
  decompose_task: ['S2', 'D3', 'T4'],
  cross_reference: ['S4', 'S4', 'S4'],
};
/** And the presets that each function names there besides its default. */
const VARIANTS: Record<FunctionName, Record<string, string>> = {
  extract_structure: { code_heavy: 'S6', long_input: 'S5' },
  summarize_content: { short_input: 'S4', long_input: 'S5', technical: 'D4' },
  generate_code: { simple: 'S3', quality: 'D4', long_file: 'S6' },
  analyze_artifact: { code: 'D4', security: 'D3', quick: 'S3' },
  validate_against_spec: { high_stakes: 'D3' },
  synthesize_outputs: { code: 'D4', debate_reconciliation: 'D3' },
  decompose_task: { complex: 'D3' },
  cross_reference: { ranking: 'S4' },
};

describe('the preset', () => {
  test.each(OFFLINE)('of %s is the one that the document has for a quality or a variant', async (name) => {
    const chosen = async (fields: Record<string, unknown>) => (await completed(name, fields)).details?.preset;
    const [light, standard, high] = QUALITY[name];
    expect(await chosen({ quality: 'light' })).toBe(light);
    expect(await chosen({ quality: 'standard' })).toBe(standard);
    expect(await chosen({ quality: 'high' })).toBe(high);
    for (const [variant, preset] of Object.entries(VARIANTS[name])) expect(await chosen({ variant })).toBe(preset);
  });

  test('is the named one before a variant’s, and a variant’s before a quality’s', async () => {
    const chosen = async (fields: Record<string, unknown>) =>
      (await completed('summarize_content', fields)).details?.preset;
    expect(await chosen({ preset: 'P3', variant: 'short_input', quality: 'high' })).toBe('P3');
    expect(await chosen({ variant: 'short_input', quality: 'high' })).toBe('S4');
  });

  test('of all eight functions is listed with its models and who answers for them', async () => {
    const { body } = await fleet.call('GET', '/v1/functions');
    const functions = FunctionView.array().parse(body.functions);
    expect(functions.map(({ name }) => name)).toEqual([...FUNCTION_NAMES]);
    for (const { name, presets, offline, endpoint } of functions) {
      const own = name as FunctionName;
      const namesOf = (table: Record<string, { name: string }>) =>
        Object.fromEntries(Object.entries(table).map(([key, preset]) => [key, preset.name]));
      const [light, standard, high] = QUALITY[own];
      expect(namesOf(presets.quality)).toEqual({ light, standard, high });
      expect(namesOf(presets.variants)).toEqual(VARIANTS[own]);
      expect([offline, endpoint]).toEqual([own !== 'generate_code', functionEndpoint(own)]);
      for (const { mode, models } of [presets.default, ...Object.values(presets.quality)])
        expect([mode, models[0]?.served_by]).toEqual([expect.not.stringContaining('unknown'), 'offline rules']);
    }
  });
});

test('the pipelines are listed with their stages, and each has its address', async () => {
  const { status, body } = await fleet.call('GET', '/v1/pipelines');
  expect(status).toBe(200);
  const pipelines = PipelineView.array().parse(body.pipelines);
  expect(pipelines.map(({ id }) => id).sort()).toEqual(['chapter-summarization', 'code-generation']);
  for (const { endpoint, levels, stages, mermaid } of pipelines) {
    expect(levels.flat().sort()).toEqual(stages.map(({ id }) => id).sort());
    for (const { id } of stages) expect(mermaid).toContain(id);
    expectProblem(await fleet.call('GET', endpoint), 405, 'method_not_allowed');
    expectProblem(await fleet.call('POST', endpoint, {}), 422, 'invalid');
  }
});

test('what is wrong in a stage of a pipeline is told by the name of the field that was sent', async () => {
  const { endpoint = '' } =
    PipelineView.array()
      .parse((await fleet.call('GET', '/v1/pipelines')).body.pipelines)
      .find(({ id }) => id === 'chapter-summarization') ?? {};
  const problem = expectProblem(await fleet.call('POST', `${endpoint}?wait=30`, { chapter_text: ' ' }), 422, 'invalid');
  expect(pathsOf(problem)).toEqual(['chapter_text']);
  expect(problem.detail).not.toContain('content must');
});

describe('input above the budget', () => {
  /** About four bytes make a token: twice the largest budget. */
  const long = Array.from(
    { length: 1_000 },
    (_, nth) => `On day ${nth} the pressure was ${100 + (nth % 60)} mmHg. ${NOTE}`,
  );
  const content = long.join('\n\n').slice(0, 140_000);
  const above: Partial<Record<FunctionName, Record<string, unknown>>> = {
    extract_structure: { content },
    summarize_content: { content, target_tokens: 400 },
    analyze_artifact: { artifact: content, artifact_type: 'document' },
    validate_against_spec: { artifact: content.slice(0, 30_000) },
    synthesize_outputs: { artifacts: [{ id: 'a', content }] },
    decompose_task: { task: content.slice(0, 30_000) },
    cross_reference: { query_artifact: content.slice(0, 30_000) },
  };

  test.each(OFFLINE)('of %s is refused, and the field is named', async (name) => {
    const problem = expectProblem(await runFunction(fleet, name, above[name]), 422, 'over_budget');
    const fn = FUNCTIONS.get(name);
    expect(pathsOf(problem)).toEqual([fn?.content]);
    expect(JSON.stringify(problem.errors)).toContain(`the budget is ${fn?.budget.input}`);
  });

  test.each(OFFLINE)('of %s is compressed or split if that is asked for, with both sizes, or refused', async (name) => {
    const fn = FUNCTIONS.get(name);
    for (const over_budget of ['compress', 'split']) {
      const able = over_budget === 'compress' ? name !== 'synthesize_outputs' : fn?.split !== undefined;
      if (!able) {
        const refused = expectProblem(await runFunction(fleet, name, { ...above[name], over_budget }), 422, 'invalid');
        expect(pathsOf(refused)).toEqual(['over_budget']);
        continue;
      }
      const { details, output } = await completed(name, { ...above[name], over_budget });
      expect(() => fn?.output.parse(output)).not.toThrow();
      const over = details?.over_budget as { handled: string; from_tokens: number; to_tokens: number; pieces?: number };
      expect(over.handled).toBe(over_budget === 'split' ? 'split' : 'compressed');
      expect(over.from_tokens).toBe(details?.input_tokens);
      expect(over.from_tokens).toBeGreaterThan(Number(fn?.budget.input));
      expect(over.to_tokens).toBeLessThanOrEqual(Number(fn?.budget.input));
      if (over_budget === 'split') expect(over.pieces).toBeGreaterThan(1);
    }
  });

  test('cannot be made small where the other fields alone are too long', async () => {
    const invariants = Array.from({ length: 200 }, (_, nth) => `${nth} ${NOTE}`);
    const fields = { ...above.validate_against_spec, invariants, over_budget: 'compress' };
    const problem = expectProblem(await runFunction(fleet, 'validate_against_spec', fields), 422, 'over_budget');
    expect(JSON.stringify(problem.errors)).toContain('The fields beside artifact alone are too long');
  });

  test('that is within the budget is left as it is, whatever was asked for', async () => {
    const { details } = await completed('summarize_content', { over_budget: 'compress', cache: false });
    expect(details).not.toHaveProperty('over_budget');
    expect(INPUTS.summarize_content.content).toBe(NOTE);
  });
});
