/**
 * The check that runs on every message before anything medical is said: does somebody need help now? It is deterministic, so that
 * no model can override it. What it finds decides only how the reply begins.
 */
import { foreignEmergencies } from '../language/emergencies.ts';
import { alarmIn } from '../language/languages.ts';
import { prepared } from '../message/prepared.ts';
import { createTextCache } from '../text/cache.ts';
import { withoutAsides } from './asides.ts';
import { Assertions } from './assertion.ts';
import { COMBINATION, dangerousCombination } from './combinations.ts';
import { withoutExplained } from './explained.ts';
import { withoutExpressions } from './expressions.ts';
import { adviceOf, FAMILIES } from './families.ts';
import { findAll } from './find-all.ts';
import { type Known, knownConcepts } from './known.ts';
import { urgentRun } from './last-reader.ts';
import { type Place, withNumbers } from './places.ts';
import { conceptsOf, familiesIn, familiesWith, type Told } from './rules.ts';
import { areNone, EVERY_STATE, type States, statesOf } from './states.ts';
import { plainly } from './terms.ts';
import { fixTypos } from './typos.ts';
import { criticalValues } from './values.ts';
import { readWords, type Span } from './words.ts';

export type RedFlag = {
  family: string;
  advice: string;
  /** Where in the message it stands. */
  evidence: Span;
};

/** Advice of its own, or that of a family. */
type Raised = { family: string; evidence: Span; advice?: string; adviceOf: string };
/** `holds`: what advice depends on, concepts and families. */
type Findings = { raised: readonly Raised[]; holds: ReadonlySet<string> };

/** Readings that say by themselves which help is needed. */
const FAMILY_OF_VALUE: Readonly<Record<string, string>> = {
  'Blood glucose': 'diabetes',
  Ketones: 'diabetes',
  'Oxygen saturation': 'breathing',
};

/** `placeOf`: where in the message as it was written. */
type Read = Told & { placeOf: (place: number) => number };

const NOTHING: Findings = { raised: [], holds: new Set() };
/** No rule has it, and it sounds like an emergency all the same. */
export const SOUNDS_URGENT = 'sounds_urgent';

/** Triage, the consultant and the speaker ask about the same message; only the speaker knows the place and the record. */
const memory = createTextCache<Findings>();
const readings = createTextCache<Read>();
const lastReadings = createTextCache<Findings>();

/**
 * One flag for each family, in the order of urgency, then critical values and combinations. `earlier`: what the same person wrote before,
 * of which only what lasts is read.
 */
export function redFlags(
  text: string,
  place: Place = {},
  known: Known = {},
  earlier: readonly string[] = [],
): RedFlag[] {
  const alone = memory(text, () => findBesideAsides(text));
  const ruled = alone.raised.length > 0 ? alone : findWith(text, statesOf(earlier, known));
  const { raised, holds } = ruled.raised.length > 0 ? ruled : lastReadings(text, () => readLast(text));
  if (raised.length === 0) return [];
  const recorded = knownConcepts(known);
  const all = recorded.length > 0 ? new Set([...holds, ...recorded]) : holds;
  return raised.map(({ family, evidence, advice, adviceOf: from }) => ({
    family,
    advice: withNumbers(advice ?? adviceOf(from, all), place),
    evidence,
  }));
}

/** What no rule has, but sounds like an emergency; of messages that are read together, at a place `since` or after it. */
export function soundsUrgent(text: string, since: number, place: Place = {}): RedFlag[] {
  return readLast(text, since).raised.map(({ family, evidence }) => ({
    family,
    evidence,
    advice: withNumbers(adviceOf(family, NOTHING.holds), place),
  }));
}

/** Whether nothing is raised by the message alone, and something may be with what the record holds of the person. */
export function dependsOnRecord(text: string): boolean {
  return (
    memory(text, () => findBesideAsides(text)).raised.length === 0 && findWith(text, EVERY_STATE).raised.length > 0
  );
}

