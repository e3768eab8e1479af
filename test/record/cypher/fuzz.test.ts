/** Thousands of queries that nobody would write: the guard answers each one quickly, and lets none of them reach a stranger. */
import { expect, test } from 'vitest';
import { guard } from '../../../src/record/cypher/guard.ts';
import { parse } from '../../../src/record/cypher/parse.ts';
import { QueryRefused } from '../../../src/record/cypher/refused.ts';
import { OTHERS } from './hostile.ts';
import { strangersIn } from './leak-oracle.ts';
import { QUESTIONS } from './questions.ts';
import { mutant, type Random, randomFrom, schemaShaped } from './random-queries.ts';

const SLOW_MS = 50;

/** A pause of the machine is not the guard's: only what is slow again and again is slow. */
function isSlow(text: string): boolean {
  return Array.from({ length: 3 }, () => timed(text).ms).every((ms) => ms > SLOW_MS);
}

function timed(text: string): { ms: number; passed: ReturnType<typeof guard> | null } {
  const started = performance.now();
  try {
    const passed = guard(text);
    return { ms: performance.now() - started, passed };
  } catch (thrown) {
    if (!(thrown instanceof QueryRefused)) throw new Error(`The guard itself failed on: ${text}`, { cause: thrown });
    return { ms: performance.now() - started, passed: null };
  }
}

function fuzz(count: number, seed: number, make: (random: Random) => string): { passed: number; wrong: string[] } {
  const random = randomFrom(seed);
  const wrong: string[] = [];
  let passed = 0;
  for (let i = 0; i < count; i++) {
    const text = make(random);
    const result = timed(text);
    if (result.ms > SLOW_MS && isSlow(text)) wrong.push(`slow: ${text}`);
    if (!result.passed) continue;
    passed += 1;
    const { cypher, tree } = result.passed;
    if (/\b(CREATE|MERGE|SET|DELETE|REMOVE|CALL|LOAD|UNION|UNWIND|FOREACH|USE)\b|['"`;]/i.test(cypher))
      wrong.push(`writes: ${cypher}`);
    if (strangersIn(tree).length > 0) wrong.push(`leaks: ${cypher}`);
  }
  return { passed, wrong };
}

test('8,000 questions with shuffled tokens: no crash, no delay, no write, no other patient', {
  timeout: 120_000,
}, () => {
  const { passed, wrong } = fuzz(8_000, 1, mutant);
  expect(wrong).toEqual([]);
  expect(passed).toBeGreaterThan(200);
});

test('3,000 queries in the shape of the schema: none that passes meets another patient', { timeout: 120_000 }, () => {
  const { passed, wrong } = fuzz(3_000, 2, schemaShaped);
  expect(wrong).toEqual([]);
  expect(passed).toBeGreaterThan(500);
});

test('the second opinion sees what the guard refuses', () => {
  const reaching = ['second_patient', 'unconnected', 'through_type_node', 'anchor'];
  const seen = OTHERS.filter(([, rule]) => reaching.includes(rule)).filter(
    ([, , query]) => strangersIn(parse(query)).length > 0,
  );
  expect(seen.length).toBeGreaterThan(30);
  for (const query of Object.values(QUESTIONS)) expect(strangersIn(parse(query))).toEqual([]);
});
