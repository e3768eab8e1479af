/** Whether the medicines that are named go together, with what is taken and with the allergies: by table, the gravest first. */

import { conditionCautions } from '../../clinical/answers/topic-facts.ts';
import { type Conflict, conflictLine, conflicts, unknownSubstances } from '../../clinical/medicines/interactions.ts';
import { join } from './consultant-advice.ts';
import { CHECK } from './consultant-lookups.ts';
import { isActive } from './consultant-record.ts';
import type { Said } from './consultant-said.ts';
import { asObject, type Conversation } from './conversation.ts';
import type { RecordView } from './record-view.ts';

export type MedicineCheck = {
  /** Comes before everything else: a named medicine and an allergy of this person. */
  allergyWarning: string;
  /** The short answer to "can I take it?", where there is one. */
  verdict: string;
  /** What was found, a line each. */
  lines: string[];
};

const BLEEDS = /\bbleeding\b/;
const BLEEDING = /bleed|bruis|blood in|black stool/i;
const RING_TODAY =
  'You are bleeding while these are taken: ring your doctor or pharmacist today, and get help at once if it is heavy, does not stop, or if stools turn black.';
const TABLE_ONLY = 'My table holds well-known interactions only; a pharmacist knows the rest.';

export function checkMedicines(
  asked: readonly string[],
  wantsToTake: boolean,
  view: RecordView,
  said: Said,
  { responses }: Conversation,
): MedicineCheck {
  if (asked.length === 0) return { allergyWarning: '', verdict: '', lines: [] };
  const { found, taken } = fromTool(responses.get(CHECK)) ?? fromView(asked, view);
  const allergies = found.filter(({ kind }) => kind === 'allergy');
  const told = conflicts(
    asked,
    [],
    said.findings.filter(({ kind }) => kind === 'allergy'),
  );
  // What this message gives up may still stand in the record as taken.
  const others = found.filter(
    ({ kind, between }) => kind !== 'allergy' && !between.some((name) => said.notTaken.has(name)),
  );
  const cautions = conditionCautions(asked, [
    ...new Set(
      [...view.sections.conditions, ...said.findings, ...said.supposed.map((name) => ({ name, status: 'supposed' }))]
        .filter(({ status }) => status !== 'resolved')
        .map(({ name }) => name),
    ),
  ]);
  const lines = [...others.map(conflictLine), ...cautions];
  if (BLEEDS.test(lines.join(' ')) && said.findings.some(({ name }) => BLEEDING.test(name))) lines.push(RING_TODAY);
  const unknown = unknownSubstances(asked);
  const known = asked.filter((name) => !unknown.includes(name));
  if (wantsToTake && view.readable) {
    const against = taken.filter((name) => !asked.includes(name));
    if (lines.length === 0 && known.length > 0 && told.length + allergies.length === 0) {
      const whom =
        against.length > 0 ? ` with ${join(against)} on your record` : '; your record lists no other medicines';
      lines.push(`I found no well-known interaction of ${join(known)}${whom}.`);
    }
    if (unknown.length > 0) lines.push(`I have nothing about ${join(unknown)} in my table.`);
    lines.push(`${TABLE_ONLY} Name all your medicines, conditions and allergies there.`);
  }
  return {
    allergyWarning:
      warning(
        told.filter(({ kind }) => kind === 'allergy'),
        'you told me of',
      ) || warning(allergies, 'your record lists'),
    verdict: wantsToTake ? verdictOn(others) || careFor(cautions) : '',
    lines,
  };
}

function verdictOn([gravest]: readonly Conflict[]): string {
  if (!gravest) return '';
  const pair = gravest.between.join(' and ');
  if (gravest.severity === 'contraindicated') return `No, not without a doctor's word: ${pair} are not to be combined.`;
  if (gravest.severity === 'serious') return `Better not before you have asked: ${pair} together can be dangerous.`;
  return `With care, and ask first: ${pair} can affect each other.`;
}

/** Nothing speaks against it but a condition on record. */
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

function fromView(asked: readonly string[], { sections }: RecordView): { found: Conflict[]; taken: string[] } {
  const taken = sections.medications.filter(isActive).map(({ name }) => name);
  return { found: conflicts(asked, taken, sections.allergies), taken };
}
