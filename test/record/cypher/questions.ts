/** Questions that people ask of a record, as a model would write them: all of them must pass. */

export const PATIENT = '(p:Patient {uuid: $patient_uuid})';

/** Also what the fuzzers start from. */
export const QUESTIONS: Readonly<Record<string, string>> = {
  'the conditions there are': `MATCH ${PATIENT}-[:HAS_CONDITION]->(c:ConditionCase) RETURN c.name`,
  'the way the agent is taught': `MATCH (patient:Patient {uuid: $patient_uuid})
    MATCH (patient)-[:HAS_CONDITION]->(cc:ConditionCase)
    MATCH (cc)-[:IS_A]->(ct:ConditionType)
    WHERE toLower(ct.name) CONTAINS toLower("diabetes")
    RETURN ct.name AS condition, cc.status AS status, cc.effective_time AS since`,
  'the words in any case, and a semicolon': `match ${PATIENT}-[:HAS_SYMPTOM]->(s) where s.severity = 'severe' return s.name as name order by name desc limit 3;`,
  'written from the far end': `MATCH (t:ConditionType)<-[:IS_A]-(c)<-[:HAS_CONDITION]-${PATIENT} RETURN t.name, c.status`,
  'without a name for the patient':
    'MATCH (:Patient {uuid: $patient_uuid})-[:HAS_ALLERGY]->(a) RETURN a.name, a.reaction',
  'two names of the record compared': `MATCH ${PATIENT}-[:HAS_OBSERVATION]->(o) MATCH (o)-[:IS_A]->(t) WHERE o.name <> t.name RETURN o.name`,
  'a WHERE in each part': `MATCH ${PATIENT}-[:HAS_CONDITION]->(c) WHERE c.status = 'active' WITH p, c MATCH (c)-[:IS_A]->(t) WHERE toLower(t.name) CONTAINS 'a' RETURN t.name`,
  'a WHERE of an OPTIONAL MATCH': `MATCH ${PATIENT}-[:HAS_ENCOUNTER]->(e) OPTIONAL MATCH (e)-[:WITH]->(d) WHERE toLower(d.name) CONTAINS 'lee' OPTIONAL MATCH (e)-[:AT]->(o) RETURN d.name, o.name`,
  'a code compared with =': `MATCH ${PATIENT}-[:HAS_CONDITION]->(c {code: 'J45'}) RETURN c.uuid AS uuid`,
  'the latest value': `MATCH ${PATIENT}-[:HAS_OBSERVATION]->(o:Observation)-[:IS_A]->(t:ObservationType)
    WHERE toLower(t.name) CONTAINS 'hba1c' RETURN o.value, o.unit, o.effective_time ORDER BY o.effective_time DESC LIMIT 1`,
  'the latest by WITH and collect': `MATCH ${PATIENT}-[:HAS_OBSERVATION]->(o)-[:IS_A]->(t) WITH t, o ORDER BY o.effective_time DESC
    WITH t.name AS test, collect(o)[0] AS latest RETURN test, latest.value, latest.unit`,
  'from the latest on to its turn': `MATCH ${PATIENT}-[:HAS_CONDITION]->(c) WITH head(collect(c)) AS one
    MATCH (one)-[s:STATED_IN]->(turn) RETURN turn.recorded_at, s.confidence`,
  'a date window': `MATCH ${PATIENT}-[:HAS_ENCOUNTER]->(e) WHERE e.effective_time >= '2025-01-01' AND e.effective_time < $now
    RETURN e.name, e.effective_time`,
  'what is recent': `MATCH ${PATIENT}-[:HAS_OBSERVATION]->(o) WHERE o.effective_time >= $since AND o.effective_time <= $until RETURN o.name`,
  today: `MATCH ${PATIENT}-[:HAS_ENCOUNTER]->(e) WHERE e.effective_time STARTS WITH $today RETURN count(e) > 0 AS any_today`,
  'how many of each kind': `MATCH ${PATIENT}-[r]->(x) RETURN type(r) AS kind, labels(x)[0] AS label, count(*) AS count ORDER BY count DESC, kind`,
  'means by type': `MATCH ${PATIENT}-[:HAS_OBSERVATION]->(o)-[:IS_A]->(t)
    WITH t.name AS test, avg(o.canonical_value) AS mean, count(o) AS n WHERE n >= 2 RETURN test, round(mean, 1) AS mean, n ORDER BY n DESC`,
  'whom the patient saw': `MATCH ${PATIENT}-[:HAS_ENCOUNTER]->(e) OPTIONAL MATCH (e)-[:WITH]->(doctor:Practitioner) OPTIONAL MATCH (e)-[:AT]->(place)
    RETURN e.effective_time AS at, coalesce(doctor.name, 'unknown') AS doctor, place.name AS place`,
  'a medicine that meets an allergy': `MATCH ${PATIENT}-[:HAS_ALLERGY]->(a)-[:TO]->(s:Substance), (p)-[:HAS_REGIMEN]->(r)-[:OF]->(s)
    RETURN s.name AS substance, a.reaction, r.status`,
  'two cases of one type': `MATCH ${PATIENT}-[:HAS_CONDITION]->(a)-[:IS_A]->(t) MATCH (p)-[:HAS_CONDITION]->(b)-[:IS_A]->(t) WHERE a <> b RETURN t.name`,
  'what has been said of something': `MATCH ${PATIENT}-[:HAS_CONDITION]->(c)-[s:STATED_IN]->(t:Turn)<-[:HAS_TURN]-(session:Session)
    RETURN c.name, s.evidence_text AS words, t.recorded_at, session.session_id`,
  'what else the same message said': `MATCH ${PATIENT}-[:HAS_CONDITION]->(c)-[:STATED_IN]->(t)<-[:STATED_IN]-(o:Observation) RETURN c.name, o.name, o.value`,
  'with none of its kind': `MATCH ${PATIENT} WHERE NOT EXISTS { (p)-[:HAS_ALLERGY]->() } RETURN 'no allergies are known' AS answer`,
  'a pattern as a condition': `MATCH ${PATIENT}-[:HAS_REGIMEN]->(r) WHERE (r)-[:OF]->(:Substance {code: '6809'}) AND NOT (r)-[:STATED_IN]->() RETURN r.status`,
  'a count in braces': `MATCH ${PATIENT}-[:HAS_CONDITION]->(c) WHERE COUNT { MATCH (c)-[s:STATED_IN]->(t) WHERE s.confidence > 0.5 } >= 2 RETURN c.name`,
  'several kinds at once': `MATCH ${PATIENT}-[:HAS_CONDITION|HAS_SYMPTOM|:HAS_ALLERGY]->(x) RETURN DISTINCT x.name AS name, x.severity ORDER BY name`,
  'a list of words': `MATCH ${PATIENT}-[:HAS_REGIMEN]->(r) WHERE r.status IN ['active', 'planned'] AND r.as_needed IS NULL RETURN r.name, r.times_per_day`,
  'any, all, none and single': `MATCH ${PATIENT}-[:HAS_OBSERVATION]->(o) WITH collect(o.canonical_value) AS values
    RETURN any(v IN values WHERE v > 7) AS high, all(v IN values WHERE v > 0) AS sane, none(v IN values WHERE v < 0) AS none, single(v IN values WHERE v = 5) AS one`,
  'a list made of a list': `MATCH ${PATIENT}-[:HAS_OBSERVATION]->(o) WITH collect(o) AS os
    RETURN [x IN os WHERE x.unit = 'mmol/L' | x.value + ' ' + x.unit][0..5] AS shown, size(os) AS n`,
  'a choice': `MATCH ${PATIENT}-[:HAS_OBSERVATION]->(o) RETURN o.name, CASE WHEN o.canonical_value > 7.0 THEN 'high' WHEN o.canonical_value < 4 THEN 'low' ELSE 'normal' END AS level`,
  'a choice by value': `MATCH ${PATIENT}-[:HAS_CONDITION]->(c) RETURN CASE c.status WHEN 'active' THEN 1 ELSE 0 END AS active, count(*) AS n`,
  arithmetic: `MATCH ${PATIENT}-[:HAS_OBSERVATION]->(o) RETURN o.canonical_value * 18 - -1 AS mg, -(o.canonical_value ^ 2) % 7 / 1.5e1 AS odd`,
  'skip and limit': `MATCH ${PATIENT}-[:HAS_OBSERVATION]->(o) RETURN o.uuid ORDER BY o.effective_time SKIP 10 LIMIT 10`,
  'a column called like its variable': `MATCH ${PATIENT}-[:HAS_CONDITION]->(condition) RETURN condition.name AS condition`,
  'the time of the last change': `MATCH ${PATIENT}-[:HAS_CONDITION]->(c) RETURN max(c.recorded_at) AS latest, min(c.recorded_at), sum(c.confidence), collect(DISTINCT c.status)`,
  'texts in many ways': `MATCH ${PATIENT}-[:HAS_CONDITION]->(c) WHERE toLower(c.name) STARTS WITH 'a' XOR toLower(c.name) ENDS WITH "a" OR NOT toLower(c.name) CONTAINS '\\u00e9\\'s "x" \\\\'
    RETURN toUpper(trim(c.name)), substring(c.name, 0, 3), replace(c.name, 'a', 'b'), split(c.name, ' ')[0], left(c.name, 2), right(c.name, 2), reverse(c.name), size(c.name)`,
  'numbers in many ways': `MATCH ${PATIENT}-[:HAS_OBSERVATION]->(o) RETURN toInteger(o.value), toFloat(o.value), toString(o.value), abs(o.canonical_value), ceil(1.5), floor(1.5), sign(-1), last([1, 2])`,
  'keys of groups beside the aggregate': `MATCH ${PATIENT}-[:HAS_CONDITION]->(c) RETURN c.status, c.status + ': ' + toString(count(*)) AS line`,
  'an optional match that goes on': `MATCH ${PATIENT} OPTIONAL MATCH (p)-[:HAS_CONDITION]->(c) OPTIONAL MATCH (c)-[:IS_A]->(t) RETURN c.name, t.name, c IS NULL AS nothing`,
};
