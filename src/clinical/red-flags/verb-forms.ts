/**
 * Verbs without their endings: "she fall and not breath", "he is burn". Who writes English as a second language, or in a hurry,
 * leaves them off; the phrases have them. A bare verb counts as any of its forms where a bare verb cannot stand: after "she", "my
 * son" or "is", also with "not" between. After "I" and "to" it can, and stays what it is.
 */
import { once } from '../text/cache.ts';
import { patternsOf } from '../text/patterns.ts';
import { wordSet } from '../text/word-sets.ts';
import { membersOf, WORDS } from './phrase-table.ts';
import type { Message } from './words.ts';

const { words } = patternsOf('red-flags', 'verb-forms');

const IRREGULAR: Readonly<Record<string, string>> = {
  fall: 'fell fallen',
  take: 'took taken',
  eat: 'ate eaten',
  drink: 'drank drunk',
  bite: 'bit bitten',
  sting: 'stung',
  shoot: 'shot',
  beat: 'beaten',
  break: 'broke broken',
  wake: 'woke woken',
  swell: 'swollen',
  go: 'went gone',
  lose: 'lost',
  throw: 'threw thrown',
  give: 'gave given',
  find: 'found',
  feel: 'felt',
  get: 'got',
  come: 'came',
  bleed: 'bled',
  freeze: 'froze frozen',
  sleep: 'slept asleep',
  speak: 'spoke',
  say: 'said',
  breath: 'breathing breathe breathed',
  grow: 'grown grew',
  put: 'put',
  cut: 'cut',
  hit: 'hit',
  hurt: 'hurt',
};
const AUXILIARIES = 'is am are was were very so';
/** Words in their own right ("it is severe", "he is fit"), and verbs whose past is the bare verb. */
const NO_VERBS = wordSet('severe poison fit cut hit put');
const BETWEEN = wordSet('not no just now only still almost already suddenly always');
/** "Makes my son fall", "did she fall", "help her move": here the bare verb is right. */
const RULES_BARE = words('RULES_BARE');
const MOST_BETWEEN = 2;
const SHORTEST = 3;

const subjects = once(() => new Set([...AUXILIARIES.split(' '), ...membersOf('$who')]));

const NONE: readonly number[] = [];

/** The numbers of the forms that a word may stand for where it is a bare verb in the wrong place; most words have none. */
export function formsOf(word: string): readonly number[] {
  return formsOfBare().get(word) ?? NONE;
}

/** "Bited", "cutted", "falled": whatever the grammar, it has happened. */
export function regularised(word: string): readonly number[] {
  const bare = word.endsWith('ed') ? baresOf(word).find((one) => one in IRREGULAR) : undefined;
  return bare === undefined ? NONE : (formsOfBare().get(bare) ?? NONE);
}

/** Does a bare verb stand here where none can? */
export function isBareWrongly({ text, tokens }: Message, at: number): boolean {
  let before = at - 1;
  while (before >= at - MOST_BETWEEN && BETWEEN.has(tokens[before]?.fold ?? '')) before -= 1;
  const subject = tokens[before];
  if (!subject || subject.sentence !== tokens[at]?.sentence || !subjects().has(subject.fold)) return false;
  if (text.slice(subject.end, tokens[at]?.start).includes(',')) return false;
  return !RULES_BARE.has(tokens[before - 1]?.fold ?? '') && !RULES_BARE.has(tokens[before - 2]?.fold ?? '');
}

/** By the bare verb: its forms among the words of the phrases. */
const formsOfBare = once(() => {
  const forms = new Map<string, number[]>();
  for (const [word, id] of WORDS) for (const bare of baresOf(word)) if (!NO_VERBS.has(bare)) add(forms, bare, id);
  for (const [bare, written] of Object.entries(IRREGULAR)) {
    for (const word of written.split(' ')) {
      const id = WORDS.get(word);
      if (id !== undefined) add(forms, bare, id);
    }
  }
  return forms;
});

/** "Stopping" -> stopp, stoppe, stop. Some are no words, and then nobody writes them. */
function baresOf(word: string): string[] {
  const ending = /(?:ing|ed)$/.exec(word)?.[0];
  if (!ending) return [];
  const stem = word.slice(0, -ending.length);
  if (stem.length < SHORTEST) return [];
  return stem.at(-1) === stem.at(-2) ? [stem, stem.slice(0, -1)] : [stem, `${stem}e`];
}

function add(forms: Map<string, number[]>, bare: string, id: number): void {
  const known = forms.get(bare);
  if (known) known.push(id);
  else forms.set(bare, [id]);
}
