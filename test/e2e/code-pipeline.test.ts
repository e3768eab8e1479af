/** code-generation end to end: over HTTP, with a real fleet and a model that plays a script. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { createKeys } from '../../src/engine/task/keys.ts';
import { barrier } from '../functions/runtime/calls.ts';
import { type Fleet, fleetEnv, startFleet } from '../support/fleet.ts';
import { startWorkerProcess } from '../support/processes.ts';
import { testRedis } from '../support/redis.ts';
import type { ScriptedAnswer } from '../support/scripted-gemini.ts';
import { type Asked, type Change, codeOf, codeScript, generated, HINT, programOf, REQUEST } from './code-script.ts';
import { beginRun, draft, endOfRun, type Run, scriptedModel, startModelled } from './pipeline-runs.ts';

const PIPELINE = 'code-generation';
const ARTIFACT = `/v1/artifacts/${PIPELINE}/synthesize_outputs:synthesized/synthesized`;
const REFUSED: ScriptedAnswer = { error: { status: 400, message: 'no' } };
const VIOLATION = { criterion: 'numbers', kind: 'specification', severity: 'major', message: 'It takes words too.' };
const NOT_VALID = draft({ violations: [VIOLATION], confidence: 0.9, remediation_hints: [HINT] });

const LIBRARY = [
  {
    scope: 'code',
    type: 'code',
    title: 'parse.ts',
    source: { source_type: 'code', repo: 'examples', file_path: 'src/parse.ts', commit_hash: 'abc1234' },
    text: '/** Parse the readings, one on each line. */\nexport const parse = (text: string) => text.split("\\n");\n',
  },
  {
    scope: 'code',
    type: 'text',
    title: 'Statistics',
    source: { source_type: 'book', author: 'Venn, Edith', publisher: 'Quayside Press', city: 'Leith', year: 1902 },
    text: 'To compute the mean of readings, divide their sum by their number.',
  },
];

type Program = {
  code: string;
  valid: boolean;
  findings: unknown;
  explanations: string[];
  test_hints: unknown;
  violations: { criterion: string }[];
};

const start = async (change?: Change, library?: readonly object[]) => {
  const { script, asked } = codeScript(change);
  return { ...(await startModelled(script, library)), asked };
};
const begin = (at: Fleet, fields: Record<string, unknown> = {}) =>
  beginRun(at, PIPELINE, { user_request: REQUEST, search_scope: ['code'], ...fields });
const generate = async (at: Fleet, fields?: Record<string, unknown>): Promise<Run<Program>> =>
  endOfRun<Program>(at, await begin(at, fields));
const names = (asked: readonly Asked[], fn: string) =>
  asked.flatMap(({ name }) => (name.startsWith(fn) ? [name.slice(fn.length + 1)] : []));
const isRound2 = ({ request }: Asked) => request.lastUserText.includes('Round2');

