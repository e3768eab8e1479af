/** The words that come back for what models write most often. They are part of the repair loop: change them with care. */
import { expect, test } from 'vitest';
import { guard } from '../../../src/record/cypher/guard.ts';
import { QueryRefused } from '../../../src/record/cypher/refused.ts';

const P = 'MATCH (p:Patient {uuid: $patient_uuid})';

const MISTAKES: Record<string, [query: string, message: string]> = {
  'a whole node': [
    `${P}-[:HAS_CONDITION]->(c) RETURN c`,
    'RETURN gives values, not whole nodes or relationships; name the properties, such as c.uuid, c.name (line 1, column 70)',
  ],
  'a time function': [
    `${P}-[:HAS_OBSERVATION]->(o)\nWHERE o.effective_time > datetime() RETURN o.name`,
    'The function datetime() is not available; times are texts in UTC that compare as they are; use $now, $today, $since or $until (line 2, column 26)',
  ],
  'a duration': [
    `${P}-[:HAS_OBSERVATION]->(o) WHERE o.effective_time > $now - duration('P3M') RETURN o.name`,
    'The function duration() is not available; there is no arithmetic on times; use $since and $until (line 1, column 97)',
  ],
  'no patient': [
    "MATCH (c:ConditionCase) WHERE c.name = 'Asthma' RETURN c.status",
    'The first MATCH has to start from the patient, written exactly as (p:Patient {uuid: $patient_uuid}) (line 1, column 7)',
  ],
  'the patient by a condition': [
    'MATCH (p:Patient) WHERE p.uuid = $patient_uuid RETURN p.uuid',
    'The first MATCH has to start from the patient, written exactly as (p:Patient {uuid: $patient_uuid}) (line 1, column 7)',
  ],
  'a hop without a direction': [
    `${P}-[:HAS_CONDITION]-(c) RETURN c.name`,
    'A hop needs one direction: (a)-[:TYPE]->(b) or (a)<-[:TYPE]-(b) (line 1, column 57)',
  ],
  'a hop the wrong way': [
    `${P}-[:HAS_CONDITION]->(c)<-[:IS_A]-(t) RETURN t.name`,
    'IS_A points the other way; the schema has (:ConditionCase)-[:IS_A]->(:ConditionType) (line 1, column 62)',
  ],
  'a type to start from': [
    "MATCH (ct:ConditionType) WHERE ct.name CONTAINS 'diabetes' RETURN ct.name",
    "ConditionType is a type that all patients share, so it is never a place to start: start from (p:Patient {uuid: $patient_uuid}), go to the patient's own node and from there on (line 1, column 7)",
  ],
  'through a type': [
    `${P}-[:HAS_ALLERGY]->(a)-[:TO]->(s)<-[:OF]-(r)<-[:HAS_REGIMEN]-(p) RETURN s.name`,
    'Substance is shared by all patients, so nothing goes on from it; write one pattern from the patient for each side, and let both end in the same variable (line 1, column 68)',
  ],
  UNWIND: [
    `${P} UNWIND ['a', 'b'] AS name RETURN name`,
    'UNWIND is not available; test with x IN [ … ], or match the rows that you want (line 1, column 41)',
  ],
  'a label that is nearly right': [
    `${P}-[:HAS_REGIMEN]->(m:IntakeRegime) RETURN m.name`,
    'There is no label IntakeRegime; did you mean "IntakeRegimen"? (line 1, column 57)',
  ],
  'a property that is not there': [
    `${P}-[:HAS_CONDITION]->(c) RETURN c.severty`,
    'ConditionCase has no property severty; did you mean "severity"? (line 1, column 70)',
  ],
  'the patient left behind': [
    `${P}-[:HAS_CONDITION]->(c) WITH count(c) AS n MATCH (p)-[:HAS_ALLERGY]->(a) RETURN n, count(a) AS m`,
    'p was left behind by WITH; list it there to carry it on: WITH p, … (line 1, column 88)',
  ],
  'a path of unknown length': [
    `${P}-[*1..2]->(x) RETURN x.name`,
    'Paths of unknown length are not available; write each hop: (a)-[:TYPE]->(b)-[:TYPE]->(c) (line 1, column 42)',
  ],
  'a write': [
    `${P}-[:HAS_CONDITION]->(c) SET c.status = 'resolved' RETURN c.name`,
    'The record can only be read here; a query is MATCH, WHERE, WITH and RETURN (line 1, column 63)',
  ],
  'GROUP BY': [
    `${P}-[:HAS_CONDITION]->(c) RETURN c.status, count(*) GROUP BY c.status`,
    'There is no GROUP BY: what stands beside an aggregate is what it is grouped by (line 1, column 89)',
  ],
  'NOT IN': [
    `${P}-[:HAS_CONDITION]->(c) WHERE c.status NOT IN ['active'] RETURN c.name`,
    'NOT stands before it all: NOT x IN list (line 1, column 78)',
  ],
  'no end': [
    `${P}-[:HAS_CONDITION]->(c) WHERE c.status = 'active'`,
    'The query has no end: it needs a RETURN (line 1, column 88)',
  ],
};

test.each(Object.entries(MISTAKES))('%s is answered with what to write instead', (_, [query, message]) => {
  expect(() => guard(query)).toThrow(QueryRefused);
  try {
    guard(query);
  } catch (thrown) {
    expect((thrown as QueryRefused).message).toBe(message);
  }
});
