/** The second half of the questions to the small record; see query-cases.ts. */
import { FAILS } from './fails.ts';
import type { QueryCase } from './query-cases.ts';

/** Subqueries, conditions, lists, several steps. */
export const MORE_QUERY_CASES: readonly QueryCase[] = [
  ['MATCH (P)-[:HAS_CONDITION]->(a) MATCH (p)-[:HAS_CONDITION]->(b) RETURN count(*) AS pairs', [[9]]],
  [
    'MATCH (P)-[:HAS_CONDITION]->(c)-[r1:STATED_IN]->(u:Turn)<-[r2:STATED_IN]-(c) RETURN c.name AS name, count(*) AS pairs',
    [['Gout', 2]],
  ],
  [
    'MATCH (P)-[:HAS_CONDITION]->(c)-[r:STATED_IN]->(u) RETURN c.name AS name, r.evidence_start AS start, r.evidence_end - r.evidence_start AS length, toString(r.evidence_start) AS text',
    [
      ['Gout', 0, 4, '0'],
      ['Gout', 10, 4, '10'],
      ['Gout', 3, 4, '3'],
      ['Asthma', 20, 6, '20'],
    ],
  ],
  [
    "MATCH (P)-[:HAS_OBSERVATION]->(o) WHERE o.unit = '%' RETURN o.uuid AS uuid, toString(o.value) AS text, o.value / 2 AS half",
    [
      ['o1', '7.0', 3.5],
      ['o2', '6.5', 3.25],
      ['o3', '6.5', 3.25],
    ],
  ],
  [
    "MATCH (P)-[:HAS_CONDITION]->(c) WHERE EXISTS { (c)-[:STATED_IN]->(:Turn {turn_id: 'second'}) } RETURN c.name AS name",
    [['Gout']],
  ],
  [
    'MATCH (P)-[:HAS_CONDITION]->(c) WHERE NOT EXISTS { MATCH (c)-[r:STATED_IN]->(u) WHERE r.confidence >= 0.7 } RETURN c.name AS name',
    [['Type 2 diabetes']],
  ],
  [
    'MATCH (P)-[:HAS_CONDITION]->(c) RETURN c.name AS name, COUNT { (c)-[:STATED_IN]->() } AS told ORDER BY told DESC, name',
    [
      ['Gout', 3],
      ['Asthma', 1],
      ['Type 2 diabetes', 0],
    ],
  ],
  [
    'MATCH (P)-[:HAS_CONDITION]->(c) WHERE COUNT { (c)-[r:STATED_IN]->(u) WHERE r.confidence > c.confidence - 0.2 } > 1 RETURN c.name AS name',
    [['Gout']],
  ],
  ['MATCH (P)-[:HAS_CONDITION]->(c) WHERE NOT (c)-[:STATED_IN]->(:Turn) RETURN c.name AS name', [['Type 2 diabetes']]],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(o) WHERE EXISTS { (p)-[:HAS_OBSERVATION]->(later:Observation) WHERE later.name = o.name AND later.effective_time > o.effective_time } RETURN o.uuid AS uuid',
    [['o1'], ['o2']],
  ],
  [
    "MATCH (P)-[:HAS_OBSERVATION]->(o) WHERE o.effective_time >= '2024-07-01' AND o.effective_time < '2025-01-11' RETURN o.uuid AS uuid ORDER BY uuid",
    [['o2'], ['o3']],
  ],
  [
    "MATCH (P)-[:HAS_OBSERVATION]->(o) RETURN CASE WHEN o.value > 6.9 THEN 'high' WHEN o.value IS NULL THEN 'none' ELSE 'other' END AS class, count(*) AS n",
    [
      ['high', 2],
      ['other', 3],
      ['none', 1],
    ],
  ],
  [
    "MATCH (P)-[:HAS_OBSERVATION]->(o) RETURN CASE o.name WHEN 'HbA1c' THEN 1 WHEN 'Body weight' THEN 2 END AS class, size(collect(o.uuid)) AS n",
    [
      [1, 3],
      [null, 1],
      [2, 2],
    ],
  ],
  [
    "MATCH (P)-[:HAS_OBSERVATION]->(o) WHERE toLower(o.name) CONTAINS 'weight' AND coalesce(o.value, 0) >= 0 RETURN o.uuid AS uuid, coalesce(o.value, 'none') AS value",
    [
      ['o5', 82],
      ['o6', 'none'],
    ],
  ],
  [
    'MATCH (P)-[:HAS_REGIMEN]->(m) RETURN m.name AS name, m.value * coalesce(m.times_per_day, 1) AS daily, m.as_needed AS needed',
    [
      ['Metformin', 1000, false],
      ['Ibuprofen', 400, true],
    ],
  ],
  ['MATCH (P)-[:HAS_REGIMEN]->(m) WHERE m.as_needed RETURN m.name AS name', [['Ibuprofen']]],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(o) WITH o.name AS name, collect(o.value) AS values RETURN name, [v IN values WHERE v > 6.6 | v * 10] AS high, any(v IN values WHERE v < 7) AS some, all(v IN values WHERE v < 7) AS every',
    [
      ['HbA1c', [70], true, false],
      ['Urine protein', [], null, null],
      ['Body weight', [820], false, false],
    ],
  ],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(o) WITH o ORDER BY o.uuid WITH o.name AS name, collect(o.value) AS values RETURN name, values[0] AS first, values[-1] AS last, values[0..2] AS two, head(values) AS head ORDER BY name',
    [
      ['Body weight', 82, 82, [82], 82],
      ['HbA1c', 7, 6.5, [7, 6.5], 7],
      ['Urine protein', 'positive', 'positive', ['positive'], 'positive'],
    ],
  ],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(o) WITH p, avg(o.canonical_value) AS mean MATCH (p)-[:HAS_OBSERVATION]->(x) WHERE x.canonical_value > mean RETURN x.uuid AS uuid, mean',
    [['o5', 25.5]],
  ],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(o) WITH p, count(o) AS observations MATCH (p)-[:HAS_CONDITION]->(c) WITH observations, count(c) AS conditions RETURN observations, conditions, observations + conditions AS total',
    [[6, 3, 9]],
  ],
  ['MATCH (P)-[:HAS_CONDITION]->(c) RETURN count(c) + 1 AS n, count(c) * 1.0 / 2 AS half', [[4, 1.5]]],
  [
    'MATCH (P)-[:HAS_CONDITION]->(c) RETURN c.status AS status, count(*) * 10 + size(c.status) AS odd ORDER BY status',
    [
      ['active', 26],
      ['resolved', 18],
    ],
  ],
  [
    'MATCH (P)-[:HAS_CONDITION]->(c) WITH c.name AS name, c.severity AS severity WHERE severity IS NOT NULL RETURN name ORDER BY severity',
    [['Asthma'], ['Type 2 diabetes']],
  ],
  [
    'MATCH (P)-[:HAS_CONDITION]->(c) RETURN c.name AS name ORDER BY c.severity, c.name',
    [['Asthma'], ['Type 2 diabetes'], ['Gout']],
  ],
  [
    'MATCH (P)-[:HAS_CONDITION]->(c) RETURN c.name AS name ORDER BY c.severity DESC, size(c.name)',
    [['Gout'], ['Type 2 diabetes'], ['Asthma']],
  ],
  [
    "MATCH (P)-[:HAS_CONDITION]->(c) WHERE toLower(c.name) IN ['gout', 'asthma'] XOR c.status = 'active' RETURN c.name AS name",
    [['Asthma'], ['Type 2 diabetes']],
  ],
  ["MATCH (P)-[:HAS_CONDITION]->(c) WHERE c.severity IN ['mild', null] RETURN c.name AS name", [['Asthma']]],
  ["MATCH (P)-[:HAS_CONDITION]->(c) WHERE NOT c.severity IN ['mild'] RETURN c.name AS name", [['Type 2 diabetes']]],
  [
    'MATCH (P)-[:HAS_SESSION]->(s)-[:HAS_TURN]->(u)<-[r:STATED_IN]-(x) RETURN u.turn_id AS turn, count(DISTINCT x) AS things, count(*) AS statements, sum(r.evidence_end) AS chars ORDER BY turn',
    [
      ['first', 3, 4, 79],
      ['second', 2, 2, 28],
    ],
  ],
  [
    'MATCH (P)-[:HAS_SESSION]->(s)-[:HAS_TURN]->(u) OPTIONAL MATCH (u)<-[:STATED_IN]-(m:IntakeRegimen) RETURN u.turn_id AS turn, collect(m.name) AS drugs ORDER BY turn',
    [
      ['first', []],
      ['second', ['Metformin']],
    ],
  ],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(o) WITH DISTINCT o.name AS name, o.unit AS unit RETURN count(*) AS n, count(unit) AS units',
    [[4, 2]],
  ],
  ['MATCH (P)-[:HAS_OBSERVATION]->(o) RETURN sum(o.value) AS impossible', FAILS],
  ['MATCH (P)-[:HAS_OBSERVATION]->(o) RETURN o.value * 2 AS impossible', FAILS],
  [
    'MATCH (P)-[:HAS_CONDITION]->(c) WITH p, c MATCH (p)-[:HAS_CONDITION]->(c)-[:IS_A]->(t) RETURN t.name AS name',
    [['Gout'], ['Asthma'], ['Type 2 diabetes']],
  ],
  [
    "MATCH (P)-[:HAS_CONDITION]->(c)-[:IS_A]->(t) WHERE toLower(t.name) CONTAINS 'gout' RETURN c.name + ' (' + t.code + ')' AS text",
    [['Gout (M10)']],
  ],
  ['MATCH (P)-[:HAS_OBSERVATION]->(o {value: 7}) RETURN o.uuid AS uuid', [['o1']]],
  [
    "MATCH (P)-[:HAS_OBSERVATION]->(o) WHERE o.value = 82 OR o.value = 'positive' RETURN o.uuid AS uuid",
    [['o4'], ['o5']],
  ],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(o) RETURN round(o.canonical_value / 3, 2) AS third, toInteger(o.canonical_value) AS whole ORDER BY third',
    [
      [2.17, 6],
      [2.17, 6],
      [2.33, 7],
      [27.33, 82],
      [null, null],
      [null, null],
    ],
  ],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(o) WITH o.canonical_value AS v, o.name AS name ORDER BY v DESC, name RETURN collect(v) AS values, collect(name)[0] AS top',
    [[[82, 7, 6.5, 6.5], 'Body weight']],
  ],
];

