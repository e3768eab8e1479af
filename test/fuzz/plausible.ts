/** Values that a client could mean, by the name of their field: they reach the code behind the validation. */
import { bundle } from './fhir-pieces.ts';
import type { Memory } from './memory.ts';
import type { Random } from './random.ts';

const TEXTS = [
  'My blood pressure was 140/90 this morning',
  'I take metformin 500 mg twice a day and have had a headache since Tuesday',
  'What was my last HbA1c?',
  'I have chest pain and cannot breathe',
  'hello',
  'Was bedeutet ein hoher Cholesterinwert?',
  'my weight is 1e308 kg and my pulse is 9999999999999999999',
  'my constructor is __proto__, 5 toString a day',
  'every 99999999999 weeks since 31.02.99999 at 25:61',
  'find trials about GLP-1 agonists in type 2 diabetes',
  'mail dr.lee@example.org that I am late',
  'no chest pain 120/80 ',
  'sat\t\t\t\t',
  'o2 sat\u00a0\u00a0',
  '\u2028 120/80 \u2029 \u00a0\u00a0\u00a0 sat 97',
];
const SCHEDULES = [
  'weekly',
  'every Monday at 8',
  '+1 week',
  'May 2031',
  'in 3 days',
  '0 8 * * 1',
  '0 0 29 2 *',
  '*/5 * * * *',
  'every 99999999999 weeks',
  'every 0 minutes',
  'every -1 days',
  'every 1e308 hours',
  '+99999999999 years',
  '* * * * * *',
  '* 30,36,37 * * * *',
  '60 24 32 13 8',
  '@yearly',
  '0 0 31 2 *',
  '@every 1s',
  'tomorrow at 25:99',
  '275760-09-13T00:00:00Z',
  '+275761-01-01',
  '1970-01-01',
];
const QUERIES = [
  'MATCH (p:Patient {uuid: $patient_uuid}) RETURN p.uuid AS id',
  'MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(o:Observation) RETURN o.name AS n, o.value AS v ORDER BY v LIMIT 5',
  'MATCH (p:Patient {uuid: $patient_uuid})-[*1..9]-(x) RETURN x',
  'MATCH (p:Patient {uuid: $patient_uuid}) RETURN 1/0 AS x, 9223372036854775807 + 1 AS y, 1e308 * 10 AS z',
  'MATCH (p:Patient {uuid: $patient_uuid}) RETURN constructor(p), p.__proto__ AS x',
  'MATCH (p:Patient {uuid: $patient_uuid}) WHERE p.uuid =~ "(a+)+$" RETURN p.uuid AS x',
  'MATCH (p:Patient {uuid: $patient_uuid}) RETURN date("9999-99-99") AS d, duration("P1Y") AS e',
  'MATCH (p:Patient {uuid: $patient_uuid}) RETURN $a AS a, substring("abc", -1, 1e9) AS s',
  'MATCH (p:Patient {uuid: $patient_uuid}) RETURN toInteger("x") AS i, [1,2][5] AS j SKIP -1 LIMIT 1e9',
  `MATCH (p:Patient {uuid: $patient_uuid}) RETURN ${'('.repeat(300)}1${')'.repeat(300)} AS x`,
  'CREATE (n) RETURN n',
];
const QUESTIONS = ['What medicines do I take?', 'When was my last visit?', 'How has my HbA1c changed since 2020?', 'x'];
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Etc/GMT+12', 'Mars/Olympus', '+25:00', 'utc'];
/** What functions work on: prose, code, configuration, lists, and texts above a budget. */
const CONTENTS = [
  ...TEXTS,
  '# Heart\n\nThe heart beats.[^1] It does not rest.\n\n## Valves\n\n- mitral\n- aortic\n\n[^1]: Harvey 1628',
  'import { a } from "b";\nexport function sum(x, y) {\n  if (x > y) return eval(x);\n  return x + y;\n}\n',
  'const r = /^(a+)+$/; const s = "AKIAABCDEFGHIJKLMNOP"; while (true) { r.test("a".repeat(99)); }',
  'services:\n  db:\n    image: redis:latest\n    password: hunter2\n',
  '{"a": [1, 2, {"b": null}], "constructor": {"prototype": 1}}',
  'First read it, then write it; finally check 1. that 2. and 3. those. It must not fail and must have at least 3 words.',
  `${'('.repeat(3_000)}${'[^1]'.repeat(500)}`,
  'The pressure was 140/90 mmHg on 3 May 2024. '.repeat(2_000),
];
const PRESETS = ['S1', 'D4', 'T2', 'Q1', 'P3', 'security', 'long_input', 'constructor', '__proto__', 'S99'];
const MEASUREMENTS = [
  'HbA1c',
  'blood pressure',
  'weight',
  'glucose',
  'constructor',
  '__proto__',
  'A1C',
  'pulse',
  'x/y',
];

export function plausible(name: string, random: Random, memory: Memory): unknown {
  switch (name) {
    case 'text':
    case 'message':
    case 'instruction':
      return random.pick(TEXTS);
    case 'content':
    case 'artifact':
    case 'specification':
    case 'task':
    case 'query_artifact':
    case 'chapter_text':
    case 'user_request':
    case 'context':
    case 'chunk':
      return random.pick(CONTENTS);
    case 'preset':
    case 'variant':
      return random.pick(PRESETS);
    case 'marker':
      return random.pick(['[^1]', '[^2]', '[^note]', '[^999999999]', '^1', '']);
    case 'library_id':
      return memory.recall('document_id', random);
    case 'question':
      return random.pick(QUESTIONS);
    case 'cypher':
      return random.pick(QUERIES);
    case 'schedule':
      return random.pick(SCHEDULES);
    case 'timezone':
      return random.pick(ZONES);
    case 'name':
      return random.pick(MEASUREMENTS);
    case 'wait':
      return random.pick(['0', '0.01', '0.5', '1']);
    case 'version':
      return random.pick(['1', '2', '99999999', '1e308', '-1']);
    case 'team':
      return random.pick(['health', 'research', 'health', 'tutor']);
    case 'patient_id':
    case 'user_id':
      return random.chance(0.9) ? `p${random.below(8)}` : memory.recall('patient_id', random);
    case 'session_id':
      return random.chance(0.5) ? `s${random.below(20)}` : memory.recall(name, random);
    case 'path':
      return memory.recall('path', random) ?? 'notes/today.md';
    case 'locale':
      return random.pick(['en-US', 'de', 'x']);
    case 'queue':
      return random.pick(['turn', 'triage', 'research', 'constructor']);
    case 'job':
      return memory.recall('turn_id', random) ?? '1';
    case 'in_reply_to':
      return `<${memory.recall('approval_id', random)}@medfleet>`;
    case 'body:bundle':
      return bundle(random);
    case 'body:query':
      return random.chance(0.3)
        ? { question: random.pick(QUESTIONS) }
        : { cypher: random.pick(QUERIES), params: { a: random.pick([1, 'x', null, [1, 'a'], 1e308]) } };
    default:
      return memory.recall(name, random);
  }
}
