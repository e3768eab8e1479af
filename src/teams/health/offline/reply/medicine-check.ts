/** Whether the medicines that are named go together, with what is taken, with conditions and allergies: by table, the gravest first. */
import {
  type Conflict,
  childMedicine,
  conditionCautions,
  conflictLine,
  conflicts,
  type DescribedReading,
  describe,
  drugEffects,
  inSentence,
  join,
  lines,
  unique,
  unknownSubstances,
} from '../../../../clinical/index.ts';
import { asObject, type Conversation } from '../../../../engine/models/offline/conversation.ts';
import { isActive, type RecordView } from '../record-view.ts';
import { CHECK } from './lookups.ts';
import type { Said } from './said.ts';
import type { Whom } from './whom.ts';

export type MedicineCheck = {
  /** Something speaks against a medicine, said here or before the reply. */
  warned: boolean;
  /** Comes before everything else: a named medicine and an allergy of this person. */
  warning: string;
  /** The answer to "can I take it?" or "do they clash?", with its first reason; empty where neither was asked. */
  verdict: string;
  /** What else was found. */
  lines: readonly string[];
};

const BLEEDS = /\bbleeding\b/;
const BLEEDING = /bleed|bruis|blood in|black stool/i;
const RING_TODAY =
  'You are bleeding while these are taken: ring your doctor or pharmacist today, and get help at once if it is heavy, does not stop, or if stools turn black.';
const TABLE_ONLY = 'My table holds well-known interactions only; a pharmacist knows the rest.';
const PREGNANCY = 'pregnancy';
const KIDNEYS = 'Chronic kidney disease';
const MAX_LINES = 3;
/** None begins with a yes or a no: "should I avoid it?" asks the opposite of "can I take it?". */
const VERDICTS: Readonly<Record<Conflict['severity'], string>> = {
  contraindicated: "Do not take them together without a doctor's word.",
  serious: 'Do not take them together before you have asked a doctor or pharmacist.',
  caution: 'With care, and ask first.',
};
const IN_PREGNANCY: Readonly<Record<Conflict['severity'], string>> = {
  contraindicated: 'Not in pregnancy, unless your maternity team says so.',
  serious: 'Better not in pregnancy, unless your maternity team says so.',
  caution: 'Ask your maternity team first, and do not stop it on your own.',
};
export const BY_WARNING = 'Not before a doctor or pharmacist has agreed, for the reason given above.';
const NONE: MedicineCheck = {
  warned: false,
  warning: '',
  verdict: '',
  lines: [],
};

export type Check = {
  /** Medicines and other substances whose interactions matter. */
  asked: readonly string[];
  /** Those of them that the question is about. */
  focus: readonly string[];
  /** Whether the question is if they may be taken, or if the medicines that are taken interact. */
  wants: 'take' | 'clash' | null;
  view: RecordView;
  said: Said;
  /** Other medicines that the conversation says are taken, and what it says they have, where it is about a person without a record here. */
  alsoTaken: readonly string[];
  /** Medicines of which only the difference is asked. */
  compared: ReadonlySet<string>;
  alsoHas: readonly string[];
  pregnant: boolean;
  whom: Whom;
  /** What stands before the reply: a warning in it is not given again. */
  above: string;
};

