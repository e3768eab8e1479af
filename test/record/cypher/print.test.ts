/** What is checked is what runs: the printed text means the tree that it was printed from, and nothing else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Query } from '../../../src/record/cypher/ast.ts';
import { guard } from '../../../src/record/cypher/guard.ts';
import { parse } from '../../../src/record/cypher/parse.ts';
import { columnName, print } from '../../../src/record/cypher/print.ts';
import { QueryRefused } from '../../../src/record/cypher/refused.ts';
import { fewer } from '../../support/sampled.ts';
import { QUESTIONS } from './questions.ts';
import { queries } from './trees.ts';

/** The tree without its places, with texts for the parameters that stand for them. */
function bare(tree: Query, texts: Record<string, string> = {}): unknown {
  return JSON.parse(JSON.stringify(tree), (_, value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (value.type === 'parameter' && Object.hasOwn(texts, value.name))
      return { type: 'literal', value: texts[value.name] };
    if (value.expression && 'alias' in value && !/^\w+$/.test(value.alias)) value.alias = columnName(value.expression);
    delete value.place;
    return value;
  });
}

test('a tree that is printed and read again is the same tree', () => {
  let tried = 0;
  fc.assert(
    fc.property(queries, (tree) => {
      const { cypher, texts } = print(tree);
      try {
        const again = parse(cypher);
        tried += 1;
        expect(bare(again, texts)).toEqual(bare(tree));
      } catch (thrown) {
        // Random trees outgrow the limits of a text now and then; nothing else may stop them.
        if (!(thrown instanceof QueryRefused && thrown.rule.startsWith('too_'))) throw thrown;
      }
    }),
    { seed: 20250301 },
  );
  expect(tried).toBeGreaterThan(fewer(800));
});

test.each(Object.entries(QUESTIONS))('a question prints the same from its printed text: %s', (_, text) => {
  const { cypher, tree } = guard(text);
  const texts = print(tree).texts;
  expect(bare(parse(cypher), texts)).toEqual(bare(tree));
  expect(print(parse(cypher)).cypher).toBe(cypher);
});
