/**
 * The phrases of red-flag-words.psv and red-flag-lexicon.psv. A phrase is words in order; in it
 *   stem*   any word that begins so        a/b   either word          _    any one word
 *   ..      up to four words between       ...   up to seven          $x   any phrase of the row named $x
 *
 * Every word and every stem has a number. At the start phrases are only filed under what they begin with, and made ready when that
 * is first met: most never are.
 */
import { listOf, readTable } from '../vocabulary/table.ts';
import { RULES } from './rule-table.ts';

/** `ids` are the words and stems that fit; null is any word. `gap` is how many words may be before it. `others`: see OTHERS. */
export type Step = { ids: readonly number[] | null; gap: number; others: readonly number[]; next: Step | null };
/** `rest` follows the first word. */
export type Phrase = { concept: string; rest: Step | null };
/**
 * Phrases by a word that they cannot do without: where the word `keys[n]` is missing, none of `groups[n]` need be sought. A flat list
 * of numbers, because "no" begins hundreds of phrases, and a message has the other word of one or two.
 */
export type Beginnings = {
  keys: readonly number[];
  groups: readonly (readonly Phrase[])[];
  keyless: readonly Phrase[];
};
const GAPS: Readonly<Record<string, number>> = { '..': 4, '...': 7 };
/** For a phrase without a word of its own. */
const NO_KEY = -1;
const NOBODY: readonly number[] = [];
/** A row that refers to others that refer to others: this deep at most. */
const DEEPEST = 4;

const ROWS = ['red-flag-words', 'red-flag-lexicon'].flatMap((name) => readTable(name, ['concept', 'phrases']));

/** What each $x stands for: its single words as one step, its longer phrases each by itself. */
const CHOICES = new Map<string, readonly string[]>();
for (const { concept, phrases } of ROWS) {
  if (!concept.startsWith('$')) continue;
  const single = listOf(phrases).filter((entry) => !/[ $]/.test(entry));
  const longer = listOf(phrases).filter((entry) => /[ $]/.test(entry));
  CHOICES.set(concept, single.length > 0 ? [single.join('/'), ...longer] : longer);
}

/** The number of each word and of each stem, in the order in which the table first has them. */
export const WORDS = new Map<string, number>();
export const STEMS = new Map<string, number>();
const PARTS: string[] = [];
// No pattern splits them: a tenth of a process's start would go there.
for (const part of new Set(
  ROWS.map(({ phrases }) => phrases)
    .join(' ')
    .replaceAll(',', ' ')
    .replaceAll('/', ' ')
    .split(' '),
)) {
  if (part === '' || /^[_.$]/.test(part)) continue;
  if (part.endsWith('*')) STEMS.set(part.slice(0, -1), PARTS.length);
  else WORDS.set(part, PARTS.length);
  PARTS.push(part);
}
/** The number of what another person is called where the phrase has this word of the writer: "her", or "my daughter's" by name. */
export const OTHERS = new Map<string, number>(
  ['i', 'im', 'me', 'my', 'myself'].map((word) => [word, PARTS.push(`@${word}`) - 1]),
);
export const NAMED_OWNER = PARTS.push('@owner') - 1;
/** Read as it stands: what takes an alarm away, and of poisoning whose medicine it was. */
const OF_WRITER = new Set([...RULES.flatMap(({ unless }) => unless), ...needsOf('poisoning')]);
const OF_VIOLENCE = new Set(needsOf('violence'));
/** "Scared for her life" is her own; in "he took his phone" his is not the victim's, as "my" is. */
const OWN = /\b(?:of|for|from|by) my\b/;
export const LONGEST_STEM = Math.max(...[...STEMS.keys()].map((stem) => stem.length));
/** How many numbers there are. */
export const NUMBERED = PARTS.length;

/** By the word or stem that they begin with: the concept, the phrase as written, the next concept, and so on. */
const FILED = new Map<string, string[]>();
/** By the number of that word or stem. */
const READY: (Beginnings | undefined)[] = Array(NUMBERED).fill(undefined);
/** Many phrases end alike: each step, with what follows it, is made once. */
const STEPS = new Map<string, Step>();

for (const { concept, phrases } of ROWS) {
  // Plain splitting, because it is done nine thousand times while a process starts.
  if (!concept.startsWith('$')) for (const phrase of phrases.split(', ')) file(concept, phrase, 0);
}

