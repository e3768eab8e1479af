import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type SynthesizeOutputsOutput, synthesizeOutputs } from '../../src/functions/synthesize-outputs.ts';
import { runRule } from './run-rule.ts';
import { texts } from './texts.ts';

type Output = z.infer<typeof SynthesizeOutputsOutput>;
const STRATEGIES = ['merge', 'reconcile', 'vote'] as const;
const POLICIES = ['first_wins', 'consensus', 'flag'] as const;

function synthesize(contents: readonly string[], strategy = 'merge', policy = 'flag'): Output {
  const artifacts = contents.map((content, index) => ({ id: 'abcdefgh'.charAt(index), content }));
  return runRule<Output>(synthesizeOutputs, { artifacts, synthesis_strategy: strategy, conflict_policy: policy });
}

describe('merge', () => {
  test('the same paragraph stands once, in the given order, and it is known who had it', () => {
    const output = synthesize([
      'Smeaton built a tower of stone.\n\nIt stood for long.',
      'It stood for long.\n\nDouglass built another one.',
    ]);
    expect(output.synthesized).toBe(
      'Smeaton built a tower of stone.\n\nIt stood for long.\n\nDouglass built another one.',
    );
    expect(output.provenance).toEqual({
      a: ['Smeaton built a tower of stone.', 'It stood for long.'],
      b: ['It stood for long.', 'Douglass built another one.'],
    });
    expect(output).toMatchObject({ agreement_score: 1, conflicts: [] });
  });

  test('code has its imports once and first, and the same function once', () => {
    const one = "import { a } from './x.ts';\nimport { z } from 'zod';\n\nexport function first() {\n  return a;\n}\n";
    const two =
      "import {\n  a,\n  b,\n} from './x.ts';\n\nexport function second() {\n  const c = a;\n\n  return b + c;\n}\n\nexport function first() {\n  return a;\n}\n";
    const { synthesized, conflicts } = synthesize([one, two]);
    expect(synthesized).toBe(
      "import { a, b } from './x.ts';\nimport { z } from 'zod';\n\nexport function first() {\n  return a;\n}\n\nexport function second() {\n  const c = a;\n\n  return b + c;\n}",
    );
    expect(conflicts).toEqual([]);
  });

  test('two functions of one name with two bodies are a conflict', () => {
    const code = (value: number) => `export function limit() {\n  return ${value};\n}\n`;
    expect(synthesize([code(1), code(2)], 'merge', 'first_wins').synthesized).toBe(code(1).trim());
    expect(synthesize([code(1), code(2)]).conflicts).toMatchObject([{ topic: 'limit', resolution: null }]);
    expect(synthesize([code(1), code(2), code(2)], 'merge', 'consensus').synthesized).toBe(code(2).trim());
  });
});

describe('reconcile', () => {
  const [OLD, NEW] = ['The finished tower was 72 feet high.', 'The finished tower was 85 feet high.'];

  test('statements about the same thing with other values are a conflict', () => {
    const { synthesized, conflicts, agreement_score } = synthesize([OLD, NEW], 'reconcile');
    expect(conflicts).toEqual([
      {
        topic: expect.stringContaining('tower'),
        positions: [
          { artifact: 'a', statement: OLD },
          { artifact: 'b', statement: NEW },
        ],
        resolution: null,
      },
    ]);
    expect(synthesized).toContain(OLD);
    expect(synthesized).toContain(NEW);
    expect(agreement_score).toBe(0.5);
  });

  test.each([
    ['first_wins', [OLD, NEW, NEW], OLD],
    ['consensus', [OLD, NEW, NEW], NEW],
  ])('%s decides it and says so', (policy, contents, taken) => {
    const output = synthesize(contents, 'reconcile', policy);
    expect(output.synthesized).toBe(taken);
    expect(output.conflicts[0]?.resolution).toContain(policy);
  });

  test('no consensus leaves it open', () => {
    expect(synthesize([OLD, NEW], 'reconcile', 'consensus').conflicts[0]?.resolution).toBeNull();
  });

  test.each([
    [
      'a negation',
      'The service stores passwords in plain text.',
      'The service does not store passwords in plain text.',
    ],
    ['a name', 'The tower was designed by the engineer Smeaton.', 'The tower was designed by the engineer Rudyerd.'],
    ['a labelled value', 'Default port: open', 'Default port: closed'],
  ])('%s makes a conflict', (_what, one, other) => {
    expect(synthesize([one, other], 'reconcile').conflicts).toHaveLength(1);
  });

  test('who says less does not contradict', () => {
    const output = synthesize([OLD, 'The finished tower, completed 1759, was 72 feet high.'], 'reconcile');
    expect(output).toMatchObject({ conflicts: [], agreement_score: 1, synthesized: OLD });
  });
});

describe('vote', () => {
  test('what most say is kept', () => {
    const output = synthesize(
      ['The port is 80. Cats like fish.', 'The port is 8080. The disk is full.', 'The port is 8080. The disk is full.'],
      'vote',
    );
    expect(output.synthesized).toBe('The port is 8080.\n\nThe disk is full.');
    expect(output.conflicts).toMatchObject([{ resolution: expect.stringContaining('2 of 3') }]);
  });

  test('objects are voted on field by field', () => {
    const contents = [
      { a: 1, b: { c: 'x' } },
      { a: 2, b: { c: 'x' } },
      { a: 2, b: { c: 'y' }, d: 1 },
    ].map((one) => JSON.stringify(one));
    const output = synthesize(contents, 'vote');
    expect(JSON.parse(output.synthesized)).toEqual({ a: 2, b: { c: 'x' } });
    expect(output.conflicts.map(({ topic }) => topic)).toEqual(['a', 'b.c']);
    expect(output.provenance).toEqual({ a: ['b.c'], b: ['a', 'b.c'], c: ['a'] });
  });
});

test('artifacts without text are objects, and two of one id are told apart', () => {
  const input = {
    artifacts: [{ id: 'x', code: 'let a = 1;\nlet b = 2;' }, { id: 'x', summary: 'A summary.' }, { findings: [1] }],
  };
  const { provenance } = runRule<Output>(synthesizeOutputs, input);
  expect(Object.keys(provenance).sort()).toEqual(['3', 'x', 'x (2)']);
});

test('one artifact alone agrees with itself, and copies of it change nothing', () => {
  assert(
    property(texts, constantFrom(...STRATEGIES), constantFrom(...POLICIES), (text, strategy, policy) => {
      const alone = synthesize([text], strategy, policy);
      expect(alone).toMatchObject({ agreement_score: 1, conflicts: [] });
      expect(synthesize([text, text, text], strategy, policy).synthesized).toBe(alone.synthesized);
    }),
  );
});

test('first_wins leaves nothing open, and provenance names each artifact', () => {
  assert(
    property(array(texts, { minLength: 1, maxLength: 4 }), constantFrom(...STRATEGIES), (contents, strategy) => {
      const { conflicts, provenance } = synthesize(contents, strategy, 'first_wins');
      for (const { resolution } of conflicts) expect(resolution).not.toBeNull();
      expect(Object.keys(provenance)).toHaveLength(contents.length);
    }),
  );
});
