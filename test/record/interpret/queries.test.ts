/** Whole questions, through the guard as everyone asks them: the embedded engine gives the rows that Neo4j gives. */
import { expect, test } from 'vitest';
import type { Cell } from '../../../src/record/cypher/ast.ts';
import { guard } from '../../../src/record/cypher/guard.ts';
import { interpret } from '../../../src/record/embedded/interpret/interpret.ts';
import { ask } from './ask.ts';
import { FAILS } from './fails.ts';
import { MORE_QUERY_CASES, UNGUARDED_CASES } from './more-query-cases.ts';
import { PATIENT, RECORD } from './patient-case.ts';
import { inFull, QUERY_CASES, type QueryCase } from './query-cases.ts';

test.each([...QUERY_CASES, ...MORE_QUERY_CASES])('%s', (text, expected) => {
  const query = guard(inFull(text));
  check(text, () => interpret(query, RECORD, { patient_uuid: PATIENT }).rows, expected);
});

test.each(UNGUARDED_CASES)('%s', (text, expected) => {
  check(text, () => ask(inFull(text), { graph: RECORD, parameters: { patient_uuid: PATIENT } }).rows, expected);
});

test('the columns have the names that were asked for, in order', () => {
  const query = guard('MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_CONDITION]->(c) RETURN c.name, count(*) AS n');
  expect(interpret(query, RECORD, { patient_uuid: PATIENT }).columns).toEqual(['c.name', 'n']);
});

test('a patient who is not in the graph has no rows, whatever the graph holds', () => {
  const query = guard('MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_CONDITION]->(c) RETURN c.name');
  expect(interpret(query, RECORD, { patient_uuid: 'another' }).rows).toEqual([]);
});

test('what the caller gives by name reaches the query, also as a limit', () => {
  const text =
    'MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_CONDITION]->(c) WHERE toLower(c.name) IN $names RETURN c.name AS name';
  const query = guard(text, { names: ['gout', 'measles'] });
  expect(interpret(query, RECORD, { patient_uuid: PATIENT }).rows).toEqual([['Gout']]);
});

test('no query brings back more rows than the guard lets through, and the answer says that there may be more', () => {
  const query = guard(
    `MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(a), (p)-[:HAS_OBSERVATION]->(b),
       (p)-[:HAS_OBSERVATION]->(c), (p)-[:HAS_CONDITION]->(d) RETURN a.uuid`,
  );
  const { rows, truncated } = interpret(query, RECORD, { patient_uuid: PATIENT });
  expect(rows).toHaveLength(200);
  expect(truncated).toBe(true);
  const few = guard('MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_CONDITION]->(c) RETURN c.name LIMIT 1');
  expect(interpret(few, RECORD, { patient_uuid: PATIENT }).truncated).toBe(false);
});

test('an error names the place and never what stands in the record', () => {
  const query = guard('MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(o) RETURN o.value * 2 AS double');
  expect(() => interpret(query, RECORD, { patient_uuid: PATIENT })).toThrow(
    expect.objectContaining({
      code: 'invalid',
      message: expect.stringMatching(/a string and an integer \(line 1, column 72\)/),
    }),
  );
});

function check(text: string, answer: () => Cell[][], expected: QueryCase[1]): void {
  if (expected === FAILS) expect(answer).toThrow(expect.objectContaining({ code: 'invalid' }));
  else expect(inOrder(text, answer())).toEqual(inOrder(text, expected));
}

function inOrder(text: string, rows: Cell[][]): Cell[][] {
  const key = (row: Cell[]) => JSON.stringify(row);
  return text.includes('ORDER BY') ? rows : [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
