/** Thousands of random queries: the guard answers each one after bounded work, and lets none of them reach another patient. */
import { expect, test } from 'vitest';
import { guard } from '../../../src/record/cypher/guard.ts';
import { parse } from '../../../src/record/cypher/parse.ts';
import { QueryRefused } from '../../../src/record/cypher/refused.ts';
import { fewer } from '../../support/sampled.ts';
import { OTHERS } from './hostile.ts';
import { strangersIn } from './leak-oracle.ts';
import { MAX_RULES_PER_CHARACTER, rulesEntered } from './parser-work.ts';
import { QUESTIONS } from './questions.ts';
import { mutant, type Random, randomFrom, schemaShaped } from './random-queries.ts';

function guarded(text: string): ReturnType<typeof guard> | null {
  try {
    return guard(text);
  } catch (thrown) {
    if (!(thrown instanceof QueryRefused)) throw new Error(`The guard itself failed on: ${text}`, { cause: thrown });
    return null;
  }
}

function fuzz(count: number, seed: number, make: (random: Random) => string): { passed: number; wrong: string[] } {
  const random = randomFrom(seed);
  const wrong: string[] = [];
  let passed = 0;
  for (let i = 0; i < count; i++) {
    const text = make(random);
    if (i % 5 === 0 && rulesEntered(text) > (text.length + 20) * MAX_RULES_PER_CHARACTER)
      wrong.push(`too much work: ${text}`);
    const query = guarded(text);
    if (!query) continue;
    passed += 1;
    const { cypher, tree } = query;
    if (/\b(CREATE|MERGE|SET|DELETE|REMOVE|CALL|LOAD|UNION|UNWIND|FOREACH|USE)\b|['"`;]/i.test(cypher))
      wrong.push(`writes: ${cypher}`);
    if (strangersIn(tree).length > 0) wrong.push(`leaks: ${cypher}`);
  }
  return { passed, wrong };
}

test('questions with shuffled tokens: no crash, no excessive work, no write, no other patient', () => {
  const { passed, wrong } = fuzz(fewer(8_000), 1, mutant);
  expect(wrong).toEqual([]);
  expect(passed).toBeGreaterThan(fewer(200));
});

test('queries in the shape of the schema: none that passes reaches another patient', () => {
  const { passed, wrong } = fuzz(fewer(3_000), 2, schemaShaped);
  expect(wrong).toEqual([]);
  expect(passed).toBeGreaterThan(fewer(500));
});

test('the independent leak check finds what the guard refuses', () => {
  const reaching = ['second_patient', 'unconnected', 'through_type_node', 'anchor'];
  const seen = OTHERS.filter(([, rule]) => reaching.includes(rule)).filter(
    ([, , query]) => strangersIn(parse(query)).length > 0,
  );
  expect(seen.length).toBeGreaterThan(30);
  for (const query of Object.values(QUESTIONS)) expect(strangersIn(parse(query))).toEqual([]);
});
