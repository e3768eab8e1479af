/** Whether the medicines that are named go together, with what is taken and with the allergies: by table, the gravest first. */

import {
  type Conflict,
  childMedicine,
  conditionCautions,
  conflictLine,
  conflicts,
  type DescribedReading,
  describe,
  drugEffects,
  join,
  unique,
  unknownSubstances,
} from '../../../clinical/index.ts';
import { asObject, type Conversation } from '../../../engine/models/offline/conversation.ts';
import { CHECK } from './consultant-lookups.ts';
import { isActive } from './consultant-record.ts';
import type { Said } from './consultant-said.ts';
import type { Whom } from './consultant-whom.ts';
import type { RecordView } from './record-view.ts';

export type MedicineCheck = {
  /** Comes before everything else: a named medicine and an allergy of this person. */
  allergyWarning: string;
  /** The short answer to "can I take it?", where there is one. */
  verdict: string;
  /** What was found, a line each. */
  lines: string[];
  /** What the table does not cover. */
  note: string;
};

const BLEEDS = /\bbleeding\b/;
const BLEEDING = /bleed|bruis|blood in|black stool/i;
const RING_TODAY =
  'You are bleeding while these are taken: ring your doctor or pharmacist today, and get help at once if it is heavy, does not stop, or if stools turn black.';
const TABLE_ONLY =
  'My table holds well-known interactions only; a pharmacist knows the rest. Name all medicines, conditions and allergies there.';
const PREGNANCY = 'pregnancy';
const KIDNEYS = 'Chronic kidney disease';
const OTHERS = '; your record lists no other medicines';

export type Check = {
  /** Medicines and other substances whose interactions matter. */
  asked: readonly string[];
  /** Those of them that the question is about. */
  focus: readonly string[];
  /** True where the question is whether they may be taken, or whether the medicines that are taken interact. */
  wants: 'take' | 'clash' | null;
  view: RecordView;
  said: Said;
  /** Other medicines that the conversation says are taken, where it is about a person without a record here. */
  alsoTaken: readonly string[];
  pregnant: boolean;
  whom: Whom;
};

export function checkMedicines(check: Check, { responses }: Conversation): MedicineCheck {
  const { wants, view, said, whom } = check;
  const asked = wants === 'clash' ? activeIn(view) : check.asked.filter((name) => name !== PREGNANCY);
  if (wants === 'clash' && asked.length < 2) return { ...NONE, verdict: tooFew(asked) };
  if (asked.length === 0) return NONE;
  const { found, taken } = (wants === 'clash' ? null : fromTool(responses.get(CHECK))) ?? fromView(asked, check);
  const allergies = found.filter(({ kind }) => kind === 'allergy');
  const told = conflicts(
    asked,
    [],
    said.findings.filter(({ kind }) => kind === 'allergy'),
  );
  // A relative's medicines are not the person's own, but they are what the question is about.
  const elses = whom.who === 'relative';
  // A medicine that this message says was stopped may still be active in the record.
  const others = [...found, ...inPregnancy(asked, check)].filter(
    ({ kind, between }) => kind !== 'allergy' && (elses || !between.some((name) => said.notTaken.has(name))),
  );
  const cautions = cautionsFor(asked, check);
  const lines = unique([...others.map(conflictLine), ...cautions]);
  if (BLEEDS.test(lines.join(' ')) && said.findings.some(({ name }) => BLEEDING.test(name))) lines.push(RING_TODAY);
  const against = taken.filter((name) => !asked.includes(name));
  const isClear = lines.length === 0 && told.length + allergies.length === 0;
  const verdict = wants === 'clash' ? onClash(others) : verdictOn(others) || careFor(cautions);
  const child = elses && whom.child;
  return {
    allergyWarning:
      warning(
        told.filter(({ kind }) => kind === 'allergy'),
        'you told me of',
      ) || warning(allergies, 'your record lists'),
    verdict: wants
      ? [
          ...(child ? asked.map(childMedicine) : []),
          verdict || (isClear && !child ? nothingFound(asked, against, check) : ''),
        ]
          .filter(Boolean)
          .join('\n')
      : '',
    lines,
    note: wants && view.readable ? TABLE_ONLY : '',
  };
}

/** By the known conditions, and by a low kidney function that a value shows. */
function cautionsFor(asked: readonly string[], { view, said }: Check): string[] {
  const known = [
    ...view.sections.conditions,
    ...said.findings,
    ...said.supposed.map((name) => ({ name, status: 'supposed' })),
  ].filter(({ status }) => status !== 'resolved');
  const conditions = unique(known.map(({ name }) => name));
  const filtration = weakKidneys([
    ...said.readings,
    ...describe(view.sections.observations, (name) => name === 'eGFR'),
  ]);
  const implied =
    filtration && !conditions.includes(KIDNEYS)
      ? conditionCautions(asked, [KIDNEYS]).map((line) => line.replace(KIDNEYS, filtration))
      : [];
  return [...conditionCautions(asked, conditions), ...implied];
}

