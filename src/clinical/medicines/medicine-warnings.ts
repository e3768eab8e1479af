/**
 * Warnings about a medicine that a message names: against the allergies, the other medicines, the conditions and the pregnancy of the
 * person, as the record and the message itself tell them. They stand before the reply, whichever agent or model wrote it, so that
 * the wording of the question decides nothing.
 */

import type { MentionInput } from '../../record/index.ts';
import { conditionCautions } from '../answers/topic-facts.ts';
import type { Moment } from '../dates/dates.ts';
import { extractContext } from '../extract/context.ts';
import { extractFindings } from '../extract/findings.ts';
import { prepared } from '../message/prepared.ts';
import { understand } from '../message/understand.ts';
import type { Clause, Reality, Subject } from '../message/understanding.ts';
import { patternsOf } from '../text/patterns.ts';
import { isQuestion } from '../text/questions.ts';
import { sentenceAt } from '../text/sentences.ts';
import { type Allergy, type Conflict, conflicts, substancesIn, swallowedIn } from './interactions.ts';

/** What the record knows of the person. `kidneys`: a low kidney function by its last value, such as "an eGFR of 24". */
export type KnownOfPerson = {
  allergies: readonly Allergy[];
  medicines: readonly string[];
  conditions: readonly string[];
  kidneys?: string | undefined;
};

export type MedicineWarning = { medicine: string; against: string; text: string };

/** `asks`: whether it may be taken is asked. */
export type MedicineNamed = { name: string; asks: boolean };

