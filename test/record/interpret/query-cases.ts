/**
 * Questions to the small record, with the rows that Neo4j 5.26 gave for each. `(P)` is short for the patient, as every query
 * has to name it. Where there is no ORDER BY the order of the rows says nothing.
 */
import type { Cell } from '../../../src/record/cypher/ast.ts';
import type { FAILS } from './fails.ts';

export type QueryCase = readonly [query: string, rows: Cell[][] | typeof FAILS];

export function inFull(query: string): string {
  return query.replace('(P)', '(p:Patient {uuid: $patient_uuid})');
}

/** Patterns, filters, grouping, order. */
export const QUERY_CASES: readonly QueryCase[] = [
  ['MATCH (P) RETURN p.uuid AS uuid, labels(p) AS labels', [['p', ['Patient']]]],
  [
    'MATCH (P)-[:HAS_CONDITION]->(c) RETURN c.name AS name, c.severity AS severity, c.confidence AS sure',
    [
      ['Gout', null, 0.9],
      ['Asthma', 'mild', 0.7],
      ['Type 2 diabetes', 'moderate', 1],
    ],
  ],
  [
    "MATCH (c:ConditionCase)<-[:HAS_CONDITION]-(P) WHERE c.status = 'active' RETURN c.name AS name",
    [['Gout'], ['Type 2 diabetes']],
  ],
  [
    'MATCH (P)-[:HAS_CONDITION]->(c:ConditionCase)-[:IS_A]->(t:ConditionType) WHERE t.code IS NOT NULL RETURN c.name AS name, t.code AS code',
    [
      ['Gout', 'M10'],
      ['Type 2 diabetes', 'E11'],
    ],
  ],
  ["MATCH (P)-[:HAS_CONDITION]->(c) WHERE NOT c.severity = 'mild' RETURN c.name AS name", [['Type 2 diabetes']]],
  [
    "MATCH (P)-[:HAS_CONDITION]->(c) WHERE c.severity <> 'mild' OR c.severity IS NULL RETURN c.name AS name",
    [['Gout'], ['Type 2 diabetes']],
  ],
  [
    "MATCH (P)-[:HAS_CONDITION]->(c {status: 'active'}) WHERE toLower(c.name) CONTAINS 'gout' RETURN c.uuid AS uuid",
    [['c1']],
  ],
  ['MATCH (P)-[:HAS_CONDITION]->(c {severity: null}) RETURN c.uuid AS uuid', []],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(o:Observation) RETURN o.name AS name, o.value AS value ORDER BY o.value, o.effective_time',
    [
      ['Urine protein', 'positive'],
      ['HbA1c', 6.5],
      ['HbA1c', 6.5],
      ['HbA1c', 7],
      ['Body weight', 82],
      ['Body weight', null],
    ],
  ],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(o:Observation) RETURN o.value AS value ORDER BY value DESC, o.effective_time DESC',
    [[null], [82], [7], [6.5], [6.5], ['positive']],
  ],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(o) WHERE o.value > 6 RETURN o.name AS name, o.value AS value',
    [
      ['HbA1c', 7],
      ['HbA1c', 6.5],
      ['HbA1c', 6.5],
      ['Body weight', 82],
    ],
  ],
  ['MATCH (P)-[:HAS_OBSERVATION]->(o) WHERE NOT o.value > 6.5 RETURN o.uuid AS uuid', [['o2'], ['o3']]],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(o) RETURN count(*) AS everything, count(o.value) AS values, count(DISTINCT o.value) AS different',
    [[6, 5, 4]],
  ],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(o) RETURN o.name AS name, count(*) AS n ORDER BY n DESC, name',
    [
      ['HbA1c', 3],
      ['Body weight', 2],
      ['Urine protein', 1],
    ],
  ],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(o) RETURN o.name AS name, count(*) AS n ORDER BY count(*) DESC, o.name DESC',
    [
      ['HbA1c', 3],
      ['Body weight', 2],
      ['Urine protein', 1],
    ],
  ],
  ['MATCH (P)-[:HAS_OBSERVATION]->(o) RETURN min(o.value) AS low, max(o.value) AS high', [['positive', 82]]],
  [
    "MATCH (P)-[:HAS_OBSERVATION]->(o:Observation) WHERE toLower(o.name) CONTAINS 'hba1c' RETURN avg(o.value) AS mean, sum(o.value) AS total, min(o.value) AS low, max(o.value) AS high",
    [[6.666666666666667, 20, 6.5, 7]],
  ],
  [
    "MATCH (P)-[:HAS_OBSERVATION]->(o:Observation) WHERE toLower(o.name) CONTAINS 'none' RETURN avg(o.canonical_value) AS mean, sum(o.canonical_value) AS total, min(o.value) AS low, collect(o.value) AS listed, count(*) AS n",
    [[null, 0, null, [], 0]],
  ],
  [
    "MATCH (P)-[:HAS_OBSERVATION]->(o:Observation) WHERE toLower(o.name) CONTAINS 'none' RETURN o.name AS name, count(*) AS n",
    [],
  ],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(o) WITH o ORDER BY o.effective_time DESC RETURN collect(o.effective_time) AS times',
    [
      [
        [
          '2025-01-11T00:00:00.000Z',
          '2025-01-10T00:00:00.000Z',
          '2024-07-10T00:00:00.000Z',
          '2024-01-10T00:00:00.000Z',
        ],
      ],
    ],
  ],
  [
    "MATCH (P)-[:HAS_OBSERVATION]->(o) WHERE toLower(o.name) CONTAINS 'hba1c' WITH o ORDER BY o.effective_time RETURN collect(DISTINCT o.value) AS values, size(collect(o.value)) AS n",
    [[[7, 6.5], 3]],
  ],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(o)-[:IS_A]->(t) WITH t, count(o) AS n WHERE n > 1 RETURN t.name AS name, n ORDER BY name',
    [
      ['Body weight', 2],
      ['HbA1c', 3],
    ],
  ],
  ['MATCH (P)-[:HAS_OBSERVATION]->(o) RETURN DISTINCT o.name AS name ORDER BY name SKIP 1 LIMIT 1', [['HbA1c']]],
  ['MATCH (P)-[:HAS_OBSERVATION]->(o) RETURN o.uuid AS uuid ORDER BY uuid SKIP 2 LIMIT 3', [['o3'], ['o4'], ['o5']]],
  ['MATCH (P)-[:HAS_OBSERVATION]->(o) RETURN o.uuid AS uuid ORDER BY uuid LIMIT 0', []],
  ['MATCH (P)-[:HAS_OBSERVATION]->(o) RETURN o.uuid AS uuid ORDER BY uuid SKIP 99', []],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(o) WITH o ORDER BY o.effective_time DESC LIMIT 2 RETURN o.uuid AS uuid',
    [['o5'], ['o6']],
  ],
  ['MATCH (P)-[:HAS_OBSERVATION]->(o) WITH o ORDER BY o.uuid LIMIT 4 WHERE o.value < 7 RETURN count(*) AS n', [[2]]],
  [
    'MATCH (P)-[:HAS_CONDITION]->(c) OPTIONAL MATCH (c)-[r:STATED_IN]->(u:Turn) RETURN c.name AS name, u.turn_id AS turn, r.confidence AS sure',
    [
      ['Gout', 'first', 0.9],
      ['Gout', 'first', 0.5],
      ['Gout', 'second', 0.8],
      ['Asthma', 'first', 0.7],
      ['Type 2 diabetes', null, null],
    ],
  ],
  [
    'MATCH (P)-[:HAS_CONDITION]->(c) OPTIONAL MATCH (c)-[r:STATED_IN]->(u:Turn) WHERE r.confidence > 0.8 RETURN c.name AS name, r.confidence AS sure, u.turn_id AS turn',
    [
      ['Gout', 0.9, 'first'],
      ['Asthma', null, null],
      ['Type 2 diabetes', null, null],
    ],
  ],
  [
    'MATCH (P)-[:HAS_CONDITION]->(c) OPTIONAL MATCH (c)-[r:STATED_IN]->(u:Turn) WITH c, r, u ORDER BY r.fact_id RETURN c.name AS name, count(r) AS told, collect(u.turn_id) AS turns, max(r.confidence) AS best ORDER BY name',
    [
      ['Asthma', 1, ['first'], 0.7],
      ['Gout', 3, ['first', 'first', 'second'], 0.9],
      ['Type 2 diabetes', 0, [], null],
    ],
  ],
  [
    'MATCH (P) OPTIONAL MATCH (p)-[:HAS_PROCEDURE]->(x) RETURN x.name AS name, labels(x) AS labels, x IS NULL AS nothing',
    [[null, null, true]],
  ],
  [
    'MATCH (P) OPTIONAL MATCH (p)-[:HAS_PROCEDURE]->(x) OPTIONAL MATCH (x)-[r:STATED_IN]->(u) RETURN u.turn_id AS turn, type(r) AS type',
    [[null, null]],
  ],
  [
    'MATCH (P)-[:HAS_ENCOUNTER]->(e) OPTIONAL MATCH (e)-[:WITH]->(d:Practitioner) OPTIONAL MATCH (e)-[:AT]->(g) RETURN e.name AS visit, d.name AS doctor, g.name AS place',
    [
      ['Check-up', 'Dr Lee', 'Mercy Hospital'],
      ['Appointment', null, null],
    ],
  ],
  [
    'MATCH (P)-[r]->(x) RETURN type(r) AS type, labels(x)[0] AS label, count(*) AS n ORDER BY type',
    [
      ['HAS_ALLERGY', 'AllergyRecord', 1],
      ['HAS_CONDITION', 'ConditionCase', 3],
      ['HAS_ENCOUNTER', 'Encounter', 2],
      ['HAS_OBSERVATION', 'Observation', 6],
      ['HAS_ORGANIZATION', 'Organization', 1],
      ['HAS_PRACTITIONER', 'Practitioner', 1],
      ['HAS_REGIMEN', 'IntakeRegimen', 2],
      ['HAS_SESSION', 'Session', 1],
    ],
  ],
  [
    'MATCH (P)-[:HAS_CONDITION|HAS_ALLERGY]->(x) RETURN x.name AS name, labels(x) AS labels',
    [
      ['Gout', ['ConditionCase']],
      ['Asthma', ['ConditionCase']],
      ['Type 2 diabetes', ['ConditionCase']],
      ['Ibuprofen', ['AllergyRecord']],
    ],
  ],
  [
    'MATCH (P)-[:HAS_CONDITION]->(a), (p)-[:HAS_CONDITION]->(b) WHERE a.name < b.name RETURN a.name AS one, b.name AS two',
    [
      ['Gout', 'Type 2 diabetes'],
      ['Asthma', 'Gout'],
      ['Asthma', 'Type 2 diabetes'],
    ],
  ],
  ['MATCH (P)-[:HAS_CONDITION]->(a), (p)-[:HAS_CONDITION]->(b) RETURN count(*) AS pairs', [[6]]],
];