/** What the guard refuses and the interpreter still has to get right. */
export const UNGUARDED_CASES: readonly QueryCase[] = [
  [
    'MATCH (P)-[:HAS_REGIMEN]->(m)-[:OF]->(s)<-[:TO]-(a:AllergyRecord)<-[:HAS_ALLERGY]-(p) RETURN m.name AS drug, a.reaction AS reaction',
    [['Ibuprofen', 'rash']],
  ],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(o) WITH o.name AS name, avg(o.canonical_value) AS mean MATCH (p2:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(o2) WHERE o2.name = name AND o2.canonical_value > mean RETURN o2.uuid AS uuid, mean',
    [['o1', 6.666666666666667]],
  ],
  [
    'MATCH (P)-[:HAS_OBSERVATION]->(a)-[:IS_A]->(t)<-[:IS_A]-(b) WHERE a.value = b.value AND a.uuid < b.uuid RETURN a.uuid AS a, b.uuid AS b, t.name AS type',
    [['o2', 'o3', 'HbA1c']],
  ],
  ['MATCH (P)-[:HAS_OBSERVATION]->(o) RETURN sum(o.evidence) AS nothing', [[0]]],
  ["MATCH (p:Patient {uuid: 'somebody else'})-[:HAS_OBSERVATION]->(o) RETURN o.name AS name", []],
  ['MATCH (P)-[:HAS_CONDITION]->(c) RETURN toLower(c.confidence) AS impossible', FAILS],
  [
    'MATCH (P)-[r:HAS_CONDITION]->(c) MATCH (p)-[r]->(d) RETURN d.name AS name',
    [['Gout'], ['Asthma'], ['Type 2 diabetes']],
  ],
  [
    'MATCH (P)-[:HAS_CONDITION]->(c), (c)-[:IS_A]->(t {name: c.name}) RETURN t.name AS name',
    [['Gout'], ['Asthma'], ['Type 2 diabetes']],
  ],
];