test('subtasks are written side by side, then what needs them, with their code; a validation sends all of it back once', async () => {
  const together = barrier(2);
  const { fleet, asked } = await start(async (one) => {
    const { name, round } = one;
    // Neither is answered before both were asked for.
    if (round === 1 && /generate_code t[12] writer/.test(name)) await together();
    if (round === 1 && name === 'generate_code t2 critic') return draft({ acceptable: false, problems: ['No sum.'] });
    if (name === 'validate_against_spec writer' && !isRound2(one)) return NOT_VALID;
    return undefined;
  });
  const run = await generate(fleet);
  expect(run).toMatchObject({
    status: 'completed',
    error: null,
    output: { code: programOf(2), valid: true, violations: [], explanations: Array(3).fill('It is simple.') },
  });

  const written = asked.filter(({ name }) => name.startsWith('generate_code'));
  const [first, second] = [written.filter(({ round }) => round === 1), written.filter(({ round }) => round === 2)];
  const ofItem = (list: Asked[], item: string) => names(list, `generate_code ${item}`);
  expect(ofItem(first, 't1')).toEqual(['writer', 'critic']);
  expect(ofItem(first, 't2')).toEqual(['writer', 'critic', 'revision']);
  expect(ofItem(first, 't3')).toEqual(['writer', 'critic']);
  for (const item of ['t1', 't2', 't3']) expect(ofItem(second, item)).toEqual(['writer', 'critic']);
  for (const list of [first, second]) {
    const last = list.findIndex(({ name }) => name.startsWith('generate_code t3'));
    expect(list.slice(last).map(({ name }) => name)).toEqual(['generate_code t3 writer', 'generate_code t3 critic']);
  }
  const prompt = (list: Asked[], name: string) => list.find((one) => one.name === name)?.request.lastUserText ?? '';
  for (const [list, round] of [
    [first, 1],
    [second, 2],
  ] as const)
    for (const item of ['t1', 't2']) expect(prompt(list, 'generate_code t3 writer')).toContain(codeOf(item, round));
  expect(prompt(first, 'generate_code t2 revision')).toContain('- No sum.');
  for (const item of ['t1', 't2', 't3'])
    expect(prompt(second, `generate_code ${item} writer`)).toContain(`Constraints:\n- ${HINT}`);

  const calls = (fn: string) => names(asked, fn);
  expect(calls('decompose_task')).toEqual(['writer']);
  // The library is empty: there is nothing to order, and no model is asked to.
  expect(calls('cross_reference')).toEqual([]);
  expect(calls('synthesize_outputs')).toEqual(['writer', 'critic', 'writer', 'critic']);
  for (const analysis of ['quality', 'security'])
    expect(calls(`analyze_artifact ${analysis}`)).toEqual(['writer', 'critic', 'writer', 'critic']);
  expect(calls('validate_against_spec')).toEqual(['writer', 'critic', 'writer', 'critic']);
  expect(run.usage.model_calls).toBe(asked.length);
  expect(run.stages.map(({ stage, round, item = '' }) => `${stage} ${round} ${item}`.trim()).slice(-7)).toEqual([
    'generate_code 2 t1',
    'generate_code 2 t2',
    'generate_code 2 t3',
    'synthesize_outputs 2',
    'analyze_artifact 2 quality',
    'analyze_artifact 2 security',
    'validate_against_spec 2',
  ]);

  const jobs = await fleet.queue('function').getJobs(['completed']);
  const named = (name: string) => jobs.find((job) => job.name === name);
  expect(named(PIPELINE)?.progress).toEqual({ progress: 100, done: 6, of: 6 });
  const items = [1, 2, 3].flatMap((item) => [`generate_code ${item}`, `generate_code ${item}/round 2`]);
  for (const name of ['decompose_task', 'synthesize_outputs/round 2', ...items])
    expect((await fleet.queue('function').getJobLogs(String(named(name)?.id))).logs.at(-1)).toMatch(/^end success, /);
  const { logs } = await fleet.queue('function').getJobLogs(run.run_id);
  expect(logs.filter((line) => line.startsWith('wait for ')).slice(0, 3)).toEqual([
    'wait for 3 jobs',
    'wait for 2 jobs',
    'wait for 1 job',
  ]);
  const shown = JSON.stringify([jobs.map(({ name, progress }) => [name, progress]), logs]);
  expect(shown).not.toMatch(/t[123]\b|reading/);

  expect((await fleet.call('GET', ARTIFACT)).body).toMatchObject({
    version: 2,
    versions: [2, 1],
    data: programOf(2),
    qualified_name: 'code-generation/synthesize_outputs:synthesized/synthesized_v2',
  });
  expect((await fleet.call('GET', `${ARTIFACT}?version=1`)).body).toMatchObject({ data: programOf(1) });
});

test('the sources of all subtasks are in the audit, each once', async () => {
  const cited = { t1: 'examples/src/parse.ts', t2: 'Venn', t3: 'examples/src/parse.ts' };
  const { fleet, documents } = await start(({ name, request: { systemText } }) => {
    const item = /^generate_code (t\d) writer$/.exec(name)?.[1] as keyof typeof cited | undefined;
    const source = item && systemText.split('\n').find((line) => line.startsWith('[^') && line.includes(cited[item]));
    return item && source ? generated(item, 1, `As there.${source.split(' ')[0]}`) : undefined;
  }, LIBRARY);
  const run = await generate(fleet, { conversation_id: 'c1', message_id: 'm1' });
  expect(run.status).toBe('completed');
  expect(run.output?.explanations).toEqual(Array(3).fill(expect.stringMatching(/^As there\.\[\^\d\]$/)));
  const { records } = (await fleet.call('GET', '/v1/audit/citations?conversation_id=c1')).body;
  expect(records).toMatchObject([
    {
      message_id: 'm1',
      citations_used: documents.map((id) => `${id}.1`),
      retrieval_scores: [expect.any(Number), expect.any(Number)],
    },
  ]);
});

