/**
 * The check that runs on every message before anything medical is said: does somebody need help now? It is deterministic, so that
 * no model can override it. What it finds decides only how the reply begins.
 */
import { foreignEmergencies } from '../language/emergencies.ts';
import { alarmIn } from '../language/languages.ts';
import { createTextCache } from '../text/cache.ts';
import { Assertions } from './assertion.ts';
import { dangerousCombination } from './combinations.ts';
import { FAMILIES } from './families.ts';
import { findNumbers } from './numbers.ts';
import { findConcepts } from './phrases.ts';
import { type Place, withNumbers } from './places.ts';
import { familiesIn } from './rules.ts';
import { findNamed } from './terms.ts';
import { fixTypos } from './typos.ts';
import { criticalValues } from './values.ts';
import { readWords, type Span } from './words.ts';

export type RedFlag = {
  family: string;
  advice: string;
  /** Where in the message it stands. */
  evidence: Span;
};

/** Readings that say by themselves which help is needed. */
const FAMILY_OF_VALUE: Readonly<Record<string, string>> = {
  'Blood glucose': 'diabetes',
  Ketones: 'diabetes',
  'Oxygen saturation': 'breathing',
};

/** Triage, the consultant and the speaker ask about the same message; only the speaker knows the place. */
const memory = createTextCache<readonly RedFlag[]>();

/** One flag for each family, in the order of urgency, then critical values and combinations. */
export function redFlags(text: string, place: Place = {}): RedFlag[] {
  return memory(text, () => find(text)).map((flag) => ({ ...flag, advice: withNumbers(flag.advice, place) }));
}

/** What the reply must begin with; empty if nothing is wrong. */
export function redFlagAdvice(flags: readonly RedFlag[]): string {
  return [...new Set(flags.map((flag) => flag.advice))].join('\n');
}

function find(text: string): RedFlag[] {
  const message = fixTypos(readWords(text));
  if (message.tokens.length === 0) return inOtherLanguages(text);
  const assertions = new Assertions(message);
  const families = familiesIn(
    message,
    [...findConcepts(message), ...findNumbers(message), ...findNamed(message)],
    assertions,
  );
  const values = criticalValues(message, assertions);
  for (const { name, evidence } of values) {
    const family = FAMILY_OF_VALUE[name];
    if (family && !families.has(family)) families.set(family, evidence);
  }
  const flags: RedFlag[] = FAMILIES.flatMap(({ family, advice }) => {
    const evidence = families.get(family);
    return evidence ? [{ family, advice, evidence }] : [];
  });
  for (const { evidence, advice } of values) flags.push({ family: 'critical_value', advice, evidence });
  const combination = dangerousCombination(message);
  if (combination) flags.push({ family: 'dangerous_combination', ...combination });
  return [...flags, ...inOtherLanguages(text)];
}

function inOtherLanguages(text: string): RedFlag[] {
  return foreignEmergencies(text).map(({ family, language, ...evidence }) => ({
    family,
    advice: alarmIn(language),
    evidence,
  }));
}
