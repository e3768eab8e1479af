/** What the guard is for: nothing that writes, calls procedures or reaches another patient passes, however it is written. */
import { describe, expect, test } from 'vitest';
import type { Parameters } from '../../../src/record/cypher/ast.ts';
import { guard } from '../../../src/record/cypher/guard.ts';
import { QueryRefused, type Rule } from '../../../src/record/cypher/refused.ts';
import { DISGUISES, OTHERS, SHAPES, SLIPS, WRITES } from './hostile.ts';
import { MAX_RULES_PER_CHARACTER, rulesEntered } from './parser-work.ts';
import { PATIENT } from './questions.ts';
import { SEARCHES } from './searches.ts';

function refusalOf(text: string, parameters?: Parameters): QueryRefused {
  try {
    const { cypher } = guard(text, parameters);
    throw new Error(`This passed: ${cypher}`);
  } catch (thrown) {
    if (thrown instanceof QueryRefused) return thrown;
    throw thrown;
  }
}

const GROUPS: Record<string, readonly (readonly [string, Rule, string])[]> = {
  'nothing writes or calls': WRITES,
  'no disguised keyword is accepted': DISGUISES,
  'what the grammar and the schema leave out stays out': SHAPES,
  'nothing of another patient can be reached': OTHERS,
  'a mistake is reported before the query runs': SLIPS,
  'a search that would miss what the record holds is refused with the fix': SEARCHES,
};

for (const [title, cases] of Object.entries(GROUPS)) {
  describe(title, () => {
    test.each(cases)('%s: %s', (_, rule, query) => {
      const refusal = refusalOf(query);
      expect(refusal.rule, refusal.message).toBe(rule);
      expect(refusal.code).toBe('query_refused');
      expect(refusal.message).toContain(`(line ${refusal.place.line}, column ${refusal.place.column})`);
      expect(refusal.place.offset).toBeLessThanOrEqual(query.length);
    });
  });
}

describe('a query that is made to overload the parser', () => {
  const cases: [string, Rule, string][] = [
    ['4 KB and a byte', 'too_long', `MATCH ${PATIENT} RETURN '${'x'.repeat(4096)}' AS x`],
    ['4 KB of wide letters', 'too_long', `MATCH ${PATIENT} RETURN '${'é'.repeat(2040)}' AS x`],
    ['deep parentheses', 'too_deep', `MATCH ${PATIENT} RETURN ${'('.repeat(1500)}1${')'.repeat(1500)} AS x`],
    ['deep lists', 'too_deep', `MATCH ${PATIENT} RETURN ${'['.repeat(1500)}1${']'.repeat(1500)} AS x`],
    ['deep CASE', 'too_deep', `MATCH ${PATIENT} RETURN ${'CASE WHEN true THEN '.repeat(90)}1${' END'.repeat(90)} AS x`],
    [
      'deep CASE behind names that look like ends',
      'too_deep',
      `MATCH ${PATIENT}-[:END${'|END'.repeat(100)}]->(c) RETURN ${'CASE WHEN '.repeat(300)}`,
    ],
    ['deep calls', 'too_deep', `MATCH ${PATIENT} RETURN ${'abs('.repeat(200)}1${')'.repeat(200)} AS x`],
    [
      'deep EXISTS',
      'too_deep',
      `MATCH ${PATIENT} WHERE ${'EXISTS { (p)-->() WHERE '.repeat(62)}true${'}'.repeat(62)} RETURN p.uuid`,
    ],
    ['a long row of NOT', 'too_deep', `MATCH ${PATIENT} WHERE ${'NOT '.repeat(900)}true RETURN p.uuid`],
    ['a long row of signs', 'too_deep', `MATCH ${PATIENT} RETURN ${'- '.repeat(1500)}1 AS x`],
    ['a long sum', 'too_deep', `MATCH ${PATIENT} RETURN 1${'+1'.repeat(1500)} AS x`],
    ['a long way', 'too_long', `MATCH ${PATIENT}${'-->()'.repeat(500)} RETURN p.uuid`],
    ['lists that never close', 'syntax', `MATCH ${PATIENT} RETURN ${'[x IN '.repeat(55)}`],
    ['quantifiers that never close', 'syntax', `MATCH ${PATIENT} RETURN ${'any(x IN '.repeat(55)}`],
    ['nodes that never close', 'syntax', `MATCH ${PATIENT} WHERE ${'(a {b: '.repeat(28)}`],
    ['brackets that never close', 'syntax', `MATCH ${PATIENT} RETURN ${'p[p['.repeat(28)}`],
  ];
  test.each(cases)('%s: %s', (_, rule, query) => {
    const refusal = refusalOf(query);
    expect(refusal.rule, refusal.message).toBe(rule);
    expect(rulesEntered(query)).toBeLessThan(query.length * MAX_RULES_PER_CHARACTER);
  });
});

describe('parameters cannot be turned against the query', () => {
  const good = `MATCH ${PATIENT} RETURN p.uuid`;
  test.each<[string, Record<string, unknown>]>([
    ['the patient', { patient_uuid: 'someone else' }],
    ['a name that the printed query uses', { p0: 'x' }],
    ['a name that is no name', { 'a b': 'x' }],
    ['a name of the prototype', JSON.parse('{"__proto__": "x"}')],
    ['an empty name', { '': 'x' }],
    ['a map', { x: { a: 1 } }],
    ['a list of lists', { x: [[1]] }],
    ['not a number', { x: Number.NaN }],
    ['nothing at all', { x: undefined }],
    ['a function', { x: () => 1 }],
    ['half of a character', { x: '\ud800' }],
    ['a very long text', { x: 'x'.repeat(5000) }],
    ['a very long list', { x: Array.from({ length: 1001 }, () => 1) }],
  ])('%s', (_, parameters) => {
    expect(refusalOf(good, parameters as Parameters).rule).toBe('parameter');
  });
});

test('a refusal repeats no text of the query', () => {
  for (const query of [
    `MATCH ${PATIENT} WHERE p.uuid = 'SECRET' AND 'SECRET' RETURN p.uuid`,
    `MATCH ${PATIENT} RETURN toLower(['SECRET']) AS x`,
    `MATCH (p:Patient {uuid: 'SECRET'}) RETURN p.uuid`,
    `MATCH ${PATIENT} RETURN 'SECRET' 'SECRET'`,
    `MATCH ${PATIENT} RETURN 'SECRET`,
    `MATCH ${PATIENT} RETURN "SECRET", "SECRET"`,
    `MATCH ${PATIENT} RETURN p.uuid LIMIT 'SECRET'`,
  ]) {
    expect(refusalOf(query).message).not.toContain('SECRET');
  }
});
