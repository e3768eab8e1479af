/**
 * Warnings about a medicine that a message names: against the allergies, the other medicines, the conditions and the pregnancy of the
 * person, as the record and the message itself tell them. They stand before the reply, whichever agent or model wrote it, so that
 * the wording of the question decides nothing.
 */

import type { MentionInput } from '../../record/index.ts';
import type { Moment } from '../dates/dates.ts';
import { extractContext } from '../extract/context.ts';
import { extractFindings } from '../extract/findings.ts';
import { byPregnancyTest } from '../extract/pregnancy-test.ts';
import { prepared } from '../message/prepared.ts';
import { understand } from '../message/understand.ts';
import type { Clause, Reality } from '../message/understanding.ts';
import { patternsOf } from '../text/patterns.ts';
import { asksDifference, isQuestion } from '../text/questions.ts';
import { sentenceAt } from '../text/sentences.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import type { Term } from '../vocabulary/term.ts';
import { type Allergy, conflicts, substancesIn, swallowedIn } from './interactions.ts';
import { isMedicineSign, medicineSigns, signsTold } from './medicine-signs.ts';
import { isForOthers, plansPregnancy } from './taker.ts';
import {
  cautionsFor,
  inOrder,
  type MedicineWarning,
  PREGNANCY,
  type Ranked,
  SIGN_RANK,
  warningOf,
  whenTaken,
} from './warning-texts.ts';

/** What the record knows of the person. `kidneys`: a low kidney function by its last value, such as "an eGFR of 24". */
export type KnownOfPerson = {
  allergies: readonly Allergy[];
  medicines: readonly string[];
  /** Medicines that the record lists as stopped. */
  stopped?: readonly string[] | undefined;
  conditions: readonly string[];
  kidneys?: string | undefined;
};

/** `asks`: whether it may be taken is asked. */
export type MedicineNamed = { name: string; asks: boolean };

