/**
 * The phrases of red-flag-words.psv, made ready for one pass over a message. A phrase is words in order; in it
 *   stem*   any word that begins so        a/b   either word          _    any one word
 *   ..      up to four words between       ...   up to seven          $x   any phrase of the row named $x
 */
import { listOf, readTable } from '../vocabulary/table.ts';
import { type Message, readWords, type Token } from './words.ts';

export type Found = { concept: string; from: number; to: number };

type Step = { words: ReadonlySet<string>; stems: readonly string[]; any: boolean; gap: number };
/** Made ready when its first word is met for the first time: most phrases never are, and start-up need not wait for them. */
type Phrase = { concept: string; written: string; ready: Step[][] | null };

const GAPS: Readonly<Record<string, number>> = { '..': 4, '...': 7 };
/** A row that refers to others that refer to others: this deep at most. */
const DEEPEST = 4;
const NONE: readonly number[] = [];

const ROWS = readTable('red-flag-words', ['concept', 'phrases']);
const SHARED = new Map<string, string[]>();
for (const { concept, phrases } of ROWS)
  if (concept.startsWith('$')) SHARED.set(concept, [...(SHARED.get(concept) ?? []), ...listOf(phrases)]);

/** The names that rules may ask for. */
export const CONCEPTS = new Set(ROWS.map(({ concept }) => concept).filter((concept) => !concept.startsWith('$')));

/** The same few steps stand in thousands of phrases. */
const STEPS = new Map<string, Step>();
const BY_WORD = new Map<string, Phrase[]>();
const BY_STEM = new Map<string, Phrase[]>();
/** Which lengths of stem begin with these two letters: most words have none. */
const STEM_LENGTHS = new Map<string, number[]>();
/** Every word and stem that some phrase holds: what typing errors are mended towards. */
export const WORDS_OF_PHRASES = new Set<string>();
export const STEMS_OF_PHRASES = new Set<string>();

for (const { concept, phrases } of ROWS) {
  for (const phrase of listOf(phrases)) {
    const written = /[^a-z*/_.$ ]/.test(phrase) ? normal(phrase) : phrase;
    gather(written);
    if (!concept.startsWith('$')) index(concept, written, 0);
  }
}
for (const lengths of STEM_LENGTHS.values()) lengths.sort((a, b) => a - b);

/** All concepts in the message, in reading order. */
export function findConcepts({ tokens }: Message): Found[] {
  const found: Found[] = [];
  tokens.forEach(({ fold }, at) => {
    const exact = BY_WORD.get(fold);
    if (exact) collect(exact, tokens, at, found);
    for (const length of STEM_LENGTHS.get(fold.slice(0, 2)) ?? NONE) {
      if (length > fold.length) break;
      const begun = BY_STEM.get(fold.slice(0, length));
      if (begun) collect(begun, tokens, at, found);
    }
  });
  return found;
}

export function isKnownWord(fold: string): boolean {
  if (WORDS_OF_PHRASES.has(fold)) return true;
  const lengths = STEM_LENGTHS.get(fold.slice(0, 2)) ?? NONE;
  return lengths.some((length) => length <= fold.length && STEMS_OF_PHRASES.has(fold.slice(0, length)));
}

function collect(phrases: readonly Phrase[], tokens: readonly Token[], at: number, found: Found[]): void {
  for (const phrase of phrases) {
    phrase.ready ??= spelledOut(phrase.written, 0).map(stepsOf);
    for (const steps of phrase.ready) {
      const to = endOf(steps, 1, tokens, at + 1, (tokens[at] as Token).sentence);
      if (to >= 0) found.push({ concept: phrase.concept, from: at, to });
    }
  }
}

/** The last word of the phrase if it goes on here, or -1. */
function endOf(steps: readonly Step[], nth: number, tokens: readonly Token[], at: number, sentence: number): number {
  const step = steps[nth];
  if (!step) return at - 1;
  for (let skipped = 0; skipped <= step.gap; skipped += 1) {
    const token = tokens[at + skipped];
    if (!token || token.sentence !== sentence) return -1;
    if (!fits(step, token.fold)) continue;
    const end = endOf(steps, nth + 1, tokens, at + skipped + 1, sentence);
    if (end >= 0) return end;
  }
  return -1;
}

