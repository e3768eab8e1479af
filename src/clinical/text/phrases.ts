/**
 * Phrases as our tables write them ("do/does not have", "gained about? <number> pounds"), found in one pass over the tokens of a
 * text: they are looked up by their first word, and the longest one wins.
 */
import { memoized } from './cache.ts';
import { patternsOf } from './patterns.ts';
import { ANIMALS, CARERS, CHILDREN, FRIENDS, isRole, RELATIVES } from './persons.ts';
import type { Token } from './tokens.ts';

const { words } = patternsOf('text', 'phrases');

type Part = {
  words: ReadonlySet<string>;
  /** The one word, if it can be no other: most parts, and a comparison costs less than a set. */
  only: string | null;
  number: boolean;
  year: boolean;
  role: boolean;
  any: boolean;
  optional: boolean;
};
/** `known`: how many parts are known to fit where the row was found. `order`: its place in the table. */
type Row<T> = { parts: readonly Part[]; known: number; order: number; value: T };
/** The rows that begin with a word: by the second word where they must have one of a few, and the others. */
type Rows<T> = { bySecondWord: Map<string, Row<T>[]>; others: Row<T>[] };

/** `from` and `to` are places in the list of tokens. */
export type PhraseMatch<T> = { value: T; from: number; to: number };

/** How many words `...` may stand for. */
const GAP = 6;
const NUMBER_WORDS = words('NUMBER_WORDS');
const YEAR = /^(?:19|20)\d\d$/;
/** What a table may call by the name of its class. */
const CLASSES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['<child>', CHILDREN],
  ['<relative>', RELATIVES],
  ['<friend>', FRIENDS],
  ['<animal>', ANIMALS],
  ['<carer>', CARERS],
]);
const NO_ROWS: readonly never[] = [];
const WORD = /^[a-zà-ÿ\d]/;
const ABBREVIATION = /^\p{L}\/\p{L}$/u;

export class Phrases<T> {
  readonly #byFirstWord = new Map<string, Rows<T>>();
  readonly #byFirstNumber: Rows<T> = { bySecondWord: new Map(), others: [] };

  constructor(rows: readonly { phrase: string; value: T }[]) {
    for (const [order, { phrase, value }] of rows.entries()) {
      const parts = phrase.toLowerCase().split(/\s+/).flatMap(knownParts);
      const known = parts[0]?.optional ? 0 : parts[1] && isOfWords(parts[1]) ? 2 : 1;
      this.#index({ parts, known, order, value });
    }
  }

  find(tokens: readonly Token[], from = 0, to = tokens.length): PhraseMatch<T>[] {
    const found: PhraseMatch<T>[] = [];
    let at = from;
    while (at < to) {
      const match = this.#longestAt(tokens, at, to);
      if (match) found.push(match);
      at = match ? match.to : at + 1;
    }
    return found;
  }

  /** Of two that are equally long, the later row wins. */
  #longestAt(tokens: readonly Token[], from: number, limit: number): PhraseMatch<T> | null {
    const word = (tokens[from] as Token).word;
    const rows = this.#byFirstWord.get(word) ?? (isNumber(word) ? this.#byFirstNumber : undefined);
    if (!rows) return null;
    const second = from + 1 < limit ? (tokens[from + 1] as Token).word : '';
    let best: Row<T> | null = null;
    let end = from;
    for (const candidates of [rows.others, rows.bySecondWord.get(second) ?? NO_ROWS]) {
      for (const row of candidates as readonly Row<T>[]) {
        const to = matched(row.parts, row.known, tokens, from + row.known, limit);
        if (to <= from || to < end || (to === end && best && best.order > row.order)) continue;
        best = row;
        end = to;
      }
    }
    return best && { value: best.value, from, to: end };
  }

  #index(row: Row<T>): void {
    for (const part of row.parts) {
      if (part.any) throw new Error('a phrase cannot begin with any word');
      if (part.number) enter(this.#byFirstNumber, row);
      for (const word of part.words) {
        let rows = this.#byFirstWord.get(word);
        if (!rows) {
          rows = { bySecondWord: new Map(), others: [] };
          this.#byFirstWord.set(word, rows);
        }
        enter(rows, row);
      }
      if (!part.optional) return;
    }
  }
}

function enter<T>({ bySecondWord, others }: Rows<T>, row: Row<T>): void {
  if (row.known < 2) {
    if (others.at(-1) !== row) others.push(row);
    return;
  }
  for (const word of (row.parts[1] as Part).words) {
    const same = bySecondWord.get(word);
    if (!same) bySecondWord.set(word, [row]);
    else if (same.at(-1) !== row) same.push(row);
  }
}

/** Nothing but words fits, and one must be there. */
function isOfWords({ optional, any, number, year, role }: Part): boolean {
  return !(optional || any || number || year || role);
}

/** Where the parts end if they stand at this token, as far as they can; -1 if they do not. */
function matched(parts: readonly Part[], part: number, tokens: readonly Token[], at: number, limit: number): number {
  const wanted = parts[part];
  if (!wanted) return at;
  const token = at < limit ? tokens[at] : undefined;
  const here = token && fits(wanted, token.word) ? matched(parts, part + 1, tokens, at + 1, limit) : -1;
  if (here >= 0 || !wanted.optional) return here;
  return matched(parts, part + 1, tokens, at, limit);
}

function fits(part: Part, word: string): boolean {
  if (part.only !== null) return part.only === word;
  if (part.words.has(word)) return true;
  if (part.any) return WORD.test(word);
  return (part.number && isNumber(word)) || (part.year && YEAR.test(word)) || (part.role && isRole(word));
}

/** A token that begins with a digit has nothing else in it. */
function isNumber(word: string): boolean {
  const first = word.charCodeAt(0);
  return (first >= 48 && first <= 57) || NUMBER_WORDS.has(word);
}

/** The tables say "my" and "have" again and again: all phrases share what they are made of. */
const knownParts = memoized(partsOf, 5_000);

function partsOf(written: string): Part[] {
  if (written === '...') return Array.from({ length: GAP }, () => partOf(['*'], true));
  const optional = written.length > 1 && written.endsWith('?');
  const spelled = optional ? written.slice(0, -1) : written;
  return [partOf(ABBREVIATION.test(spelled) ? [spelled] : spelled.split('/'), optional)];
}

function partOf(alternatives: readonly string[], optional: boolean): Part {
  const words = new Set(alternatives.flatMap((word) => [...(CLASSES.get(word) ?? [word])]));
  const has = (name: string): boolean => words.has(name);
  const [first = ''] = words;
  const only = words.size === 1 && !/[*<]/.test(first) ? first : null;
  return { words, only, optional, any: has('*'), number: has('<number>'), year: has('<year>'), role: has('<role>') };
}