const LASTING = patternsOf('medicines', 'medicine-warnings').words('LASTING');
/** Whatever else is in doubt is checked: a warning too many harms nobody. */
const NOT_TAKEN: ReadonlySet<Reality> = new Set(['past', 'denied']);
const RESUMED = /\b(?:again|restart\w*|resum\w*|back\s+(?:on|to))\b/i;
/** What was stopped long ago is checked where somebody would take it. */
const TAKES = /\b(?:tak(?:e|ing)|have|having|us(?:e|ing)|start\w*|try|go(?:ing)? on|put on)\b/i;
/** Beside a comparison: both would be taken. */
const TOGETHER = /\b(?:together|both|at the same time|at once|on top of|combin\w+|mix\w*)\b/i;
const I_TAKE = /\bi(?:['’]?m| am)? (?:on|tak(?:e|ing)|took|us(?:e|ing))\b/i;
const PREGNANT = 'Pregnancy';
const ALLERGIC = /allerg|reacted|reaction/i;
const MOST_WARNINGS = 3;
const TEMPERATURE = 'Body temperature';

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

/** Medicines that stand nowhere but where their difference is asked for: nobody says that both are taken. */
export function onlyCompared(text: string): ReadonlySet<string> {
  if (TOGETHER.test(text)) return new Set();
  const named = (asked: boolean) =>
    understand(text).clauses.flatMap(({ start, end }) => {
      const words = text.slice(start, end);
      return (asksDifference(words) && !I_TAKE.test(words)) === asked ? swallowedIn(words) : [];
    });
  const others = new Set(named(false));
  return new Set(named(true).filter((name) => !others.has(name)));
}

/** Whether something is told that may speak against a medicine of the record: a condition, an allergy, a pregnancy, the sign of an effect. */
export function mayTellNews(written: string): boolean {
  const { text } = prepared(written);
  const mayBe = ({ kind, name }: Term) =>
    kind === 'condition' || (kind === 'symptom' && isMedicineSign(name)) || name === TEMPERATURE;
  if (ALLERGIC.test(text) || plansPregnancy(text) || byPregnancyTest(text).length > 0) return true;
  return findTerms(text).some(({ term }) => mayBe(term));
}

/** "Swapped from citalopram to venlafaxine" */
function isStopped(name: string, mentions: readonly MentionInput[]): boolean {
  const own = mentions.filter((one) => one.kind === 'medication' && one.name === name);
  return own.length > 0 && own.every(({ status }) => status === 'stopped' || status === 'past');
}

/** The most severe first, one for each medicine and reason. */
export function medicineWarnings(written: string, known: KnownOfPerson, moment: Moment): MedicineWarning[] {
  const { text } = prepared(written);
  const told = extractFindings(text, moment).filter(
    ({ assertion, experiencer }) => assertion === 'present' && experiencer === 'patient',
  );
  const isLeftOff = (name: string) => isStopped(name, extractContext(text, moment));
  // "She stopped the lisinopril and put me on losartan instead."
  const taken = known.medicines.filter((name) => LASTING.has(name) || !isLeftOff(name));
  const named = medicinesNamed(text);
  const ofNamed = named.length > 0 ? warningsOfNamed(text, named, { ...known, medicines: taken }, told, isLeftOff) : [];
  const news = warningsOfNews(text, { ...known, medicines: taken }, told);
  return inOrder([...warningsOfSigns(text, taken, moment), ...ofNamed, ...news]).slice(0, MOST_WARNINGS);
}

/** What is told now of somebody who takes a medicine, by the record or by the message. */
function warningsOfSigns(text: string, taken: readonly string[], moment: Moment): Ranked[] {
  const told = signsTold(text, moment, true);
  if (told.length === 0) return [];
  const named = extractContext(text, moment).filter(
    ({ kind, status, experiencer, assertion }) =>
      kind === 'medication' && status === 'active' && experiencer === 'patient' && assertion === 'present',
  );
  const medicines = [...taken, ...named.map(({ name }) => name)];
  return medicineSigns(medicines, told).map(({ medicine, sign, text: line }) => ({
    medicine,
    against: sign,
    text: line,
    reason: line,
    rank: SIGN_RANK,
  }));
}

type Told = readonly Pick<MentionInput, 'kind' | 'name' | 'reaction'>[];

/** A medicine that the message names, against what is known of the person. */
function warningsOfNamed(
  text: string,
  named: readonly MedicineNamed[],
  known: KnownOfPerson,
  told: Told,
  isLeftOff: (name: string) => boolean,
): Ranked[] {
  const toldAllergies = told.filter(({ kind }) => kind === 'allergy');
  const allergens = new Set(toldAllergies.map(({ name }) => name));
  const isOver = (name: string) => isLeftOff(name) || (known.stopped?.includes(name) && !TAKES.test(text));
  // A medicine that has long been taken is checked when it is asked about, a new one whenever it is mentioned.
  const asked = named
    .filter(({ name, asks }) => !allergens.has(name) && (asks || !known.medicines.includes(name)))
    .filter(({ name }) => RESUMED.test(text) || !isOver(name))
    .map(({ name }) => name);
  const conditions = [...new Set([...known.conditions, ...conditionsOf(told)])];
  const pregnant = conditions.includes(PREGNANT) || substancesIn(text).includes(PREGNANCY);
  const current = new Set(known.medicines);
  const compared = onlyCompared(text);
  const against = pregnant ? [...known.medicines, PREGNANCY] : known.medicines;
  return [
    ...conflicts(asked, against, [...known.allergies, ...toldAllergies])
      // Two that have long been taken together with care are no news.
      .filter(({ severity, between }) => severity !== 'caution' || !between.every((name) => current.has(name)))
      .filter(({ between }) => !between.every((name) => compared.has(name) && !current.has(name)))
      .map(warningOf),
    ...asked.flatMap((name) => cautionsFor(name, conditions, known.kidneys)),
  ];
}

/** The other way round: a pregnancy, an allergy or a condition that the message tells for the first time, against the medicines of the record. */
function warningsOfNews(text: string, known: KnownOfPerson, told: Told): Ranked[] {
  const { medicines } = known;
  if (medicines.length === 0) return [];
  const isKnown = new Set([...known.conditions, ...known.allergies.map(({ name }) => name)]);
  const news = told.filter(({ name }) => !isKnown.has(name));
  const conditions = conditionsOf(news);
  const plans = !isKnown.has(PREGNANT) && plansPregnancy(text);
  const inPregnancy = conditions.includes(PREGNANT) || plans ? conflicts(medicines, [PREGNANCY], []) : [];
  const allergies = news.filter(({ kind }) => kind === 'allergy');
  return [
    ...inPregnancy.filter(({ between, severity }) => between.includes(PREGNANCY) && severity !== 'caution'),
    ...(allergies.length > 0 ? conflicts(medicines, [], allergies).filter(({ kind }) => kind === 'allergy') : []),
  ]
    .map((conflict) => whenTaken(warningOf(conflict), plans))
    .concat(medicines.flatMap((name) => cautionsFor(name, conditions, undefined)).map((one) => whenTaken(one, plans)));
}

function conditionsOf(told: Told): string[] {
  return told.filter(({ kind }) => kind === 'condition').map(({ name }) => name);
}

/** In a question, or beside one: "my dentist gave me amoxicillin, is that fine?" */
function isAsked(text: string, { start, asks }: Clause): boolean {
  const sentence = sentenceAt(text, start);
  return asks || isQuestion(text.slice(sentence.start, sentence.end)) || text.includes('?');
}