function fits({ any, words, stems }: Step, fold: string): boolean {
  return any || words.has(fold) || stems.some((stem) => fold.startsWith(stem));
}

/** Under each word that it may begin with. */
function index(concept: string, written: string, depth: number): void {
  const [head = '', ...rest] = written.split(/\s+/);
  if (head.startsWith('$')) {
    for (const choice of choicesOf(head, depth)) index(concept, [choice, ...rest].join(' '), depth + 1);
    return;
  }
  if (head === '_' || GAPS[head])
    throw new Error(`red-flag-words.psv: ${concept}: a phrase begins with a word: ${written}`);
  const phrase: Phrase = { concept, written, ready: null };
  for (const either of head.split('/')) {
    if (either.endsWith('*')) push(BY_STEM, either.slice(0, -1), phrase);
    else push(BY_WORD, either, phrase);
  }
}

/** The words and stems of a phrase, for those who mend typing errors. */
function gather(written: string): void {
  for (const part of written.split(/[\s/]+/)) {
    if (part === '_' || part.startsWith('$') || GAPS[part]) continue;
    if (!part.endsWith('*')) WORDS_OF_PHRASES.add(part);
    else if (!STEMS_OF_PHRASES.has(part.slice(0, -1))) {
      STEMS_OF_PHRASES.add(part.slice(0, -1));
      addLength(part.slice(0, -1));
    }
  }
}

function stepsOf(written: string): Step[] {
  const steps: Step[] = [];
  let gap = 0;
  for (const part of written.split(' ')) {
    if (GAPS[part]) gap = GAPS[part];
    else {
      steps.push(stepOf(part, gap));
      gap = 0;
    }
  }
  return steps;
}

function stepOf(part: string, gap: number): Step {
  const key = `${gap} ${part}`;
  const known = STEPS.get(key) ?? newStep(part, gap);
  STEPS.set(key, known);
  return known;
}

function newStep(part: string, gap: number): Step {
  if (part === '_') return { any: true, words: new Set(), stems: [], gap };
  const words = new Set<string>();
  const stems: string[] = [];
  for (const either of part.split('/')) {
    if (either.endsWith('*')) stems.push(either.slice(0, -1));
    else words.add(either);
  }
  return { any: false, words, stems, gap };
}

function addLength(stem: string): void {
  const key = stem.slice(0, 2);
  const lengths = STEM_LENGTHS.get(key);
  if (!lengths) STEM_LENGTHS.set(key, [stem.length]);
  else if (!lengths.includes(stem.length)) lengths.push(stem.length);
}

/** The phrase with each $x replaced by what it stands for. */
function spelledOut(phrase: string, depth: number): string[] {
  const parts = phrase.split(/\s+/);
  const at = parts.findIndex((part) => part.startsWith('$'));
  if (at < 0) return [phrase];
  return choicesOf(parts[at] as string, depth).flatMap((choice) =>
    spelledOut(
      [...parts.slice(0, at), choice, ...parts.slice(at + 1)].join(' '),
      depth + (choice.includes('$') ? 1 : 0),
    ),
  );
}

/** What $x stands for: its single words as one step, its longer phrases each by itself. */
function choicesOf(name: string, depth: number): string[] {
  const entries = SHARED.get(name);
  if (!entries || depth > DEEPEST) throw new Error(`red-flag-words.psv: unknown or too deep: ${name}`);
  const single = entries.filter((entry) => !/[\s$]/.test(entry));
  const longer = entries.filter((entry) => /[\s$]/.test(entry));
  return single.length > 0 ? [single.join('/'), ...longer] : longer;
}

/** Written with apostrophes or digits as people do, the words must still meet those of a message. */
function normal(phrase: string): string {
  return phrase
    .split(/\s+/)
    .map((part) =>
      /^[a-z*/_.$]+$/.test(part)
        ? part
        : readWords(part.replaceAll('/', ' '))
            .tokens.map(({ fold }) => fold)
            .join(part.includes('/') ? '/' : ' '),
    )
    .join(' ');
}

function push(index: Map<string, Phrase[]>, key: string, phrase: Phrase): void {
  const known = index.get(key);
  if (known) known.push(phrase);
  else index.set(key, [phrase]);
}
