/** What a person may ask passes, with its texts taken out, its rows bounded and its columns named. */
import { describe, expect, test } from 'vitest';
import { guard } from '../../../src/record/cypher/guard.ts';
import { PATIENT, QUESTIONS } from './questions.ts';

const NOW = new Date('2025-05-31T10:20:30.456Z');

describe('a question that people ask of a record is not refused', () => {
  test.each(Object.entries(QUESTIONS))('%s', (_, text) => {
    const query = guard(text, {}, NOW);
    expect(query.columns.length).toBeGreaterThan(0);
    expect(query.cypher).not.toMatch(/['"`;]|\/\/|\/\*/);
    expect(query.cypher).toContain(':Patient {uuid: $patient_uuid})');
    expect(query.limit).toBeLessThanOrEqual(200);
    const named = [...query.cypher.matchAll(/\$(\w+)/g)]
      .map(([, name]) => name)
      .filter((name) => name !== 'patient_uuid');
    expect(Object.keys(query.parameters).sort()).toEqual([...new Set(named)].sort());
  });
});

test('the text that runs is printed from the tree, and holds none of the texts that were written', () => {
  const query = guard(
    `match ${PATIENT}-[:HAS_CONDITION]->(c)
 where tolower(c.name) contains TOLOWER("dia' OR 1=1") and c.status='x' return c.name as Name,c.status order by c.name`,
  );
  expect(query.cypher).toBe(
    [
      'MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_CONDITION]->(c) WHERE toLower(c.name) CONTAINS toLower($p0) AND c.status = $p1',
      'RETURN c.name AS Name, c.status ORDER BY c.name LIMIT 200',
    ].join('\n'),
  );
  expect(query.parameters).toEqual({ p0: "dia' OR 1=1", p1: 'x' });
  expect(query.columns).toEqual(['Name', 'c.status']);
});

test('one text is one parameter, so that a sort key still equals its column', () => {
  const query = guard(`MATCH ${PATIENT} RETURN DISTINCT p.uuid + 'x' ORDER BY p.uuid + 'x'`);
  expect(query.cypher).toContain('RETURN DISTINCT p.uuid + $p0 ORDER BY p.uuid + $p0');
  expect(query.columns).toEqual(["p.uuid + 'x'"]);
});

describe('rows are bounded', () => {
  test.each([
    ['no LIMIT', '', 200],
    ['a small LIMIT', 'LIMIT 7', 7],
    ['a large LIMIT', 'LIMIT 100000', 200],
    ['a LIMIT by parameter', 'LIMIT $n', 12],
    ['no rows at all', 'LIMIT 0', 0],
  ])('%s', (_, clause, limit) => {
    const query = guard(`MATCH ${PATIENT} RETURN p.uuid ${clause}`, { n: 12 });
    expect(query.limit).toBe(limit);
    expect(query.cypher.endsWith(`LIMIT ${limit}`)).toBe(true);
    expect(query.parameters).toEqual({});
  });
});

describe('parameters', () => {
  test('times are given as texts that compare with those of the record', () => {
    const query = guard(`MATCH ${PATIENT} RETURN $now, $today, $since, $until`, {}, NOW);
    expect(query.parameters).toEqual({
      now: '2025-05-31T10:20:30.456Z',
      today: '2025-05-31',
      since: '2025-02-28T10:20:30.456Z',
      until: '2025-05-31T10:20:30.456Z',
    });
  });

  test('what the caller gives is passed on if the query names it, and nothing else is', () => {
    const query = guard(
      `MATCH ${PATIENT}-[:HAS_CONDITION]->(c) WHERE toLower(c.name) IN $names AND c.recorded_at > $since RETURN c.name`,
      {
        names: ['Asthma', 'Gout'],
        since: '2020-01-01T00:00:00.000Z',
        unused: 1,
      },
    );
    expect(query.parameters).toEqual({ names: ['Asthma', 'Gout'], since: '2020-01-01T00:00:00.000Z' });
  });

  test('the patient is never among them', () => {
    expect(guard(`MATCH ${PATIENT} WHERE p.uuid = $patient_uuid RETURN 1 AS one`).parameters).toEqual({});
  });
});
