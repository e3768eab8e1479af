/** A question that would take forever is stopped, before it takes the process or its memory with it. */
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

test('every observation with every other, five times over, is stopped at its deadline', () => {
  const query = guard(`MATCH (p:Patient {uuid: $patient_uuid}), ${FIVE} RETURN count(*) AS n`);
  const graph = observations(1000);
  const start = performance.now();
  expect(() => interpret(query, graph, PATIENT, { deadlineMs: 100 })).toThrow(tooSlow);
  expect(performance.now() - start).toBeLessThan(1000);
});

test('the steps of a query can be counted instead, for the same answer on any machine', () => {
  const query = guard('MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(o) RETURN count(*) AS n');
  const graph = observations(100);
  const within = (maxSteps: number) => interpret(query, graph, PATIENT, { deadlineMs: 10_000, maxSteps });
  expect(within(1000).rows).toEqual([[100]]);
  expect(() => within(50)).toThrow(tooSlow);
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
  expect(() => interpret(guard(text), observations(60), PATIENT, { deadlineMs: 20_000 })).toThrow(tooSlow);
});

test('a text or a list that doubles again and again is stopped before it fills the memory', () => {
  const doubled = (start: string) =>
    `WITH ${start} AS x0 ${Array.from({ length: 40 }, (_, i) => `WITH x${i} + x${i} AS x${i + 1}`).join(' ')} RETURN size(x40) AS n`;
  expect(() => ask(doubled("'ab'"))).toThrow(tooSlow);
  expect(() => ask(doubled('[1, 2]'))).toThrow(tooSlow);
  const grown = Array.from({ length: 12 }).reduce<string>((inner) => `replace(${inner}, 'a', 'aaaaaaaaaa')`, "'a'");
  expect(() => ask(`RETURN size(${grown}) AS n`)).toThrow(tooSlow);
});

test('a query that stops early does not pay for what it leaves out', () => {
  const query = guard(
    `MATCH (p:Patient {uuid: $patient_uuid}), ${FIVE} WHERE EXISTS { (p)-[:HAS_OBSERVATION]->() } RETURN a.uuid LIMIT 3`,
  );
  expect(interpret(query, observations(1000), PATIENT, { deadlineMs: 5000, maxSteps: 10_000 }).rows).toHaveLength(3);
});
