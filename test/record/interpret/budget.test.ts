/** A query that would run for hours or fill the memory is stopped after a bounded amount of work. */
import { expect, test } from 'vitest';
import type { Subgraph } from '../../../src/record/cypher/ast.ts';
import { guard } from '../../../src/record/cypher/guard.ts';
import { interpret } from '../../../src/record/embedded/interpret/interpret.ts';
import { ask, graphOf } from './ask.ts';

const PATIENT = { patient_uuid: 'p' };
const tooSlow = expect.objectContaining({ code: 'query_too_slow' });

function observations(count: number): Subgraph {
  const ids = Array.from({ length: count }, (_, i) => `o${i}`);
  return graphOf(
    {
      p: 'Patient',
      ...Object.fromEntries(ids.map((id, i) => [id, ['Observation', { name: 'Weight', value: i }] as const])),
    } as never,
    ids.map((to) => ({ from: 'p', type: 'HAS_OBSERVATION', to })),
  );
}

const every = (...names: string[]) => names.map((name) => `(p)-[:HAS_OBSERVATION]->(${name})`).join(', ');
const FIVE = every('a', 'b', 'c', 'd', 'e');
const THREE = every('a', 'b', 'c');

test('every observation with every other, five times over, is stopped after a bounded number of steps', () => {
  const query = guard(`MATCH (p:Patient {uuid: $patient_uuid}), ${FIVE} RETURN count(*) AS n`);
  const lastResortMs = Number.POSITIVE_INFINITY;
  expect(() => interpret(query, observations(1000), PATIENT, { lastResortMs })).toThrow(
    expect.objectContaining({ code: 'query_too_slow', message: expect.stringContaining('5000000 steps') }),
  );
});

test('a query passes or fails by its steps, however busy the machine is', () => {
  const query = guard('MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(o) RETURN count(*) AS n');
  const graph = observations(100);
  const within = (maxSteps: number) => interpret(query, graph, PATIENT, { maxSteps });
  expect(within(1000).rows).toEqual([[100]]);
  expect(() => within(50)).toThrow(tooSlow);
});

test('the clock stops a query whose steps are unexpectedly slow', () => {
  const query = guard(`MATCH (p:Patient {uuid: $patient_uuid}), ${FIVE} RETURN count(*) AS n`);
  expect(() => interpret(query, observations(1000), PATIENT, { lastResortMs: 0 })).toThrow(
    expect.objectContaining({ code: 'query_too_slow', message: expect.stringContaining('took over 0 ms') }),
  );
});

test.each([
  ['operators', '(a.value + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1)'],
  ['functions', 'abs(abs(abs(abs(abs(abs(abs(abs(a.value))))))))'],
])('%s count as steps, not only rows', (_, expression) => {
  const query = guard(
    `MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(a) RETURN max(${expression}) AS most`,
  );
  expect(() => interpret(query, observations(100), PATIENT, { maxSteps: 800 })).toThrow(tooSlow);
  expect(interpret(query, observations(100), PATIENT, { maxSteps: 1200 }).rows).toHaveLength(1);
});

test.each([
  ['text', "WHERE toLower(a.name + $long) CONTAINS 'y'"],
  ['list', 'WHERE -1 IN [a.value] + $long'],
])('a long %s that is read for each row costs more steps than a short one', (kind, where) => {
  const long = (length: number) => (kind === 'text' ? 'a'.repeat(length) : Array.from({ length }, () => 0));
  const counted = (length: number) => () => {
    const text = `MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(a) ${where} RETURN count(*) AS n`;
    return interpret(guard(text, { long: long(length) }), observations(100), PATIENT, { maxSteps: 2000 }).rows;
  };
  expect(counted(1)()).toEqual([[0]]);
  expect(counted(1000)).toThrow(tooSlow);
});

test.each([
  ['rows to sort', `MATCH (p:Patient {uuid: $patient_uuid}), ${THREE} RETURN a.value AS v ORDER BY v`],
  [
    'different rows',
    `MATCH (p:Patient {uuid: $patient_uuid}), ${THREE} RETURN DISTINCT a.uuid + b.uuid + c.uuid AS v SKIP 900000`,
  ],
  ['items of a list', `MATCH (p:Patient {uuid: $patient_uuid}), ${THREE} RETURN size(collect(a.value)) AS n`],
  [
    'groups',
    `MATCH (p:Patient {uuid: $patient_uuid}), ${THREE} WITH a.uuid + b.uuid + c.uuid AS v, count(*) AS n RETURN count(*) AS m`,
  ],
])('a query cannot hold endless %s in memory', (_, text) => {
  expect(() => interpret(guard(text), observations(60), PATIENT, { lastResortMs: Number.POSITIVE_INFINITY })).toThrow(
    expect.objectContaining({ code: 'query_too_slow', message: expect.stringContaining('rows at once') }),
  );
});

test('a text or a list that doubles again and again is stopped before it fills the memory', () => {
  const doubled = (start: string) =>
    `WITH ${start} AS x0 ${Array.from({ length: 40 }, (_, i) => `WITH x${i} + x${i} AS x${i + 1}`).join(' ')} RETURN size(x40) AS n`;
  expect(() => ask(doubled("'ab'"))).toThrow(tooSlow);
  expect(() => ask(doubled('[1, 2]'))).toThrow(tooSlow);
  const grown = Array.from({ length: 12 }).reduce<string>((inner) => `replace(${inner}, 'a', 'aaaaaaaaaa')`, "'a'");
  expect(() => ask(`RETURN size(${grown}) AS n`)).toThrow(tooSlow);
});

test.each([
  ['compared', 'RETURN x = x AS same'],
  ['returned', 'RETURN x'],
  ['grouped by', 'RETURN x, count(*) AS n'],
  ['sorted by', 'MATCH (p)-[:HAS_OBSERVATION]->(b) RETURN b.uuid AS id ORDER BY x, id'],
  ['made distinct', 'RETURN DISTINCT x'],
  ['compared for the largest', 'RETURN size(max(x)) AS n'],
])('lists of lists that are %s count with all that is inside', (_, ending) => {
  const collected = (from: string, to: string) => `MATCH (p)-[:HAS_OBSERVATION]->() WITH p, collect(${from}) AS ${to}`;
  const text = `MATCH (p:Patient {uuid: $patient_uuid}) ${collected('1', 'v')} ${collected('v', 'w')} ${collected('w', 'x')}`;
  const query = guard(`${text} ${ending}`);
  expect(() => interpret(query, observations(200), PATIENT)).toThrow(tooSlow);
  expect(interpret(query, observations(4), PATIENT).rows.length).toBeGreaterThan(0);
});

test('a query that stops early does not pay for what it leaves out', () => {
  const query = guard(
    `MATCH (p:Patient {uuid: $patient_uuid}), ${FIVE} WHERE EXISTS { (p)-[:HAS_OBSERVATION]->() } RETURN a.uuid LIMIT 3`,
  );
  expect(interpret(query, observations(1000), PATIENT, { maxSteps: 10_000 }).rows).toHaveLength(3);
});