test('a worker is killed in the middle: another one goes on, and no finished call is made again', async () => {
  let killed = false;
  const { script, asked } = codeScript(({ name }) =>
    name === 'generate_code t2 critic' && !killed ? { hang: true } : undefined,
  );
  const { env: modelled } = await scriptedModel(script);
  // Minutes: the job goes on because the death was noticed, not because its lock has expired.
  const env: Record<string, string> = {
    ...fleetEnv(String(modelled.DATA_DIR)),
    ...modelled,
    WORKER_LOCK_SECONDS: '600',
  };
  const fleet = await startFleet({ env, roles: [] });
  onTestFinished(() => fleet.close());
  const victim = await startWorkerProcess(env);
  onTestFinished(() => victim.kill());
  const id = await begin(fleet);

  const redis = testRedis();
  const keys = createKeys(String(env.REDIS_PREFIX));
  const stepsOf = (run: string) => redis.hkeys(keys.journal(id, run));
  await expect.poll(() => names(asked, 'generate_code t2')).toEqual(['writer', 'critic']);
  await expect
    .poll(async () =>
      (await stepsOf(`${PIPELINE}.1.t2.${PIPELINE}/generate_code`)).filter((step) => /generator.*model-1/.test(step)),
    )
    .toHaveLength(1);
  await expect.poll(async () => redis.hexists(keys.results(id), `${PIPELINE}.1.t1.${PIPELINE}/generate_code`)).toBe(1);
  const before = asked.map(({ name }) => name);
  killed = true;
  await victim.kill();
  const heir = await startWorkerProcess(env);
  onTestFinished(() => heir.kill());

  const run = await endOfRun<Program>(fleet, id);
  expect(run).toMatchObject({ status: 'completed', error: null, output: { code: programOf(1), valid: true } });
  const after = asked.slice(before.length).map(({ name }) => name);
  expect(after.filter((name) => before.includes(name))).toEqual(['generate_code t2 critic']);
  expect(new Set(asked.map(({ name }) => name)).size).toBe(asked.length - 1);
  const stream = await (await fetch(`${fleet.url}/v1/runs/${id}/events`)).text();
  expect(stream.match(/^event: done$/gm)).toHaveLength(1);
  expect((await fleet.call('GET', ARTIFACT)).body.versions).toEqual([1]);
});

describe('a stage whose model fails for good', () => {
  test('leaves an analysis to its rule: the run is degraded and says which', async () => {
    const { fleet } = await start(({ name }) => (name === 'analyze_artifact security writer' ? REFUSED : undefined));
    const run = await generate(fleet);
    expect(run).toMatchObject({
      status: 'degraded',
      error: { code: 'stood_in', agent: 'code-generation/analyze_artifact' },
      output: { code: programOf(1), valid: true, passed: [true, true] },
    });
    expect(run.stages.filter(({ status }) => status === 'error')).toEqual([]);
  });

  test('leaves the references of a subtask to its rule', async () => {
    const { fleet, asked } = await start(
      ({ name }) => (name === 'cross_reference t1 writer' ? REFUSED : undefined),
      LIBRARY,
    );
    const run = await generate(fleet);
    expect(run).toMatchObject({
      status: 'degraded',
      error: { code: 'stood_in', agent: 'code-generation/cross_reference' },
      output: { code: programOf(1) },
    });
    const prompt = (item: string) =>
      asked.find(({ name }) => name === `generate_code ${item} writer`)?.request.lastUserText;
    expect(prompt('t2')).toMatch(/Context:\n- \[\^1\]/);
  });

  test('leaves no findings of code that was written again since', async () => {
    const finding = { rule: 'race', severity: 'minor', message: 'A race.', line: 1, fix_hint: null };
    const { fleet } = await start((one) => {
      if (one.name === 'validate_against_spec writer' && !isRound2(one)) return NOT_VALID;
      if (one.name !== 'analyze_artifact quality writer') return undefined;
      return isRound2(one) ? REFUSED : draft({ findings: [finding], checklist: [], report: '' });
    });
    const run = await generate(fleet);
    expect(run).toMatchObject({ status: 'degraded', output: { code: programOf(2) } });
    expect(JSON.stringify(run.output?.findings)).not.toContain('A race.');
  });

  test('and that everything rests on fails the run with its own code', async () => {
    const { fleet, asked } = await start(({ name }) => (name === 'generate_code t2 writer' ? REFUSED : undefined));
    const { status, body } = await fleet.call('POST', `/v1/pipelines/${PIPELINE}/run?wait=60`, {
      user_request: REQUEST,
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).toMatchObject({ code: 'model_refused' });
    expect(names(asked, 'generate_code t3')).toEqual([]);
    expect(names(asked, 'synthesize_outputs')).toEqual([]);
  });
});

test('a run that is cancelled ends as cancelled, its model call is aborted, and nothing more is asked', async () => {
  const { fleet, asked } = await start(({ name }) => (name === 'generate_code t1 writer' ? { hang: true } : undefined));
  const id = await begin(fleet);
  await expect.poll(() => names(asked, 'generate_code').sort()).toEqual(['t1 writer', 't2 critic', 't2 writer']);
  expect((await fleet.call('DELETE', `/v1/runs/${id}`)).status).toBe(202);
  expect(await endOfRun(fleet, id)).toMatchObject({ status: 'cancelled', output: null });
  const hanging = asked.find(({ name }) => name === 'generate_code t1 writer');
  await expect.poll(() => hanging?.request.aborted).toBe(true);
  await expect
    .poll(async () => (await fleet.queue('function').getJobCounts('active', 'waiting', 'delayed')).active)
    .toBe(0);
  expect(names(asked, 'generate_code').sort()).toEqual(['t1 writer', 't2 critic', 't2 writer']);
  expect((await fleet.call('DELETE', `/v1/runs/${id}`)).status).toBe(409);
});
