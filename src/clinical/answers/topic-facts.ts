/** The curated tables for general answers: what a topic is, what a medicine does, and which condition is a reason against a medicine. */
import { once } from '../text/cache.ts';
import { partsOf } from '../vocabulary/parts.ts';
import { listOf, readTable } from '../vocabulary/table.ts';
import { childFacts } from './children.ts';
import { termOf } from './known-terms.ts';

const TABLES = ['condition-facts', 'symptom-facts', 'observation-facts', 'procedure-facts'];
const COLUMNS = ['topic', 'what', 'signs', 'causes', 'care', 'see', 'source', 'course', 'passed_on'] as const;
export type TopicFacts = Record<Exclude<(typeof COLUMNS)[number], 'topic'>, string>;
type DrugEffects = { use: string; common: string[]; serious: string; source: string };

/** Read when first asked for: a start does without them. */
const topics = once(
  () =>
    new Map<string, TopicFacts>(
      TABLES.flatMap((table) => readTable(table, COLUMNS)).flatMap(({ topic, ...facts }) =>
        topic.split(';').map((name): [string, TopicFacts] => [name.trim(), facts]),
      ),
    ),
);
const medicines = once(
  () =>
    new Map<string, DrugEffects>(
      readTable('drug-effects', ['medicine', 'use', 'common', 'serious', 'source']).map(
        ({ medicine, common, ...rest }) => [medicine, { ...rest, common: listOf(common) }],
      ),
    ),
);
const CAUTIONS = readTable('condition-cautions', ['medicine', 'condition', 'why', 'source']).map((row) => ({
  medicines: new Set(listOf(row.medicine)),
  conditions: new Set(listOf(row.condition)),
  why: row.why,
  source: row.source,
}));

export function topicFacts(name: string): TopicFacts | null {
  return topics().get(name) ?? null;
}

/** A complaint of a part of the body that the vocabulary has no name for goes by what is wrong: "Calf swelling" is a swelling. */
export function complaintFacts(name: string, child: boolean): Pick<TopicFacts, 'see' | 'care' | 'source'> | null {
  const known = (child ? childFacts(name) : null) ?? topicFacts(name);
  if (known || termOf(name, 'any')) return known;
  return topicFacts(termOf(name.slice(name.lastIndexOf(' ') + 1), 'symptom')?.name ?? '');
}

/** By the medicine's own name, else by its class. */
export function drugEffects(name: string): DrugEffects | null {
  const effects = medicines();
  return effects.get(name) ?? effects.get(termOf(name, 'drug')?.drugClass ?? '') ?? null;
}

/** What one of them brings, people also call the other. */
const ALIKE: Readonly<Record<string, string>> = {
  'Trouble sleeping': 'Insomnia',
  'Ankle swelling': 'Swelling',
  'Leg swelling': 'Swelling',
  Indigestion: 'Heartburn',
  'Upset stomach': 'Abdominal pain',
  'Stomach cramps': 'Abdominal pain',
  'Thigh pain': 'Muscle pain',
  'Calf pain': 'Muscle pain',
  'Leg pain': 'Muscle pain',
  'Arm pain': 'Muscle pain',
};

/** Whether a symptom is among the known side effects. The table has the words that people read; both are compared as terms. */
export function isEffect({ common }: DrugEffects, symptom: string): boolean {
  const wanted = asEffect(symptom);
  return common.some((name) => asEffect(name) === wanted);
}

/** Said only where `isEffect` holds. Each caller writes the names as its sentence needs them. */
export function knownEffect(symptom: string, medicine: string): string {
  return `${symptom} is a known side effect of ${medicine}`;
}

/** The condition among the known effects that the symptom is a sign of: sweating is one of low blood sugar. */
export function effectBehind({ common }: DrugEffects, symptom: string): string | null {
  const wanted = asEffect(symptom);
  const hasSign = (effect: string) =>
    termOf(effect, 'condition') && listOf(topicFacts(effect)?.signs ?? '').some((sign) => asEffect(sign) === wanted);
  return common.find(hasSign) ?? null;
}

function asEffect(name: string): string {
  const term = termOf(name, 'symptom')?.name ?? name;
  return ALIKE[term] ?? term;
}

/** "Ibuprofen with Hypertension: it can raise blood pressure … (US labels of NSAIDs)." */
export function conditionCautions(medicines: readonly string[], conditions: readonly string[]): string[] {
  return medicines.flatMap((name) => {
    const isMeant = (kinds: ReadonlySet<string>) =>
      [name, ...partsOf(name).map((part) => part.name)].some(
        (one) => kinds.has(one) || kinds.has(termOf(one, 'drug')?.drugClass ?? ''),
      );
    return CAUTIONS.filter(({ medicines: kinds }) => isMeant(kinds)).flatMap((row) =>
      conditions
        .filter((condition) => row.conditions.has(condition))
        .map((condition) => `${name} with ${condition}: ${row.why} (${row.source}).`),
    );
  });
}
