/**
 * A question, once read, as Cypher. It keeps the three rules that models are given too: from the patient to instances and from
 * there to types, text by toLower and CONTAINS, every MATCH before the one WHERE. The query goes through the same guard as a model's.
 */
import { toCanonical } from '../quantities/units.ts';
import { once } from '../text/cache.ts';
import { OBSERVATIONS } from '../vocabulary/observations.ts';
import { termRows } from '../vocabulary/rows.ts';
import { testsOfSystem } from './groups.ts';
import type { Bound, Intent, Kind, RecordQuestion, Subject } from './question.ts';
import { lines } from './rows.ts';

/** What a kind is called in the graph: its node, the edge that leads to it, and the shared type that it points to. */
type NodeNames = { label: string; edge: string; type?: { label: string; edge: string } };
export type GraphNames = Readonly<Record<Kind, NodeNames>>;

const PATIENT = 'MATCH (p:Patient {uuid: $patient_uuid})';
const TIME = 'coalesce(n.effective_time, n.recorded_at)';
const MOST_LISTED = 50;
const MOST_OF_A_SERIES = 200;
/** Up to so many names are searched word by word; more of them are a list. */
const FEW_NAMES = 6;

/** Answers that say where a value stands in its range. */
const JUDGED: ReadonlySet<Intent> = new Set(['latest', 'range', 'trend', 'highest', 'lowest']);

/** The time as it was told, which may be less than a day: "2015-03". */
const SAID = 'effective_text AS said_time';

/** What an answer needs of each kind, in the order in which a person would read it. */
const COLUMNS: Readonly<Record<Kind, readonly string[]>> = {
  observation: ['name', 'value', 'unit', 'canonical_value', 'canonical_unit', 'effective_time AS measured', SAID],
  medication: ['name', 'value', 'unit', 'frequency', 'status', 'effective_time AS since', SAID, 'ended_time AS ended'],
  condition: ['name', 'status', 'severity', 'effective_time AS since', SAID, 'ended_time AS ended'],
  symptom: ['name', 'severity', 'duration', 'body_site', 'status', SAID],
  allergy: ['name', 'reaction', 'severity', 'status'],
  encounter: ['name', 'status', 'specialty', SAID],
  procedure: ['name', 'status', 'effective_time AS done', SAID],
  document: ['name', 'url'],
  practitioner: ['name', 'specialty'],
  organization: ['name'],
  family: ['relation', 'name'],
};
const AVERAGE_COLUMNS = [
  't.name AS name',
  'count(n) AS count',
  'avg(n.canonical_value) AS average',
  'min(n.canonical_value) AS lowest',
  'max(n.canonical_value) AS highest',
  'head(collect(n.canonical_unit)) AS unit',
  'head(collect(n.unit)) AS given',
];
const OF_ALL_KINDS = ['name', 'effective_time AS measured', SAID, 'status'];
const OF_MANY_KINDS = [...COLUMNS.observation, 'status', 'severity'];

export function writeCypher(question: RecordQuestion, graph: GraphNames): string {
  const [kind, ...others] = question.subject.kinds;
  if (others.length > 0) return acrossKinds(question, graph);
  return kind === 'encounter' ? encounters(question) : ofOneKind(question, kind, graph[kind]);
}

function ofOneKind(question: RecordQuestion, kind: Kind, { label, edge, type }: NodeNames): string {
  // Whether an allergy concerns a medicine is more than a matter of names, so all of them are read.
  const names = kind === 'allergy' ? [] : namesOf(question.subject, type ? 't.name' : 'n.name');
  const where = conditions(question, kind);
  if (newestOfEach(question, kind)) return newestOfEachType(question, names, where);
  const match = [
    PATIENT,
    `MATCH (p)-[:${edge}]->(n:${label})`,
    ...(type ? [`MATCH (n)-[:${type.edge}]->(t:${type.label})`] : []),
  ];
  return lines(...match, whereLine([...names, ...where]), ...results(question, kind));
}

function newestOfEach({ subject, intent }: RecordQuestion, kind: Kind): boolean {
  return ofEachType(subject, kind) && (intent === 'latest' || intent === 'when' || intent === 'range');
}

/** Newest first, then the first of each type: one pass, however long the record is. */
function newestOfEachType(question: RecordQuestion, names: readonly string[], where: readonly string[]): string {
  return lines(
    PATIENT,
    'MATCH (p)-[:HAS_OBSERVATION]->(m:Observation)',
    'MATCH (m)-[:IS_A]->(t:ObservationType)',
    whereLine([...names, ...where.map((condition) => condition.replaceAll('n.', 'm.'))]),
    'WITH p, t, m ORDER BY coalesce(m.effective_time, m.recorded_at) DESC',
    'WITH p, t, head(collect(m)) AS n',
    ...results(question, 'observation'),
  );
}

