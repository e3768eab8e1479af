/** The jobs of a pipeline as Bull Board draws them: each level below the one that follows it, also where that is known only in the run. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { ROLES } from '../../workers/start-workers.ts';
import { upkeepOf } from '../queues/upkeep-parts.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { testRedis } from '../support/redis.ts';
import { type Change, codeScript, HINT, REQUEST } from './code-script.ts';
import { beginRun, draft, endOfRun, scriptedModel } from './pipeline-runs.ts';

const PIPELINE = 'code-generation';
const VIOLATION = { criterion: 'numbers', kind: 'specification', severity: 'major', message: 'It takes words too.' };
const NOT_VALID = draft({ violations: [VIOLATION], confidence: 0.9, remediation_hints: [HINT] });

type Node = { id: string; children?: Node[] };

/** Without a worker that runs upkeep: the tests run it themselves. */
async function start(change: Change) {
  const { script, asked } = codeScript(change);
  const { env } = await scriptedModel(script);
  const fleet = await startFleet({ env, roles: ROLES.filter((role) => role !== 'upkeep'), dashboard: true });
  onTestFinished(() => fleet.close());
  const id = await beginRun(fleet, PIPELINE, { user_request: REQUEST, search_scope: ['code'] });
  return { fleet, asked, id };
}

/** Nested ids: what comes after the task's, without the pipeline's name. */
async function treeOf({ url }: Fleet, id: string): Promise<unknown> {
  const response = await fetch(`${url}/dashboard/queues/api/queues/function/${id}/flow?depth=10&maxChildren=100`);
  const { flowRoot } = (await response.json()) as { flowRoot: Node };
  const drawn = ({ id: job, children = [] }: Node): string => {
    const name = job
      .slice(id.length + 1)
      .replaceAll(`${PIPELINE}.`, '')
      .replace(`${PIPELINE}/`, '');
    const below = children.map(drawn).sort().join(', ');
    return below ? `${name}(${below})` : name;
  };
  return flowRoot.children?.map(drawn).sort();
}

test('a run with items and a second round: what was written is below what puts it together, of each round', async () => {
  const { fleet, id } = await start(({ name, request }) =>
    name === 'validate_against_spec writer' && !request.lastUserText.includes('Round2') ? NOT_VALID : undefined,
  );
  expect(await endOfRun(fleet, id)).toMatchObject({ status: 'completed', output: { valid: true } });
  await expect.poll(() => fleet.queue('function').getJobState(id)).toBe('completed');
  expect(await treeOf(fleet, id)).toEqual([
    '1.decompose_task',
    '1.synthesize_outputs(1.t3.generate_code(1.t1.generate_code, 1.t2.generate_code))',
    '1.t1.cross_reference',
    '1.t2.cross_reference',
    '1.t3.cross_reference',
    '1.validate_against_spec(1.quality.analyze_artifact, 1.security.analyze_artifact)',
    '2.quality.analyze_artifact',
    '2.security.analyze_artifact',
    '2.synthesize_outputs(2.t3.generate_code(2.t1.generate_code, 2.t2.generate_code))',
    '2.validate_against_spec',
  ]);
});

describe('a level was laid out before the one below it is done', () => {
  const hold = async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const started = await start(async ({ name }) => {
      if (name === 'generate_code t1 writer') await held;
      return undefined;
    });
    const { asked, fleet, id } = started;
    await expect.poll(() => asked.some(({ name }) => name === 'generate_code t1 writer')).toBe(true);
    await expect.poll(() => fleet.queue('function').getJobState(id)).toBe('waiting-children');
    return { ...started, release };
  };

  test.each([
    ['the job of the run', ''],
    ['what the run waits for', '.code-generation.1.code-generation/synthesize_outputs'],
    ['what that waits for', '.code-generation.1.t3.code-generation/generate_code'],
    ['the list of what it waits for', '.code-generation.1.t3.code-generation/generate_code:dependencies'],
  ])('%s is lost: the run is done, and nothing is written twice', async (_what, key) => {
    const { fleet, asked, id, release } = await hold();
    expect(await testRedis().del(`${fleet.base.keys.bull}:function:${id}${key}`)).toBe(1);
    const { run } = upkeepOf(fleet);
    await run();
    release();
    const ended = async () => {
      await run();
      return (await fleet.call('GET', `/v1/runs/${id}`)).body.status;
    };
    await expect.poll(ended).toBe('completed');
    const writers = asked.flatMap(({ name }) => (name.endsWith('writer') ? [name] : [])).sort();
    expect(writers).toEqual([...new Set(writers)]);
  });

  test('the result of an item was in the second that Redis lost: that item is done again, and no other', async () => {
    const { fleet, id, release } = await hold();
    const run = `code-generation.1.t2.code-generation/generate_code`;
    await expect.poll(() => fleet.queue('function').getJobState(`${id}.${run}`)).toBe('completed');
    expect(await testRedis().hdel(fleet.base.keys.results(id), run)).toBe(1);
    release();
    expect(await endOfRun(fleet, id)).toMatchObject({ status: 'completed', output: { valid: true } });
  });

  test('a stage that fails ends the run, and what was to follow it does not begin', async () => {
    const { fleet, asked, id } = await start(({ name }) =>
      name === 'generate_code t1 writer' ? { error: { status: 400, message: 'no' } } : undefined,
    );
    expect(await endOfRun(fleet, id)).toMatchObject({ status: 'failed' });
    expect(asked.map(({ name }) => name)).not.toContain('generate_code t3 writer');
    expect(asked.map(({ name }) => name)).not.toContain('synthesize_outputs writer');
  });
});
