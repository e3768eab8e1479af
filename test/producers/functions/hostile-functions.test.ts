/** Input that is made to cost work or to confuse: answered or refused, never a fault of ours, and the event loop stays free. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FUNCTION_NAMES, type FunctionName } from '../../../src/functions/agent-function.ts';
import { functionEndpoint } from '../../../src/functions/describe.ts';
import { FUNCTIONS } from '../../../src/functions/functions.ts';
import { cited } from '../../support/citations.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { contentOf, INPUTS, NOTE, OFFLINE, runFunction } from '../../support/function-calls.ts';
import { expectProblem } from '../http/expect-problem.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(() => fleet.close());

/** Ended, or refused with a reason; not an error of ours. */
async function expectAnswered(name: FunctionName, fields: Record<string, unknown>): Promise<void> {
  const answer = await runFunction(fleet, name, { cache: false, ...fields });
  const told = [answer.status, answer.body.code ?? answer.body.status];
  expect([
    [200, 'completed'],
    [422, 'over_budget'],
    [422, 'invalid'],
  ]).toContainEqual(told);
}

/** As large as a body may be, whatever is escaped in it. */
const MEGA = 450_000;
const LONG: [string, string][] = [
  ['one word', 'a'.repeat(2 * MEGA)],
  ['lines', `x${'\n'.repeat(MEGA)}y`],
  ['sentences', NOTE.repeat((2 * MEGA) / NOTE.length)],
  ['brackets', '(['.repeat(MEGA)],
  ['markers', '[^1]'.repeat(MEGA / 2)],
  ['headings', '# a\n'.repeat(MEGA / 3)],
  ['quotes', '"\'`'.repeat(MEGA / 3)],
  ['addresses', 'a@b.c://'.repeat(MEGA / 4)],
];

test.each(LONG)('900 kB of %s, refused, compressed or split', async (_what, text) => {
  for (const name of OFFLINE) await expectAnswered(name, contentOf(name, text));
  const split = OFFLINE.filter((name) => FUNCTIONS.get(name)?.split);
  for (const name of split) await expectAnswered(name, { ...contentOf(name, text), over_budget: 'split' });
  // Compressed by the same code, whichever function it is for.
  await expectAnswered('summarize_content', { content: text, over_budget: 'compress' });
});

test('a body above the limit is refused before it is read', async () => {
  const body = JSON.stringify({ ...INPUTS.summarize_content, content: 'a'.repeat(1_100_000) });
  expectProblem(await fleet.call('POST', functionEndpoint('summarize_content'), body), 413, 'too_large');
});