function weakKidneys(readings: readonly DescribedReading[]): string {
  const newest = readings.find(({ name }) => name === 'eGFR');
  return newest?.standing?.endsWith('low') ? `a low ${newest.title}` : '';
}

function onClash(found: readonly Conflict[]): string {
  return found.length > 0
    ? `Yes: my table holds ${found.length === 1 ? 'one pair' : `${found.length} pairs`} of them that can affect each other.`
    : '';
}

const NONE: MedicineCheck = { allergyWarning: '', verdict: '', lines: [], note: '' };

function tooFew([only]: readonly string[]): string {
  return only
    ? `Your record lists only ${only} as taken, so there is nothing to compare it with.`
    : 'Your record lists no medicine as taken, so there is nothing to compare. Tell me what you take.';
}

/** No entry in the table does not mean that it is safe; names that the table does not hold are listed. */
function nothingFound(
  asked: readonly string[],
  against: readonly string[],
  { whom: { who }, focus, pregnant }: Check,
): string {
  const unknown = unknownSubstances(asked);
  const known = asked.filter((name) => !unknown.includes(name));
  const where = who === 'relative' ? '' : ' on your record';
  if (who === 'relative' && against.length === 0 && known.length === 1) return '';
  const whom = against.length > 0 ? ` with ${join(against)}${where}` : known.length > 1 || where === '' ? '' : OTHERS;
  return [
    known.length > 0 && `I found no well-known interaction of ${join(known)}${whom}.`,
    unknown.length > 0 && `My table of interactions holds nothing about ${join(unknown)}.`,
    ...focus.slice(0, 2).map(knownOf),
    pregnant && 'In pregnancy ask your maternity team or a pharmacist first, whatever the medicine.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** "Ibuprofen: rare but serious: stomach bleeding, … (US labels of NSAIDs)." */
function knownOf(name: string): string {
  const effects = drugEffects(name);
  return effects?.serious ? `${name}, rare but serious: ${effects.serious} (${effects.source}).` : '';
}

function inPregnancy(asked: readonly string[], { pregnant }: Check): Conflict[] {
  return pregnant ? conflicts(asked, [PREGNANCY], []).filter(({ between }) => between.includes(PREGNANCY)) : [];
}

function verdictOn([gravest]: readonly Conflict[]): string {
  if (!gravest) return '';
  const pair = gravest.between.join(' and ');
  if (gravest.between.includes(PREGNANCY))
    return gravest.severity === 'caution'
      ? `Ask your maternity team first, and do not stop it on your own: ${gravest.between[0]} in pregnancy.`
      : `${gravest.severity === 'contraindicated' ? 'No' : 'Better not'}, unless your maternity team says so: ${gravest.between[0]} in pregnancy.`;
  if (gravest.severity === 'contraindicated') return `No, not without a doctor's word: ${pair} are not to be combined.`;
  if (gravest.severity === 'serious') return `Better not before you have asked: ${pair} together can be dangerous.`;
  return `With care, and ask first: ${pair} can affect each other.`;
}

/** The only warning comes from a condition on record. */
function careFor([first]: readonly string[]): string {
  return first
    ? `With care, and ask first: ${first.slice(0, first.indexOf(':'))} needs a word with a doctor or pharmacist.`
    : '';
}

function warning(allergies: readonly Conflict[], whence: string): string {
  const [first] = allergies;
  if (!first) return '';
  const [medicine, allergen] = first.between;
  const same = first.source === 'the record' ? '' : ` ${medicine}: ${first.why} (${first.source}).`;
  return `Careful: ${whence} an allergy to ${allergen}.${same} Do not take ${same ? medicine : 'it'} before a doctor or pharmacist has said that it is safe for you.`;
}

/** The tool has seen the whole record. */
function fromTool(result: unknown): { found: Conflict[]; taken: string[] } | null {
  const { conflicts: found, against } = asObject(result);
  if (!Array.isArray(found)) return null;
  const { medications } = asObject(against);
  return { found: found as Conflict[], taken: Array.isArray(medications) ? medications.map(String) : [] };
}

function fromView(asked: readonly string[], { view, alsoTaken }: Check): { found: Conflict[]; taken: string[] } {
  const taken = unique([...activeIn(view), ...alsoTaken]);
  return { found: conflicts(asked, taken, view.sections.allergies), taken };
}

function activeIn({ sections }: RecordView): string[] {
  return sections.medications.filter(isActive).map(({ name }) => name);
}
