/**
 * Criteria that can be decided by counting or by looking, read from their grammar: a limit (comparison, number, unit), a verb of
 * containing with its object, a negation, a format. Other criteria are compared by their words, by whoever asks.
 */
import { contains, contentsOf } from './containment.ts';
import { sentencesOf } from './sentences.ts';
import { tokensIn } from './tokens.ts';
import { isFunctionWord, stemOf, termsOf, type Word, wordsOf } from './words.ts';

export type Decision = { met: boolean; message: string; hint: string };

/** By the stem of the unit. */
const COUNTS: ReadonlyMap<string, (artifact: string) => number> = new Map([
  ['word', (artifact) => wordsOf(artifact).length],
  ['token', tokensIn],
  ['character', (artifact) => Array.from(artifact).length],
  ['sentenc', (artifact) => sentencesOf(artifact).length],
  ['line', (artifact) => artifact.split('\n').length],
  ['paragraph', (artifact) => artifact.split(/\n\s{0,20}\n/).filter((part) => part.trim() !== '').length],
  ['citat', (artifact) => new Set(artifact.match(/\[\^[\w-]{1,40}\]/g)).size],
  ['footnot', (artifact) => new Set(artifact.match(/\[\^[\w-]{1,40}\]/g)).size],
]);
const AT_MOST = /\b(?:at most|no more than|not more than|maximum|max|up to|within|not exceed|no longer than)\b|<=|≤/i;
const BELOW = /\b(?:fewer than|less than|under|below|shorter than)\b|</i;
const AT_LEAST = /\b(?:at least|no fewer than|no less than|minimum|min|not less than)\b|>=|≥/i;
const ABOVE = /\b(?:more than|longer than|over|above)\b|>/i;
const CONTAINING = new Set(['contain', 'includ', 'mention', 'name', 'state', 'cite', 'refer']);
const NEGATED = /\b(?:not|never|no|without|n't|cannot|avoid)\b|n't\b/i;
const QUOTED = /"([^"]{1,200})"|“([^”]{1,200})”|`([^`]{1,200})`|(?<![\p{L}\p{N}])'([^']{1,200})'(?![\p{L}\p{N}])/u;
/** An object of more words is a statement, which words alone do not decide. */
const LONGEST_OBJECT = 4;

/** Null where the criterion has none of these forms. */
export function decide(criterion: string, artifact: string): Decision | null {
  return limit(criterion, artifact) ?? format(criterion, artifact) ?? containing(criterion, artifact);
}

function limit(criterion: string, artifact: string): Decision | null {
  const words = wordsOf(criterion);
  const at = words.findIndex((word, index) => /^\d/.test(word.text) && countOf(words[index + 1]) !== undefined);
  const [bound, unit] = [words[at], words[at + 1]];
  const count = countOf(unit)?.(artifact);
  if (!bound || !unit || count === undefined) return null;
  const value = Number(bound.text.replaceAll(',', ''));
  if (!Number.isFinite(value)) return null;
  const compared = comparison(criterion, value, count);
  if (!compared) return null;
  return { ...compared, message: `It has ${count} ${unit.text}` };
}

function countOf(word: Word | undefined): ((artifact: string) => number) | undefined {
  return word && COUNTS.get(stemOf(word.text));
}

/** "no more than" contains "more than": the longer forms are looked for first. */
function comparison(criterion: string, value: number, count: number): { met: boolean; hint: string } | null {
  if (AT_MOST.test(criterion)) return { met: count <= value, hint: 'Shorten it' };
  if (AT_LEAST.test(criterion)) return { met: count >= value, hint: 'Extend it' };
  if (BELOW.test(criterion)) return { met: count < value, hint: 'Shorten it' };
  if (ABOVE.test(criterion)) return { met: count > value, hint: 'Extend it' };
  if (/\bexactly\b/i.test(criterion)) return { met: count === value, hint: 'Adjust its length' };
  return null;
}

function format(criterion: string, artifact: string): Decision | null {
  if (!/\bvalid json\b|\bparses? as json\b|\bwell-formed json\b/i.test(criterion)) return null;
  try {
    JSON.parse(artifact);
    return { met: !NEGATED.test(criterion), message: 'It is valid JSON', hint: 'Use another format' };
  } catch {
    return { met: NEGATED.test(criterion), message: 'It is not valid JSON', hint: 'Give valid JSON and nothing else' };
  }
}

function containing(criterion: string, artifact: string): Decision | null {
  const words = wordsOf(criterion);
  const verb = words.find(({ text }) => CONTAINING.has(stemOf(text)));
  if (!verb) return null;
  const object = criterion.slice(verb.end);
  const quoted = QUOTED.exec(object);
  const exact = quoted?.slice(1).find((part) => part !== undefined);
  const sought = exact ?? object.replace(/[.;:!]{1,5}\s{0,5}$/, '').trim();
  if (exact === undefined && !isPlainObject(sought)) return null;
  const found = exact === undefined ? contains(contentsOf(artifact), sought) : stands(exact, artifact);
  if (NEGATED.test(criterion.slice(0, verb.start)))
    return { met: !found, message: 'It contains what it must not', hint: `Leave out: ${sought}` };
  return { met: found, message: 'It does not contain it', hint: `Include: ${sought}` };
}

function isPlainObject(object: string): boolean {
  const terms = termsOf(object);
  return terms.length > 0 && terms.length <= LONGEST_OBJECT && !wordsOf(object).some((word) => isJoining(word));
}

/** "X and Y", "X if Y": more than one object. */
function isJoining({ text }: Word): boolean {
  return isFunctionWord(text) && /^(?:and|or|if|when|unless|because|that|which|but)$/i.test(text);
}

function stands(exact: string, artifact: string): boolean {
  return artifact.replace(/\s+/g, ' ').toLowerCase().includes(exact.replace(/\s+/g, ' ').toLowerCase());
}
