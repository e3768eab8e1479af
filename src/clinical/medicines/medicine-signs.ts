/**
 * What somebody tells now and what they take make a danger together that neither is alone: a sore throat with carbimazole, an aura with
 * the combined pill. It is said the same day and before everything else, whatever the message asks.
 */
import type { MentionInput } from '../../record/index.ts';
import { termOf } from '../answers/known-terms.ts';
import { describeReadings, isFever } from '../answers/readings.ts';
import type { Moment } from '../dates/dates.ts';
import { extractFindings } from '../extract/findings.ts';
import { extractMeasurements } from '../extract/measurements.ts';
import { clauseOf, understand } from '../message/understand.ts';
import { inSentence } from '../questions/rows.ts';
import { listOf, readTable } from '../vocabulary/table.ts';

export type MedicineSign = { medicine: string; sign: string; text: string };

const ROWS = readTable('medicine-signs', ['medicine', 'signs', 'because', 'do', 'source']).map((row) => ({
  ...row,
  medicines: new Set(listOf(row.medicine)),
  signs: listOf(row.signs),
}));
const SIGNS: ReadonlySet<string> = new Set(ROWS.flatMap(({ signs }) => signs));
const AURA = 'Migraine aura';
const HEADACHES: ReadonlySet<string> = new Set(['Migraine', 'Headache']);
/** "Migraine with aura" is filed as a migraine. */
const WITH_AURA = /(?<!\b(?:no|without|not|never|any)\s(?:an?\s|any\s|the\s)?)\bauras?\b/i;
const OVER: ReadonlySet<string> = new Set(['resolved', 'history']);
/** "Keep getting", "this": what is had, though the clause asks. */
const HAVING = /\b(?:my|this|these|got|getting|have|having|with)\s+(?:\w+\s+(?:and\s+)?){0,3}$/i;

/** `told`: names of `signsTold`. One for each row: any of its medicines is as good as another. */
export function medicineSigns(medicines: readonly string[], told: readonly string[]): MedicineSign[] {
  return ROWS.flatMap(({ medicines: names, signs, because, do: step, source }) => {
    const medicine = medicines.find((name) => names.has(name) || names.has(termOf(name, 'drug')?.drugClass ?? ''));
    const sign = signs.find((one) => told.includes(one));
    if (!medicine || !sign) return [];
    const reason = because.replace('{medicine}', inSentence(medicine));
    return [{ medicine, sign, text: `${sign} with ${inSentence(medicine)}: ${reason}. ${step} (${source})` }];
  });
}

/** The signs that a message tells of the writer, or else of somebody else, also where it asks about something else in the same breath. */
export function signsTold(text: string, moment: Moment, ofWriter: boolean): string[] {
  const isTheirs = ({ experiencer }: MentionInput) => (experiencer === 'patient') === ofWriter;
  const told = extractFindings(text, moment)
    .filter((one) => isTheirs(one) && isSo(text, one))
    .map(({ name }) => name);
  const measured = extractMeasurements(text, moment).filter((one) => isTheirs(one) && one.assertion === 'present');
  const fever = describeReadings(measured).some(isFever) ? ['Fever'] : [];
  const aura = told.some((name) => HEADACHES.has(name)) && WITH_AURA.test(text) ? [AURA] : [];
  return [...new Set([...told, ...fever, ...aura])].filter((name) => SIGNS.has(name));
}

/** It is told as being so: by itself, beside a question, or as what may come. Who once had an aura may have it again. */
function isSo(text: string, { name, status = '', assertion, start = 0 }: MentionInput): boolean {
  if (assertion === 'absent' || (OVER.has(status) && name !== AURA)) return false;
  if (assertion === 'present') return true;
  const clause = clauseOf(understand(text), start);
  if (clause?.reality === 'now' || clause?.reality === 'supposed') return true;
  return clause?.reality === 'asked' && HAVING.test(text.slice(clause.start, start));
}

/** Whether a message may tell one of them: the record has to be asked for the medicine. */
export function isMedicineSign(name: string): boolean {
  return SIGNS.has(name) || HEADACHES.has(name);
}