/** Who was seen and where hang on the visit, and may be missing. A period is that of the visit, never that of its telling. */
function encounters(question: RecordQuestion): string {
  const { practitioner, specialty, organization, standing } = question.subject;
  const where = [...namesOf(question.subject, 'n.name'), ...periodOf(question, 'n.effective_time')];
  if (practitioner) where.push(either(contains('d.name', practitioner), contains('n.name', practitioner)));
  if (specialty)
    where.push(
      either(contains('n.specialty', specialty), contains('n.name', specialty), contains('d.specialty', specialty)),
    );
  if (organization) where.push(either(contains('o.name', organization), contains('n.name', organization)));
  if (standing)
    where.push("NOT toLower(coalesce(n.status, '')) IN ['cancelled', 'canceled', 'missed', 'noshow', 'no-show']");
  if (standing === 'coming')
    where.push("(n.effective_time >= $now OR n.effective_time IS NULL AND n.status = 'scheduled')");
  if (standing === 'past')
    where.push("(n.effective_time < $now OR n.effective_time IS NULL AND coalesce(n.status, 'past') <> 'scheduled')");
  return lines(
    PATIENT,
    'MATCH (p)-[:HAS_ENCOUNTER]->(n:Encounter)',
    'OPTIONAL MATCH (n)-[:WITH]->(d:Practitioner)',
    'OPTIONAL MATCH (n)-[:AT]->(o:Organization)',
    `WITH n, d, o${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}`,
    ...(question.intent === 'count'
      ? ['RETURN count(DISTINCT n) AS count']
      : [
          `RETURN ${columnsOf('encounter')}, d.name AS practitioner, o.name AS organization, ${TIME} AS time`,
          ...order(question, 'encounter'),
        ]),
  );
}

/** A body system, or a word that could stand anywhere: one pattern over all kinds that may hold it. */
function acrossKinds(question: RecordQuestion, graph: GraphNames): string {
  const { kinds } = question.subject;
  const where = [...namesOf(question.subject, 'n.name'), ...periodOf(question, TIME)];
  const columns = asColumns(
    OF_MANY_KINDS.filter((one) => OF_ALL_KINDS.includes(one) || kinds.some((kind) => COLUMNS[kind].includes(one))),
  );
  return lines(
    PATIENT,
    `MATCH (p)-[:${kinds.map((kind) => graph[kind].edge).join('|')}]->(n)`,
    whereLine(where),
    ...(question.intent === 'count' && !question.subject.system
      ? ['RETURN labels(n)[0] AS kind, count(n) AS count']
      : [`RETURN labels(n)[0] AS kind, ${columns}, ${TIME} AS time`, ...order(question, kinds[0])]),
  );
}

function results(question: RecordQuestion, kind: Kind): string[] {
  const { intent } = question;
  if (intent === 'count')
    return [`RETURN count(n) AS count, min(${timeOf(kind)}) AS first, max(${timeOf(kind)}) AS last`];
  if (intent === 'average') {
    return [`RETURN ${AVERAGE_COLUMNS.join(', ')}`, 'ORDER BY name'];
  }
  // A range depends on who is asked about.
  const person = kind === 'observation' && JUDGED.has(intent) ? ', p.sex AS sex, p.birth_date AS birth_date' : '';
  return [`RETURN ${columnsOf(kind)}, ${timeOf(kind)} AS time${person}`, ...order(question, kind)];
}

function order({ intent, subject, count }: RecordQuestion, kind: Kind): string[] {
  if (intent === 'highest') return ['ORDER BY n.canonical_value DESC, time DESC', 'LIMIT 1'];
  if (intent === 'lowest') return ['ORDER BY n.canonical_value, time DESC', 'LIMIT 1'];
  const forward = intent === 'first' || subject.standing === 'coming';
  const single = (intent === 'latest' || intent === 'when' || intent === 'first') && !ofEachType(subject, kind);
  // Of a pressure each value is two rows.
  const wanted = count && kind === 'observation' ? count * Math.max(1, subject.names.length) : MOST_LISTED;
  const limit = single
    ? 1
    : (intent === 'trend' && !count) || subject.kinds.length > 1
      ? MOST_OF_A_SERIES
      : Math.min(wanted, MOST_LISTED);
  return [`ORDER BY time${forward ? '' : ' DESC'}, name`, `LIMIT ${limit}`];
}

/** All but the names. */
function conditions(question: RecordQuestion, kind: Kind): string[] {
  const { subject, intent, bound, event } = question;
  const where: string[] = [];
  if (kind === 'practitioner' && subject.specialty) where.push(contains('n.specialty', subject.specialty));
  if (kind === 'observation') {
    if (intent === 'highest' || intent === 'lowest' || intent === 'average')
      where.push('n.canonical_value IS NOT NULL');
    if (bound) where.push(boundOf(bound, subject));
  }
  if (event === 'ended') where.push('n.ended_time IS NOT NULL', ...periodOf(question, 'n.ended_time'));
  else if (event === 'began') {
    // Of what was first told as ended, only the end is known.
    where.push('(n.ended_time IS NULL OR n.ended_time <> n.effective_time)', ...periodOf(question, 'n.effective_time'));
  } else if (kind === 'medication') where.push(...takenIn(question));
  else where.push(...periodOf(question, timeOf(kind)));
  if (!event) where.push(...standingOf(subject));
  return where;
}

