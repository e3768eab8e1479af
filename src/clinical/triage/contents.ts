/**
 * What of a health record a message holds, whatever its words sound like: a fact that the extractors file, a part of one's own body, or a
 * question about one's own record. Such a message is never refused. It is read by the same functions that file and answer, so that
 * a message cannot be filed and turned away.
 */
import type { Moment } from '../dates/dates.ts';
import { extractContext } from '../extract/context.ts';
import { extractEntries } from '../extract/entries.ts';
import { extractFindings } from '../extract/findings.ts';
import { extractMeasurements } from '../extract/measurements.ts';
import { clauseOf, understand } from '../message/understand.ts';
import type { Clause } from '../message/understanding.ts';
import { patternsOf } from '../text/patterns.ts';
import { CHILDREN, RELATIVES } from '../text/persons.ts';
import { findTerms, type TermMatch } from '../vocabulary/find-terms.ts';
import type { TermKind } from '../vocabulary/term.ts';
import { leaningOf } from './lexicon.ts';
import { ANY_SECTION } from './sections.ts';

const { pattern } = patternsOf('triage', 'contents');

const EXTRACTORS = [extractMeasurements, extractFindings, extractEntries, extractContext];
/** Only asked about, or supposed: nothing is filed. */
const HYPOTHETICAL = 'hypothetical';

/** "My next appointment", "which tablets am I", "the visits I had". */
const OWN_ENTRY = pattern('OWN_ENTRY', '', { ENTRY: ANY_SECTION });
/** Each way to say it has one of these; the long pattern is not tried without. */
const OWN = /\b(?:my|i|me)\b/;
/** "What am I taking?" */
const OWN_TREATMENT = pattern('OWN_TREATMENT', '');
/** "Am I in good shape?" */
const OWN_SHAPE = pattern('OWN_SHAPE', '');
/** "Am I healthy?", "is she well?" */
const OWN_STATE = pattern('OWN_STATE', '');
/** "Just so tired": a feeling and nothing else. */
const ONLY_STATE = pattern('ONLY_STATE', '');
/** "My daughter has a temperature." */
const SUFFERS = pattern('SUFFERS', '', { FAMILY: [...CHILDREN, ...RELATIVES].join('|') });
const HAD: ReadonlySet<TermKind> = new Set(['condition', 'symptom', 'observation']);
const BODY: ReadonlySet<TermKind> = new Set(['body_site', 'body_system']);
const OWNER = /\b(?:my|his|her|our)(?: [\w-]+)? $/;
/** "230/130" has the shape of a blood pressure, whatever shows it. */
const PRESSURE = /(?<![\d/.])(\d{2,3}) ?\/ ?(\d{2,3})(?![\d/.])/;
const LEAST = { systolic: 60, diastolic: 30 };
const FIRST_NOUN = /^\W*(?:and |but |so |one of )?(?:my|our|his|her|their)\b/i;
/** "Penicillin in cattle", "put down a steer": an animal is what it is about, and not what bit or scratched somebody. */
const ANIMAL_TREATED = pattern('ANIMAL_TREATED', 'i');
const SOMEBODY = /\b(?:i|me|my|we|us|our|him|his)\b/i;
/** Whose the first parts are tells whose the others are. */
const MOST_TERMS = 20;

/** Something that will be filed, and that somebody has: not "my wallet is bleeding". */
export function tellsFact(text: string, moment: Moment): boolean {
  const understood = understand(text);
  return EXTRACTORS.some((extract) =>
    extract(text, moment).some(
      ({ assertion, start = 0 }) => assertion !== HYPOTHETICAL && !isOfNobody(clauseOf(understood, start)),
    ),
  );
}

/** Whether all that is medical in a message is said of animals or things. A reading is of a thing too, and is somebody's. */
export function isAboutNobody(text: string, terms: readonly TermMatch[]): boolean {
  if (terms.length === 0 || /\d/.test(text)) return false;
  const understood = understand(text);
  return terms.every(({ start, text: named, term }) => {
    const clause = clauseOf(understood, start);
    if (!clause || hasSomebody(text, clause)) return false;
    // "My stoma bag leaks": only a person has had one made.
    if (isOfNobody(clause)) return !(clause.subject === 'thing' && (term.kind === 'procedure' || namesBody(named)));
    return ANIMAL_TREATED.test(text.slice(clause.start, clause.end));
  });
}

/** Whether a stretch of the text speaks of anybody: no clause of it, or not each, is about an animal or a thing. */
export function isOfSomebody(text: string, start: number, end: number): boolean {
  const within = understand(text).clauses.filter((clause) => clause.start <= end && clause.end > start);
  return !(within.length > 0 && within.every((clause) => isOfNobody(clause) && !hasSomebody(text, clause)));
}

/** "The dog bit my hand": besides what acts there is somebody whom it happens to. */
function hasSomebody(text: string, { start, end }: Clause): boolean {
  return SOMEBODY.test(text.slice(start, end).replace(FIRST_NOUN, ''));
}

/** "Neck hurts": no thing has one. */
function namesBody(named: string): boolean {
  return named.split(' ').some((word) => findTerms(word).some(({ term }) => term.kind === 'body_site'));
}

function isOfNobody(clause: Clause | undefined): boolean {
  return clause?.subject === 'animal' || clause?.subject === 'thing';
}

/** Asks for the own record, speaks of the own body, has what the vocabulary names, or gives a reading. `plain` comes from plainText. */
export function speaksOfOwn(plain: string, terms: readonly TermMatch[]): boolean {
  if (hasPressure(plain)) return true;
  if (OWN.test(plain) && (OWN_ENTRY.test(plain) || OWN_TREATMENT.test(plain) || OWN_SHAPE.test(plain))) return true;
  if (terms.some(({ term }) => HAD.has(term.kind)) && SUFFERS.test(plain)) return true;
  const state = (OWN_STATE.exec(plain) ?? ONLY_STATE.exec(plain))?.[1];
  if (state && isOfHealth(state)) return true;
  return terms.slice(0, MOST_TERMS).some(({ term, text }) => BODY.has(term.kind) && isOwned(plain, text));
}

function hasPressure(plain: string): boolean {
  const [, systolic, diastolic] = (PRESSURE.exec(plain) ?? []).map(Number);
  return (
    Number(systolic) > Number(diastolic) && Number(systolic) >= LEAST.systolic && Number(diastolic) >= LEAST.diastolic
  );
}

function isOfHealth(word: string): boolean {
  const leaning = leaningOf(word);
  return leaning === 'strong' || leaning === 'weak';
}

function isOwned(plain: string, part: string): boolean {
  const at = plain.indexOf(part.toLowerCase());
  return at > 0 && OWNER.test(plain.slice(Math.max(0, at - 30), at));
}