/** What the reply must begin with; empty if nothing is wrong. */
export function redFlagAdvice(flags: readonly RedFlag[]): string {
  return [...new Set(flags.map((flag) => flag.advice))].join('\n');
}

/** What stands in brackets ends no alarm outside them. */
function findBesideAsides(written: string): Findings {
  const found = find(written);
  const bare = found.raised.length > 0 ? written : withoutAsides(written);
  return bare === written ? found : find(bare);
}

/** What the message raises where these states are circumstances of it. */
function findWith(written: string, states: States): Findings {
  if (areNone(states)) return NOTHING;
  const told = read(written);
  const { message, found, placeOf } = told;
  if (message.tokens.length === 0) return NOTHING;
  const families = withoutExplained(familiesWith(states, told), found);
  const raised = inOrder(families);
  for (const one of raised) one.evidence = { start: placeOf(one.evidence.start), end: placeOf(one.evidence.end) };
  return { raised, holds: new Set([...families.keys(), ...found.map(({ concept }) => concept)]) };
}

/** `since`: what the evidence must reach. */
function readLast(written: string, since = 0): Findings {
  const { message, assertions, placeOf } = read(written);
  const first = since === 0 ? 0 : (message.tokens.find(({ start }) => placeOf(start) >= since)?.start ?? since);
  const run = urgentRun(message, assertions, first);
  if (!run) return NOTHING;
  const evidence = { start: placeOf(run.start), end: placeOf(run.end) };
  return { raised: [{ family: SOUNDS_URGENT, evidence, adviceOf: SOUNDS_URGENT }], holds: new Set() };
}

function read(written: string): Read {
  return readings(written, () => {
    const { text, placeOf } = prepared(written);
    const message = plainly(fixTypos(readWords(text)));
    const found = withoutExpressions(findAll(message));
    return { message, found, concepts: conceptsOf(message, found), assertions: new Assertions(message), placeOf };
  });
}

/** The most urgent first. */
function inOrder(families: ReadonlyMap<string, Span>): Raised[] {
  if (families.size === 0) return [];
  return FAMILIES.flatMap((family) => {
    const evidence = families.get(family);
    return evidence ? [{ family, evidence, adviceOf: family }] : [];
  });
}

function find(written: string): Findings {
  const foreign = inOtherLanguages(written);
  const told = read(written);
  const { message, found, assertions, placeOf } = told;
  if (message.tokens.length === 0) return foreign.length > 0 ? { raised: foreign, holds: new Set() } : NOTHING;
  const families = withoutExplained(familiesIn(told), found);
  const values = criticalValues(message, assertions);
  for (const { name, evidence } of values) {
    const family = FAMILY_OF_VALUE[name];
    if (family && !families.has(family)) families.set(family, evidence);
  }
  const raised = inOrder(families);
  for (const { name, evidence, advice } of values) {
    const family = 'critical_value';
    // What to do about sugar depends on more than the number.
    if (FAMILY_OF_VALUE[name] === 'diabetes') raised.push({ family, evidence, adviceOf: 'diabetes' });
    else raised.push({ family, evidence, advice, adviceOf: family });
  }
  const combination = dangerousCombination(message);
  if (combination) raised.push({ family: COMBINATION, adviceOf: '', ...combination });
  for (const one of raised) one.evidence = { start: placeOf(one.evidence.start), end: placeOf(one.evidence.end) };
  raised.push(...foreign);
  if (raised.length === 0) return NOTHING;
  const holds = new Set(families.keys());
  for (const { concept } of found) holds.add(concept);
  for (const { name, low } of values) if (name === 'Blood glucose') holds.add(low ? 'low_glucose' : 'high_glucose');
  return { raised, holds };
}

function inOtherLanguages(text: string): Raised[] {
  return foreignEmergencies(text).map(({ family, language, ...evidence }) => ({
    family,
    advice: alarmIn(language),
    evidence,
    adviceOf: family,
  }));
}