export function checkMedicines(check: Check, { responses }: Conversation): MedicineCheck {
  const { wants, view, said, whom, above } = check;
  const isSaid = ({ between }: Conflict) => between.every((name) => above.toLowerCase().includes(nameOf(name)));
  const asked = wants === 'clash' ? activeIn(view) : check.asked.filter((name) => name !== PREGNANCY);
  if (wants === 'clash' && asked.length < 2) return { ...NONE, verdict: tooFew(asked) };
  if (asked.length === 0) return NONE;
  // The tool knows the person's own record, and a relative has none here.
  const elses = whom.who === 'relative';
  const ofTool = wants === 'clash' || elses ? null : fromTool(responses.get(CHECK));
  const { found, taken } = ofTool ?? fromView(asked, check);
  const told = conflicts(
    asked,
    [],
    said.findings.filter(({ kind }) => kind === 'allergy'),
  );
  const allergies = found.filter(({ kind }) => kind === 'allergy');
  // A relative's medicines are not the person's own, but they are what the question is about.
  // A medicine that this message says was stopped may still be active in the record.
  const pairs = [...found, ...inPregnancy(asked, check)].filter(
    ({ kind, between }) =>
      kind !== 'allergy' &&
      (elses || !between.some((name) => said.notTaken.has(name))) &&
      !between.every((name) => check.compared.has(name) && !taken.includes(name)),
  );
  const cautions = cautionsFor(asked, check);
  const news = pairs.filter((pair) => !isSaid(pair));
  const all = unique([...news.map(conflictLine), ...cautions.filter((line) => !above.includes(line))]);
  const bleeds =
    BLEEDS.test([...pairs.map(conflictLine), ...all].join(' ')) &&
    said.findings.some(({ name }) => BLEEDING.test(name));
  const known = [...told.filter(({ kind }) => kind === 'allergy'), ...allergies];
  const [allergy] = known;
  const warning =
    allergy && !isSaid(allergy) ? warningOf(allergy, told.length > 0 ? 'you told me of' : 'your record lists') : '';
  const child = elses && whom.child ? asked.map(childMedicine) : [];
  const [first, ...rest] = [...all.slice(0, MAX_LINES), ...(bleeds ? [RING_TODAY] : [])];
  const warned = allergy !== undefined || pairs.length > 0 || bleeds;
  if (!wants) return { warned, warning, verdict: '', lines: first ? [first, ...rest] : [] };
  const opening = wants === 'clash' ? onClash(pairs) : (openingFor(pairs[0]) ?? VERDICTS.caution);
  const isWarned = allergy !== undefined || pairs.length > 0 || all.length < cautions.length;
  const clear = isWarned ? (warning ? '' : BY_WARNING) : nothingFound(asked, taken, check);
  return {
    warned,
    warning,
    verdict: lines(...child, first ? `${opening} ${first}` : child.length > 0 ? '' : clear),
    lines: rest,
  };
}

/** "Penicillin (hives)" */
function nameOf(name: string): string {
  return name.replace(/ \(.*/s, '').toLowerCase();
}

/** By the known conditions, and by a low kidney function that a value shows. */
function cautionsFor(asked: readonly string[], { view, said, alsoHas }: Check): string[] {
  const known = [
    ...view.sections.conditions,
    ...said.findings,
    ...[...said.supposed, ...alsoHas].map((name) => ({ name, status: 'supposed' })),
  ].filter(({ status }) => status !== 'resolved');
  const conditions = unique(known.map(({ name }) => name));
  const filtration = weakKidneys([
    ...said.readings,
    ...describe(view.sections.observations.filter(({ name }) => name === 'eGFR')),
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
  return `${found.length === 1 ? 'One pair' : `${found.length} pairs`} of them can affect each other.`;
}

function tooFew([only]: readonly string[]): string {
  return only
    ? `Your record lists only ${only} as taken, so there is nothing to compare it with.`
    : 'Your record lists no medicine as taken, so there is nothing to compare. Tell me what you take.';
}

/** No entry in the table does not mean that it is safe; names that the table does not hold are listed. */
function nothingFound(asked: readonly string[], taken: readonly string[], check: Check): string {
  const { whom, focus, pregnant, wants } = check;
  if (wants === 'clash') return `I found no well-known interaction between ${join(asked)}. ${TABLE_ONLY}`;
  const unknown = unknownSubstances(asked);
  const known = asked.filter((name) => !unknown.includes(name));
  const against = taken.filter((name) => !asked.includes(name));
  const ofRecord = whom.who === 'relative' ? '' : ' on your record';
  const alone = known.length > 1 || !ofRecord ? '' : '; your record lists no other medicines';
  const other = against.length > 0 ? ` with ${join(against)}${ofRecord}` : alone;
  return [
    known.length > 0 && `I found no well-known interaction of ${join(known)}${other}.`,
    unknown.length > 0 && `My table of interactions holds nothing about ${join(unknown)}.`,
    ...focus.slice(0, 1).map(knownOf),
    pregnant && 'In pregnancy ask your maternity team or a pharmacist first, whatever the medicine.',
    TABLE_ONLY,
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

function openingFor(gravest: Conflict | undefined): string | undefined {
  return gravest && (gravest.between.includes(PREGNANCY) ? IN_PREGNANCY : VERDICTS)[gravest.severity];
}

function warningOf(first: Conflict, whence: string): string {
  const [medicine, allergen] = first.between;
  const same = first.source === 'the record' ? '' : ` ${medicine}: ${first.why} (${first.source}).`;
  return `Careful: ${whence} an allergy to ${allergen}.${same} Do not take ${same ? inSentence(medicine) : 'it'} before a doctor or pharmacist has said that it is safe for you.`;
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
