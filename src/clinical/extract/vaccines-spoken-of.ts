/**
 * Once the vaccine of a disease is spoken of, the bare name of the disease is that vaccine again: "they want yellow fever and typhoid
 * vaccines. Yellow fever is live, I read". Nobody has it by that, unless the clause says so.
 */
import { clauseOf, understand } from '../message/understand.ts';
import { patternsOf } from '../text/patterns.ts';
import { findTerms, termNamed } from '../vocabulary/find-terms.ts';
import { vaccineMeant } from './operations.ts';

const { pattern } = patternsOf('extract', 'vaccines-spoken-of');

const SPEAKS_OF_THEM = pattern('SPEAKS_OF_THEM', 'i');
/** Who says so has it, or had it. */
const HAVING = pattern('HAVING', 'i');
/** "Shingles 2019": what has its day was had. */
const DATED = /^[\s,(]{0,3}(?:(?:in|since|from|back)\s+)?(?:\w{3,9}\.?\s+)?(?:19|20)\d\d\b/i;
const VACCINE = / vaccine$/;

/** `from`: where it was first spoken of. */
export type Vaccines = ReadonlyMap<string, { from: number }>;

/** The vaccines that a text speaks of, by name. */
export function vaccinesIn(text: string): Vaccines {
  const found = new Map<string, { from: number }>();
  if (!SPEAKS_OF_THEM.test(text)) return found;
  for (const match of findTerms(text)) {
    const { name } = match.term;
    const vaccine = match.term.kind === 'procedure' && VACCINE.test(name) ? name : vaccineMeant(text, match)?.name;
    if (vaccine && !found.has(vaccine)) found.set(vaccine, { from: match.end });
  }
  return found;
}

/** Whether the disease that is named here is only its vaccine, of which the words before have spoken. */
export function isItsVaccine(
  text: string,
  named: { name: string; start: number; end: number },
  spoken: Vaccines,
): boolean {
  const { name, start, end } = named;
  if (spoken.size === 0) return false;
  const vaccine = [name, text.slice(start, end)]
    .map((one) => termNamed(`${one} vaccine`, ['procedure'])?.name)
    .find((one) => one !== undefined && spoken.has(one));
  if (vaccine === undefined || (spoken.get(vaccine)?.from ?? 0) > start) return false;
  const clause = clauseOf(understand(text), start);
  return !HAVING.test(text.slice(clause?.start, clause?.end)) && !DATED.test(text.slice(end));
}
