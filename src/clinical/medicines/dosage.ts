/** Reads how a medicine is taken: the dose, the form, the route and how often. */
import { DIGITS, numberOf } from '../quantities/numbers.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { holdsAny } from '../text/word-sets.ts';
import { AMOUNT_UNIT, doseUnit, fractionOf, PIECE_COUNT, PIECE_UNIT } from './dose-units.ts';
import { asNeededIn, FREQUENCIES } from './frequency.ts';

const { pattern } = patternsOf('medicines', 'dosage');

export type Frequency = { text: string; times_per_day?: number; as_needed?: boolean };
export type Placed<T> = { value: T; start: number; end: number };

export type Dose = { value: number | string; unit: string };

/** What a dose may be given by: weight, body surface, time. A volume below the line makes it a concentration, and no dose. */
const PER =
  '(?:\\s{0,3}(?:/|per)\\s{0,3}(?:kg|m2|m²|sq\\s{0,3}m|day|d|dose|hours?|hr|h|min|minute|week|wk|\\d{1,2}\\s{0,3}(?:h|hrs?|hours?))\\b){0,3}';
const RANGE = `(?:\\s{0,3}(?:-|–|/|to)\\s{0,3}(?:${DIGITS}))?`;
const STRENGTH = pattern('STRENGTH', 'giu', { DIGITS, RANGE, AMOUNT_UNIT, PER });
const PIECES = pattern('PIECES', 'giu', { PIECE_COUNT, PIECE_UNIT });
const PIECE_HINT =
  /tab|cap|pill|puff|drop|gtt|spray|patch|spoon|tsp|tbsp|gumm|lozenge|inhal|amp|sachet|packet|supposit/i;
const FORM = pattern('FORM', 'i');
const ROUTES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:by\s{1,3}mouth|orally|oral|per\s{1,3}os|p\.?o\.?)(?!\w)/i, 'oral'],
  [/\b(?:subcutaneous(?:ly)?|under\s{1,3}the\s{1,3}skin|sub-?q|subcut|s\.?c\.?|s\/c)(?!\w)/i, 'subcutaneous'],
  [
    /\b(?:intramuscular(?:ly)?|into\s{1,3}the\s{1,3}muscle|i\.m\.|IM(?=\s{1,3}(?:injection|shot)))(?!\w)/i,
    'intramuscular',
  ],
  [pattern('ROUTES.intravenous', 'i'), 'intravenous'],
  [/\b(?:IV)\b/u, 'intravenous'],
  [/\b(?:IM)\b/u, 'intramuscular'],
  [/\b(?:SC|SQ)\b/u, 'subcutaneous'],
  [/\b(?:topical(?:ly)?|on\s{1,3}(?:my|the)\s{1,3}skin)\b/i, 'topical'],
  [/\b(?:transdermal(?:ly)?)\b/i, 'transdermal'],
  [/\b(?:inhal(?:ed|e|ing|ation|ant)|nebuli[sz]ed)\b/i, 'inhaled'],
  [/\b(?:sublingual(?:ly)?|under\s{1,3}(?:the|my)\s{1,3}tongue)\b/i, 'sublingual'],
  [/\b(?:nasal(?:ly)?|intranasal(?:ly)?|in(?:to)?\s{1,3}(?:my|the|each)\s{1,3}(?:nose|nostril))\b/i, 'nasal'],
  [/\b(?:rectal(?:ly)?|per\s{1,3}rectum)\b/i, 'rectal'],
  [/\b(?:vaginal(?:ly)?)\b/i, 'vaginal'],
  [/\b(?:ophthalmic|in(?:to)?\s{1,3}(?:my|the|each|both)\s{1,3}(?:left\s{1,3}|right\s{1,3})?eyes?)\b/i, 'ophthalmic'],
  [/\b(?:otic|in(?:to)?\s{1,3}(?:my|the|each|both)\s{1,3}(?:left\s{1,3}|right\s{1,3})?ears?)\b/i, 'otic'],
];
/** Any of them holds one of these. */
const ROUTE_WORD = pattern('ROUTE_WORD', 'i');
const FORM_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^tab/, 'tablet'],
  [/^cap/, 'capsule'],
  [/^shot/, 'injection'],
  [/^chewable/, 'chewable tablet'],
  [/^eye\s{0,3}drops/, 'eye drops'],
  [/^ear\s{0,3}drops/, 'ear drops'],
  [/^nebuli/, 'nebulizer'],
];