describe('nesting and inherited names', () => {
  const NAMES = ['constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];
  const synthesize = (artifacts: string) =>
    fleet.call('POST', `${functionEndpoint('synthesize_outputs')}?wait=60`, `{"cache":false,"artifacts":${artifacts}}`);

  test('500 levels, and a key that changes the prototype, are refused', async () => {
    expectProblem(await synthesize(`[{"a":${'['.repeat(500)}${']'.repeat(500)}}]`), 400, 'malformed');
    expectProblem(await synthesize('[{"__proto__":{"id":"x"}}]'), 400, 'malformed');
    expectProblem(await synthesize('[{"\\u005f_proto__":{"id":"x"}}]'), 400, 'malformed');
  });

  test('60 levels are combined', async () => {
    const deep = `{"a":${'{"a":'.repeat(55)}1${'}'.repeat(55)}}`;
    const { status, body } = await synthesize(`[${deep},${deep.replace('1', '2')}]`);
    expect([status, body.status]).toEqual([200, 'completed']);
  });

  test.each(NAMES)('%s as the id, the field or the text of an artifact', async (name) => {
    const artifacts = [
      { id: name, [name]: { [name]: name } },
      { id: name, [name]: 1 },
      { id: 'x', content: name },
    ];
    for (const synthesis_strategy of ['merge', 'reconcile', 'vote'])
      await expectAnswered('synthesize_outputs', { artifacts, synthesis_strategy });
    const { body } = await runFunction(fleet, 'synthesize_outputs', { artifacts: [{ id: name, content: NOTE }] });
    expect(Object.keys((body.output as { provenance: object }).provenance)).toEqual([name]);
  });

  test.each(['__proto__', ...NAMES])('%s as a text or a name of any function', async (name) => {
    for (const one of OFFLINE) await expectAnswered(one, contentOf(one, name));
    await expectAnswered('decompose_task', { available_agents: [name], constraints: [name], context: name });
    await expectAnswered('cross_reference', { search_scope: [name] });
    await expectAnswered('summarize_content', { preserve: [name] });
    await expectAnswered('analyze_artifact', { checklist: [name] });
    await expectAnswered('validate_against_spec', { invariants: [name], acceptance_criteria: [name] });
  });
});

describe('odd characters', () => {
  const ODD = ['a\u0000b', '\u202e', '\ufeff', 'e\u0301'.repeat(99), '👩‍👩‍👧‍👦', '\u2028\u2029', 'İıẞﬁ'];

  test.each(OFFLINE)('in the text of %s', async (name) => {
    for (const odd of ODD) {
      const answer = await runFunction(fleet, name, { cache: false, ...contentOf(name, `${odd} ${NOTE} ${odd}`) });
      expect([odd, answer.status]).toEqual([odd, 200]);
    }
  });

  test.each<[FunctionName, Record<string, unknown>]>([
    ...FUNCTION_NAMES.map((name): [FunctionName, Record<string, unknown>] => [name, contentOf(name, 'x\ud800')]),
    ['extract_structure', { conversation_id: '\ud800' }],
    ['extract_structure', { preset: '\udfff' }],
    ['summarize_content', { preserve: ['x', '\udfff'] }],
    ['summarize_content', { citations: [cited('\ud800', 1)] }],
    ['synthesize_outputs', { artifacts: [{ '\ud800': 1 }] }],
  ])('half a character is refused by %s %#, and the field is named', async (name, fields) => {
    const { errors } = expectProblem(await runFunction(fleet, name, fields), 422, 'invalid');
    const [path] = Object.keys(fields);
    expect(errors).toEqual([{ path, message: `${path} must be well-formed Unicode.` }]);
  });

  test('and by a pipeline', async () => {
    const path = '/v1/pipelines/chapter-summarization/run';
    expectProblem(await fleet.call('POST', path, { chapter_text: '\ud800' }), 422, 'invalid');
    expectProblem(await fleet.call('POST', path, { chapter_text: 'x', search_scope: ['\ud800'] }), 422, 'invalid');
  });
});

describe('lists that are as long as they may be', () => {
  const many = (count: number) => Array.from({ length: count }, (_, nth) => `a concept with number ${nth} of the list`);

  test('are worked on, and longer ones are refused', async () => {
    await expectAnswered('summarize_content', { preserve: many(200) });
    await expectAnswered('validate_against_spec', { invariants: many(100), acceptance_criteria: many(100) });
    await expectAnswered('decompose_task', { constraints: many(100), available_agents: many(50) });
    await expectAnswered('analyze_artifact', { checklist: many(100) });
    await expectAnswered('cross_reference', { search_scope: many(50), top_k: 50 });
    for (const [name, field] of [
      ['summarize_content', 'preserve'],
      ['validate_against_spec', 'invariants'],
      ['decompose_task', 'available_agents'],
      ['analyze_artifact', 'checklist'],
      ['cross_reference', 'search_scope'],
    ] as const)
      expectProblem(await runFunction(fleet, name, { [field]: many(2_001) }), 422, 'invalid');
  });

  test('of long texts are above the budget, or worked on', async () => {
    await expectAnswered('summarize_content', { preserve: Array(200).fill('very long '.repeat(400)) });
    await expectAnswered('summarize_content', { preserve: ['a'.repeat(30_000), ' '.repeat(100), ''] });
    await expectAnswered('validate_against_spec', { invariants: Array(200).fill('(a+)+$ at least 9 words') });
  });
});

describe('code that is made to be hard to analyse', () => {
  const CODE: [string, string][] = [
    ['a pattern that explodes', 'const r = /^(a+)+$/;\nr.test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!");\n'],
    ['brackets without end', '('.repeat(50_000)],
    ['deep blocks', `${'if(a){'.repeat(2_000)}${'}'.repeat(2_000)}`],
    ['a deep expression', `const x = ${'(1+'.repeat(3_000)}1${')'.repeat(3_000)};`],
    ['a long string', `const s = "${'a'.repeat(60_000)}";`],
    ['comments', '/*'.repeat(30_000)],
    ['templates', '`$'.concat('{').repeat(10_000)],
    ['imports', Array.from({ length: 1_500 }, (_, nth) => `import x${nth} from 'p${nth}';`).join('\n')],
    ['the same line', 'const a = b + c * d;\n'.repeat(3_000)],
    ['secrets', 'AKIA'.repeat(15_000)],
    ['YAML aliases', `a: &a [x,x]\n${Array.from({ length: 20 }, (_, nth) => `b${nth}: &b${nth} [*a,*a]`).join('\n')}`],
    ['JSON without end', '{"a":'.repeat(10_000)],
    ['a package file', JSON.stringify({ dependencies: { __proto__x: '*', constructor: '^1.0.0', '': 'latest' } })],
    ['types', `type T = ${'Array<'.repeat(2_000)}1${'>'.repeat(2_000)};`],
  ];
  const TYPES = ['code', 'document', 'config'];
  const KINDS = ['quality', 'security', 'patterns', 'dependencies'];

  test.each(CODE)('%s', async (_what, artifact) => {
    for (const artifact_type of TYPES)
      for (const analysis_type of KINDS)
        await expectAnswered('analyze_artifact', { artifact, artifact_type, analysis_type, over_budget: 'split' });
  });
});

test('while long texts are worked on, other requests are answered', async () => {
  const fields = { content: NOTE.repeat(400), target_tokens: 4_000, over_budget: 'split', cache: false };
  let working = true;
  const runs = Array.from({ length: 6 }, () => runFunction(fleet, 'summarize_content', fields));
  const work = Promise.all(runs).finally(() => {
    working = false;
  });
  let meanwhile = 0;
  while (working) {
    expect((await fleet.call('GET', '/healthz')).status).toBe(200);
    if (working) meanwhile += 1;
  }
  for (const { status } of await work) expect(status).toBe(200);
  expect(meanwhile).toBeGreaterThan(0);
});
