/**
 * The requirements of a wish as data: phase, design, population, dates, language, what is excluded, and how much evidence is enough. What
 * was read is taken out of the text, so that the topic is what remains.
 */
import { COUNT_WORDS, conceptsIn, numberOf, patternsOf } from '../../../clinical/index.ts';
import { DEFAULT_THRESHOLD, type EvidenceThreshold, monthsBefore } from '../evidence-threshold.ts';
import { EVIDENCE_LEVELS, type EvidenceLevel, type Population, type Requirements } from '../requirements.ts';

const { pattern } = patternsOf('research-offline', 'read-requirements');
const PHASE = pattern('PHASE', 'gi');
const DESIGN = pattern('DESIGN', 'gi');
const POPULATION = pattern('POPULATION', 'gi');
const EXCLUDED = pattern('EXCLUDED', 'gi');
const LEAST = pattern('LEAST', 'i', { COUNTS: COUNT_WORDS });
const AGE = pattern('AGE', 'i', { COUNTS: COUNT_WORDS });
const SINCE = /\b(?:published )?(?:since|after|from|newer than) ((?:19|20)\d{2}(?:-\d{2})?)(?: on(?:wards)?)?\b/i;
const UNTIL = /\b(?:published )?(?:before|until|up to|older than) ((?:19|20)\d{2}(?:-\d{2})?)\b/i;
const OF_YEAR = /\bpublished in ((?:19|20)\d{2})\b/i;
const LANGUAGE =
  /\b(?:only )?(?:(?:written |published )?in )?(English|German|French|Spanish|Portuguese|Italian|Dutch|Chinese|Japanese|Russian)(?:[- ]language)?(?: (?:only|papers?|sources?|articles?)){1,2}/gi;
const CODES: Readonly<Record<string, string>> = {
  english: 'en',
  german: 'de',
  french: 'fr',
  spanish: 'es',
  portuguese: 'pt',
  italian: 'it',
  dutch: 'nl',
  chinese: 'zh',
  japanese: 'ja',
  russian: 'ru',
};
const ROMAN: Readonly<Record<string, string>> = { i: '1', ii: '2', iii: '3', iv: '4' };
const WISHED = /\b(?:prefer\w*|ideally)\b/i;
/** In the order of the groups of the patterns. */
const DESIGNS: readonly (readonly EvidenceLevel[])[] = [
  ['randomised trial'],
  ['systematic review'],
  ['guideline'],
  ['cohort'],
  ['case'],
  ['randomised trial', 'trial'],
];
const POPULATIONS: readonly Population[] = [
  'infants',
  'children',
  'older adults',
  'pregnancy',
  'adults',
  'women',
  'men',
];

export type ReadRequirements = {
  requirements: Requirements;
  /** Null: the user said nothing of how much is enough. */
  threshold: EvidenceThreshold | null;
  /** The text without the requirements. */
  rest: string;
};

export function readRequirements(text: string, today: string): ReadRequirements {
  let rest = text;
  const take = (found: RegExp): RegExpMatchArray[] => {
    const matches = found.global ? [...rest.matchAll(found)] : [rest.match(found)].filter((match) => match !== null);
    rest = rest.replace(found, ' ');
    return matches;
  };
  const excluding = take(EXCLUDED).flatMap(([, what = '']) => namesOf(what));
  const least = numberOf(take(LEAST)[0]?.[1] ?? '');
  const phases = take(PHASE).flatMap(([, ...said]) => said.flatMap((one) => (one ? [phaseOf(one)] : [])));
  const languages = take(LANGUAGE).flatMap(([, name = '']) => CODES[name.toLowerCase()] ?? []);
  const months = monthsOf(take(AGE)[0]);
  const year = take(OF_YEAR)[0]?.[1];
  const since = take(SINCE)[0]?.[1] ?? year;
  const until = take(UNTIL)[0]?.[1] ?? year;
  const named = take(DESIGN);
  const populations = take(POPULATION).map((match) => POPULATIONS[groupOf(match)] as Population);
  const designs = distinct(
    named.filter(([said]) => !WISHED.test(said)).flatMap((match) => DESIGNS[groupOf(match)] ?? []),
  );
  // "At least two randomised trials" says how much is enough; it leaves nothing out.
  const filters = Number.isFinite(least) && least > 0 ? [] : designs;
  const requirements: Requirements = {
    ...(phases.length > 0 && { phases: distinct(phases) }),
    ...(filters.length > 0 && phases.length === 0 && { designs: filters }),
    ...(populations.length > 0 && { populations: distinct(populations) }),
    ...(since && { since }),
    ...(months && !since && { since: monthsBefore(today, months) }),
    ...(until && { until }),
    ...(languages.length > 0 && { languages: distinct(languages) }),
    ...(excluding.length > 0 && { excluding: excluding.slice(0, 10) }),
  };
  const threshold = thresholdOf(least, designs, phases.length > 0, months);
  return { requirements, threshold, rest };
}

function thresholdOf(
  least: number,
  designs: readonly EvidenceLevel[],
  ofTrials: boolean,
  months: number | null,
): EvidenceThreshold | null {
  const isCounted = Number.isFinite(least) && least > 0;
  if (!isCounted && designs.length === 0 && !ofTrials && !months) return null;
  const levels: EvidenceLevel[] = ofTrials ? ['randomised trial', 'trial'] : [...designs];
  return {
    levels: levels.length === 0 ? DEFAULT_THRESHOLD.levels : isCounted ? orStronger(levels) : levels,
    sources: isCounted ? least : DEFAULT_THRESHOLD.sources,
    max_age_months: months,
  };
}

function orStronger(levels: readonly EvidenceLevel[]): EvidenceLevel[] {
  const weakest = Math.max(...levels.map((level) => EVIDENCE_LEVELS.indexOf(level)));
  return EVIDENCE_LEVELS.slice(0, weakest + 1);
}

/** "Animal studies" -> "animal"; a term of the vocabulary with its other names. */
function namesOf(what: string): string[] {
  const plain = what.replace(/\b(?:studies|study|trials?|papers?|work|research|in|on|of|the)\b/gi, ' ').trim();
  const concepts = conceptsIn(plain).flatMap(({ names }) => names.slice(0, 5));
  return distinct([plain, ...concepts]).filter((name) => name.length >= 2);
}

function phaseOf(said: string): '1' | '2' | '3' | '4' {
  return (ROMAN[said.toLowerCase()] ?? said) as '1' | '2' | '3' | '4';
}

function monthsOf(match: RegExpMatchArray | undefined): number | null {
  if (!match) return null;
  const count = match[1] ? numberOf(match[1]) : 1;
  return match[2]?.toLowerCase() === 'year' ? count * 12 : count;
}

/** Which of the alternatives of a pattern has matched. */
function groupOf(match: RegExpMatchArray): number {
  return match.slice(1).findIndex((group) => group !== undefined);
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}