export function moved<T>({ value, start, end }: Placed<T>, by: number): Placed<T> {
  return { value, start: start + by, end: end + by };
}

/** All doses of a text: strengths before counts, so that "two 500 mg tablets" is 500 mg. */
export function dosesIn(text: string): Placed<Dose>[] {
  const strengths = /\d/.test(text) ? matchesOf(STRENGTH, text).map(strength) : [];
  const pieces = PIECE_HINT.test(text) ? matchesOf(PIECES, text).map(pieceCount) : [];
  return [
    ...strengths,
    ...pieces.filter((piece) => strengths.every((one) => piece.end <= one.start || piece.start >= one.end)),
  ].sort((a, b) => a.start - b.start);
}

export function frequencyIn(text: string): Placed<Frequency> | null {
  const lowerCase = text.toLowerCase();
  const needed = asNeededIn(text, lowerCase);
  for (const { parts, pattern, rate } of FREQUENCIES) {
    const match = holdsAny(lowerCase, parts) ? pattern.exec(text) : null;
    if (!match) continue;
    const lead = /^\s{0,3}/.exec(match[0])?.[0].length ?? 0;
    const start = match.index + lead;
    const end = match.index + match[0].trimEnd().length;
    const times = rate(match);
    const value: Frequency = { text: match[0].trim().replace(/\s+/g, ' ') };
    if (times !== undefined && Number.isFinite(times)) value.times_per_day = Math.round(times * 1000) / 1000;
    if (needed) value.as_needed = true;
    return {
      value,
      start,
      end: needed && needed.index >= end && needed.index - end < 4 ? needed.index + needed[0].length : end,
    };
  }
  if (!needed) return null;
  return { value: { text: needed[0], as_needed: true }, start: needed.index, end: needed.index + needed[0].length };
}

export function formIn(text: string): string | undefined {
  const word = FORM.exec(text)?.[1]?.toLowerCase();
  if (!word) return undefined;
  const known = FORM_NAMES.find(([pattern]) => pattern.test(word))?.[1];
  if (known) return known;
  return word
    .replace(/\s+/g, ' ')
    .replace(/ies$/, 'y')
    .replace(/(?<=ch)es$/, '')
    .replace(/(?<!drop)s$/, '');
}

export function routeIn(text: string): string | undefined {
  return ROUTE_WORD.test(text) ? ROUTES.find(([pattern]) => pattern.test(text))?.[1] : undefined;
}

function strength(match: RegExpMatchArray): Placed<Dose> {
  const written = String(match[1]).replace(/\s+/g, ' ').trim();
  const several = /\d\s{0,3}(?:[-–/]|to)\s{0,3}\d/.test(written);
  // "40 mg/day" is 40 mg, once a day; by weight it is another measure.
  const by = match[4] ? match[4].replace(/\s*(?:\/|per)\s*/g, '/') : '';
  const per = by && /kg|m2|m²|sq/.test(by) ? by.trim() : '';
  const number = numberOf(written);
  const start = match.index ?? 0;
  return {
    value: {
      value: several
        ? written
            .replace(/\s*to\s*/, '-')
            .replace(/\s+/g, '')
            .replace('–', '-')
        : number * (match[2] ? 1e6 : 1),
      unit: `${doseUnit(String(match[3]))}${per}`,
    },
    start,
    end: start + match[0].length,
  };
}

function pieceCount(match: RegExpMatchArray): Placed<Dose> {
  const written = String(match[1]);
  const start = match.index ?? 0;
  const several = /(?:-|–|\bto\b|\bor\b)/.test(written) && fractionOf(written) === null;
  const number = fractionOf(written) ?? numberOf(written);
  return {
    value: { value: several ? rangeOf(written) : number, unit: doseUnit(String(match[2])) },
    start,
    end: start + match[0].length,
  };
}

/** "one to two" -> "1-2". */
function rangeOf(written: string): string {
  return written
    .split(/\s*(?:-|–|\bto\b|\bor\b)\s*/)
    .map((part) => numberOf(part))
    .join('-');
}