function standingOf({ standing }: Subject): string[] {
  if (standing === 'active') return ['n.ended_time IS NULL', "coalesce(n.status, 'active') <> 'planned'"];
  if (standing === 'ended') return ['n.ended_time IS NOT NULL'];
  return standing === 'planned' ? ["n.status = 'planned'"] : [];
}

/** Taken at some time of the period: begun before its end, and not ended before its beginning. */
function takenIn({ period }: RecordQuestion): string[] {
  return [
    ...(period?.before ? [`coalesce(n.effective_time, n.recorded_at) < '${period.before}'`] : []),
    ...(period?.from ? [`(n.ended_time IS NULL OR n.ended_time >= '${period.from}')`] : []),
  ];
}

function periodOf({ period }: RecordQuestion, time: string): string[] {
  return [
    ...(period?.from ? [`${time} >= '${period.from}'`] : []),
    ...(period?.before ? [`${time} < '${period.before}'`] : []),
  ];
}

/** Whether "the latest" is one row, or one for each of several types (blood pressure has two). */
function ofEachType({ names }: Subject, kind: Kind): boolean {
  return kind === 'observation' && names.length !== 1;
}

function boundOf({ sign, value, unit }: Bound, { names }: Subject): string {
  const canonical = unit && names[0] ? toCanonical(names[0], value, unit) : null;
  return `n.canonical_value ${sign} ${canonical?.value ?? value}`;
}

function namesOf({ names, system }: Subject, property: string): string[] {
  if (names.length === 0) return [];
  if (system) return [ofSystem(system, names)];
  if (names.length <= FEW_NAMES) return [either(...names.map((name) => contains(property, name)))];
  const known = names.filter(isKnown).map((name) => literal(name.toLowerCase()));
  const loose = names.filter((name) => !isKnown(name)).map((name) => contains(property, name));
  return [either(`toLower(${property}) IN [${known.join(', ')}]`, ...loose)];
}

/**
 * A body system has hundreds of names, more than a query may hold. Measurements, of which a record has many, are chosen by name here;
 * the rest is read whole, and `ofThisSystem` chooses among it.
 */
function ofSystem(system: string, names: readonly string[]): string {
  const tests = testsOfSystem(system).map((name) => literal(name.toLowerCase()));
  const loose = names.filter((name) => !isKnown(name)).map((name) => contains('n.name', name));
  return either(`labels(n)[0] <> 'Observation'`, `toLower(n.name) IN [${tests.join(', ')}]`, ...loose);
}

/** Measurements whose name stands in that of another one: "Creatinine" is not "Urine creatinine". Blood pressure means both of its. */
function isWholeName(needle: string): boolean {
  const all = OBSERVATIONS.filter(({ name }) => name !== 'Blood pressure').map(({ name }) => name.toLowerCase());
  return all.includes(needle) && all.some((other) => other !== needle && ` ${other} `.includes(` ${needle} `));
}

/**
 * By whole words where a part of a word would find something else: "ALT" in "health", "HDL cholesterol" in the non-HDL one,
 * "diabetes" in "prediabetes".
 */
function contains(property: string, words: string): string {
  const needle = words.toLowerCase().replace(/\s+/g, ' ').trim();
  if (isWholeName(needle)) return `toLower(${property}) IN [${literal(needle)}]`;
  const clashes = termRows().some(({ term }) => {
    const name = term.name.toLowerCase();
    return name.includes(needle) && !` ${name} `.includes(` ${needle} `);
  });
  if (needle.length > 4 && !clashes) return `toLower(${property}) CONTAINS ${literal(needle)}`;
  return `' ' + toLower(${property}) + ' ' CONTAINS ${literal(` ${needle} `)}`;
}

const names = once((): ReadonlySet<string> => new Set(termRows().map(({ term }) => term.name)));

function isKnown(name: string): boolean {
  return names().has(name);
}

function columnsOf(kind: Kind): string {
  return asColumns(COLUMNS[kind]);
}

function asColumns(names: readonly string[]): string {
  return names.map((column) => `n.${column.includes(' AS ') ? column : `${column} AS ${column}`}`).join(', ');
}

/** What runs in the family has no time of its own. */
function timeOf(kind: Kind): string {
  return kind === 'family' ? 'n.recorded_at' : TIME;
}

function either(...conditions: string[]): string {
  return conditions.length === 1 ? conditions.join('') : `(${conditions.join(' OR ')})`;
}

function whereLine(where: readonly string[]): string {
  return where.length > 0 ? `WHERE ${where.join(' AND ')}` : '';
}

function literal(value: string): string {
  return `'${value.replace(/[\\']/g, '\\$&').replace(/[\p{Cc}]/gu, ' ')}'`;
}