/** The single words of a row named $x. */
export function membersOf(name: string): string[] {
  return choicesOf(name, 0)
    .filter((choice) => !choice.includes(' '))
    .flatMap((choice) => choice.split('/'));
}

/** The phrases that begin with a word or stem. */
export function phrasesFrom(id: number): Beginnings {
  const known = READY[id];
  if (known) return known;
  const groups = new Map<number, Phrase[]>();
  const filed = FILED.get(PARTS[id] as string) ?? [];
  for (let at = 0; at < filed.length; at += 2) {
    for (const written of spelledOut(filed[at + 1] as string, 0)) {
      const concept = filed[at] as string;
      const rest = restOf(written, concept);
      const key = keyOf(rest);
      const group = groups.get(key) ?? [];
      group.push({ concept, rest });
      groups.set(key, group);
    }
  }
  const keyless = groups.get(NO_KEY) ?? [];
  groups.delete(NO_KEY);
  const ready = { keys: [...groups.keys()], groups: [...groups.values()], keyless };
  READY[id] = ready;
  return ready;
}

/** Of the words that it cannot do without the longest, because long words are rare. */
function keyOf(rest: Step | null): number {
  let key = NO_KEY;
  for (let step = rest; step; step = step.next) {
    const [id, second = step.others[0]] = step.ids ?? [];
    if (id !== undefined && second === undefined && (PARTS[id]?.length ?? 0) > (PARTS[key]?.length ?? 0)) key = id;
  }
  return key;
}

/** Under each word that it may begin with. */
function file(concept: string, written: string, depth: number): void {
  const space = written.indexOf(' ');
  const head = space < 0 ? written : written.slice(0, space);
  if (head.startsWith('$')) {
    for (const choice of choicesOf(head, depth)) file(concept, choice + written.slice(head.length), depth + 1);
  } else if (head.includes('/')) {
    for (const either of head.split('/')) push(either, concept, written);
  } else push(head, concept, written);
}

function push(head: string, concept: string, written: string): void {
  // A pronoun alone says only that it is the writer: "she is going to die" is no wish.
  if (OTHERS.has(head) && written.includes(' '))
    for (const other of othersFor(head, written, concept)) push(PARTS[other] as string, concept, written);
  const known = FILED.get(head);
  if (known) known.push(concept, written);
  else FILED.set(head, [concept, written]);
}

function idOf(part: string): number {
  return (part.endsWith('*') ? STEMS.get(part.slice(0, -1)) : WORDS.get(part)) as number;
}

/** What may stand for a word of the writer in a phrase. */
function othersFor(word: string, written: string, concept: string): readonly number[] {
  const other = OTHERS.get(word);
  if (other === undefined || OF_WRITER.has(concept)) return NOBODY;
  if (word !== 'my') return [other];
  return OF_VIOLENCE.has(concept) && !OWN.test(written) ? [NAMED_OWNER] : [other, NAMED_OWNER];
}

function needsOf(family: string): string[] {
  return RULES.filter((rule) => rule.family === family).flatMap(({ needs }) => needs.flatMap(({ names }) => names));
}

/** The steps after the first word, made from the last to the first. */
function restOf(written: string, concept: string): Step | null {
  const parts = written.split(' ');
  let next: Step | null = null;
  let behind = '';
  for (let at = parts.length - 1; at > 0; at -= 1) {
    const part = parts[at] as string;
    if (GAPS[part]) continue;
    const gap = GAPS[parts[at - 1] as string] ?? 0;
    const others = part.split('/').flatMap((word) => othersFor(word, written, concept));
    behind = `${gap} ${part} ${others} ${behind}`;
    next = STEPS.get(behind) ?? { ids: part === '_' ? null : part.split('/').map(idOf), gap, others, next };
    STEPS.set(behind, next);
  }
  return next;
}

/** The phrase with each $x replaced by what it stands for. */
function spelledOut(phrase: string, depth: number): string[] {
  if (!phrase.includes('$')) return [phrase];
  const parts = phrase.split(' ');
  const at = parts.findIndex((part) => part.startsWith('$'));
  return choicesOf(parts[at] as string, depth).flatMap((choice) =>
    spelledOut(parts.with(at, choice).join(' '), depth + (choice.includes('$') ? 1 : 0)),
  );
}

function choicesOf(name: string, depth: number): readonly string[] {
  const choices = CHOICES.get(name);
  if (!choices || depth > DEEPEST) throw new Error(`red-flag-words.psv: unknown or too deep: ${name}`);
  return choices;
}