const LASTING = patternsOf('medicines', 'medicine-warnings').words('LASTING');
const PREGNANCY = 'pregnancy';
const KIDNEY_DISEASE = 'Chronic kidney disease';
/** Their medicines are not for this record. Of others in doubt: "the dentist left Augmentin", "my neighbour swears by naproxen". */
const OTHER_TAKERS: ReadonlySet<Subject> = new Set(['child', 'relative', 'animal']);
const FIRST_PERSON = /\b(?:i|i['’]?(?:m|ve|d|ll)|me|my|mine|we|us|our)\b/i;
/** Whatever else is in doubt is checked: a warning too many harms nobody. */
const NOT_TAKEN: ReadonlySet<Reality> = new Set(['past', 'denied']);
const RESUMED = /\b(?:again|restart\w*|resum\w*|back\s+(?:on|to))\b/i;
const MOST_WARNINGS = 3;

/** The medicines of a message that the person may take, in reading order. */
export function medicinesNamed(written: string): MedicineNamed[] {
  const { text } = prepared(written);
  const named = new Map<string, boolean>();
  for (const clause of understand(text).clauses) {
    const words = text.slice(clause.start, clause.end);
    if (NOT_TAKEN.has(clause.reality) || isForOthers(clause, words)) continue;
    const asks = isAsked(text, clause);
    for (const name of swallowedIn(words)) if (name !== PREGNANCY) named.set(name, asks || (named.get(name) ?? false));
  }
  return [...named].map(([name, asks]) => ({ name, asks }));
}

/** "Swapped from citalopram to venlafaxine" */
function isStopped(name: string, mentions: readonly MentionInput[]): boolean {
  const own = mentions.filter((one) => one.kind === 'medication' && one.name === name);
  return own.length > 0 && own.every(({ status }) => status === 'stopped' || status === 'past');
}

/** The most severe first, one for each medicine and reason. */
export function medicineWarnings(written: string, known: KnownOfPerson, moment: Moment): MedicineWarning[] {
  const { text } = prepared(written);
  const named = medicinesNamed(text);
  if (named.length === 0) return [];
  const told = extractFindings(text, moment).filter(
    ({ assertion, experiencer }) => assertion === 'present' && experiencer === 'patient',
  );
  const toldAllergies = told.filter(({ kind }) => kind === 'allergy');
  const allergies = [...known.allergies, ...toldAllergies];
  const allergens = new Set(toldAllergies.map(({ name }) => name));
  const isLeftOff = (name: string) => isStopped(name, extractContext(text, moment));
  // A medicine that has long been taken is checked when it is asked about, a new one whenever it is mentioned.
  const asked = named
    .filter(({ name, asks }) => !allergens.has(name) && (asks || !known.medicines.includes(name)))
    .filter(({ name }) => RESUMED.test(text) || !isLeftOff(name))
    .map(({ name }) => name);
  const conditions = [
    ...new Set([...known.conditions, ...told.filter(({ kind }) => kind === 'condition').map(({ name }) => name)]),
  ];
  const pregnant = conditions.includes('Pregnancy') || substancesIn(text).includes(PREGNANCY);
  const current = new Set(known.medicines);
  // "She stopped the lisinopril and put me on losartan instead."
  const taken = known.medicines.filter((name) => LASTING.has(name) || !isLeftOff(name));
  const against = pregnant ? [...taken, PREGNANCY] : taken;
  const found = [
    ...conflicts(asked, against, allergies)
      // Two that have long been taken together with care are no news.
      .filter(({ severity, between }) => severity !== 'caution' || !between.every((name) => current.has(name)))
      .map((conflict) => ({ ...warningOf(conflict), rank: rankOf(conflict) })),
    ...asked
      .flatMap((name) => cautionsFor(name, conditions, known.kidneys))
      .map((one) => ({ ...one, rank: RANKS.caution })),
  ]
    .sort((a, b) => a.rank - b.rank)
    .map(({ rank, ...warning }) => warning);
  return [...new Map(found.map((one) => [`${one.medicine} ${one.against}`, one])).values()].slice(0, MOST_WARNINGS);
}

/** What speaks against a medicine by itself comes before what speaks against a pair. */
const RANKS = { allergy: 0, pregnancy: 1, contraindicated: 2, serious: 3, caution: 4 } as const;

function rankOf({ kind, severity, between: [, against] }: Conflict): number {
  return RANKS[kind === 'allergy' ? kind : against === PREGNANCY ? 'pregnancy' : severity];
}

/** "Can my son take it?"; not "my son gave me some of his". */
function isForOthers({ subject }: Clause, words: string): boolean {
  return OTHER_TAKERS.has(subject) && !FIRST_PERSON.test(words.replace(/\b(?:my|our|not\s+(?:for\s+)?me)\b/gi, ' '));
}

/** In a question, or beside one: "my dentist gave me amoxicillin, is that fine?" */
function isAsked(text: string, { start, asks }: Clause): boolean {
  const sentence = sentenceAt(text, start);
  return asks || isQuestion(text.slice(sentence.start, sentence.end)) || text.includes('?');
}

function warningOf({ kind, between: [medicine, against], why, source }: Conflict): MedicineWarning {
  if (kind === 'allergy') {
    const reason = source === 'the record' ? '' : ` ${medicine}: ${why} (${source}).`;
    const text = `Careful: an allergy to ${against} is known.${reason} Do not take ${medicine} before a doctor or pharmacist has said that it is safe for you.`;
    return { medicine, against, text };
  }
  if (against === PREGNANCY) {
    const text = `Careful in pregnancy: ${medicine}: ${why} (${source}). Ask your midwife, doctor or pharmacist before you take it, and do not stop a prescribed medicine on your own.`;
    return { medicine, against, text };
  }
  const text = `Careful: ${medicine} together with ${against}: ${why} (${source}). Ask a pharmacist or doctor before you take both.`;
  return { medicine, against, text };
}

function cautionsFor(medicine: string, conditions: readonly string[], kidneys: string | undefined): MedicineWarning[] {
  const implied = kidneys && !conditions.includes(KIDNEY_DISEASE) ? [KIDNEY_DISEASE] : [];
  return [...conditions, ...implied].flatMap((condition) =>
    conditionCautions([medicine], [condition]).map((line) => ({
      medicine,
      against: condition,
      text: `Careful: ${implied.includes(condition) ? line.replace(condition, kidneys ?? condition) : line} Ask a doctor or pharmacist before you take it.`,
    })),
  );
}
