/**
 * Changes of a message that change nothing about what it says. Each takes the text and a source of choices, and gives the changed text,
 * with what was put in besides, or null where it cannot be applied.
 */
import { readFileSync } from 'node:fs';
import { isQuestion } from '../../src/clinical/text/questions.ts';
import { findTerms } from '../../src/clinical/vocabulary/find-terms.ts';
import { symptoms } from '../../src/clinical/vocabulary/rows.ts';
import { listOf } from '../../src/clinical/vocabulary/table.ts';
import { canFollow, hasSubject, opensWithTime } from './joining.ts';
import { aboutOther, OTHERS } from './other-person.ts';
import type { Random } from './random.ts';
import { hasComplement, isInterchangeable } from './synonyms.ts';
import { mistyped } from './typing-errors.ts';

/** `added`: a harmless sentence, whose own facts may be filed too. `samePerson`: the facts stay the patient's. */
export type Changed = { text: string; added?: string; samePerson: boolean };
export type Transformation = { name: string; apply(text: string, random: Random): Changed | null };

export const HARMLESS = sentencesIn(new URL('./harmless.txt', import.meta.url));

const OPENINGS = ['Hello, ', 'Hi there. ', 'Good morning, ', 'Sorry to bother you. ', 'Hi doctor, '];
const CLOSINGS = [
  ' Thank you.',
  ' Thanks in advance!',
  ' Many thanks for your help.',
  ' Please advise.',
  ' Kind regards',
];
/** Within an address or an abbreviation a mark ends nothing. */
const MARKS = /(?<!\d)[.,](?!\S)|[!?;:](?!\S)|["()]/g;
const MARKS_BUT_ASKING = /(?<!\d)[.,](?!\S)|[!;:](?!\S)|["()]/g;
/** A row of more than one thing ("Swollen lips or tongue") has no synonyms. */
const ALIASES = new Map(
  symptoms()
    .filter(({ name }) => !/ (?:or|and) /.test(name))
    .map(({ name, aliases }) => [name, [name.toLowerCase(), ...listOf(aliases)].filter(isPlain)]),
);

export const TRANSFORMATIONS = transformationsWith(HARMLESS);

/** `pool`: the harmless sentences. */
export function transformationsWith(pool: readonly string[]): readonly Transformation[] {
  return [
    adding(pool, 'before', (text, sentence) => `${sentence} ${text}`),
    adding(pool, 'after', (text, sentence) => `${ended(text)} ${sentence}`),
    adding(
      pool,
      'before_and',
      (text, sentence) => (hasSubject(text) ? `${unended(sentence)} and ${lowerFirst(text)}` : null),
      false,
    ),
    adding(pool, 'after_and', (text, sentence) => `${unended(text)} and ${lowerFirst(unended(sentence))}`),
    adding(pool, 'before_newline', (text, sentence) => `${unended(sentence)}\n${text}`),
    adding(pool, 'after_newline', (text, sentence) => `${text}\n${unended(sentence)}`),
    adding(pool, 'before_bare', (text, sentence) => `${unended(sentence)} ${lowerFirst(text)}`, false),
    adding(pool, 'after_bare', (text, sentence) =>
      opensWithTime(sentence) ? null : `${unended(text)} ${lowerFirst(unended(sentence))}`,
    ),
    same('no_punctuation', unmarked),
    same('lower_case', (text) => text.toLowerCase()),
    same('upper_case', (text) => text.toUpperCase()),
    same('opening', (text, random) => random.pick(OPENINGS) + text),
    same('closing', (text, random) => ended(text) + random.pick(CLOSINGS)),
    same('typing_error', mistyped),
    same('synonym', withSynonym),
    {
      name: 'other_person',
      apply: (text, random) => {
        const changed = aboutOther(text, random.pick(OTHERS));
        return changed === null ? null : { text: changed, samePerson: false };
      },
    },
  ];
}

/** One a line; a line that begins with # is a comment. */
export function sentencesIn(file: string | URL): readonly string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** A harmless sentence from `pool`, joined to the text. `marked`: by a full stop or a new line. */
function adding(
  pool: readonly string[],
  name: string,
  join: (text: string, sentence: string) => string | null,
  marked = true,
): Transformation {
  const before = name.startsWith('before');
  return {
    name,
    apply: (text, random) => {
      const added = random.pick(before ? pool.filter((sentence) => canFollow(text, sentence, marked)) : pool);
      const joined = join(text, added);
      return joined === null ? null : { text: joined, added, samePerson: true };
    },
  };
}

function same(name: string, change: (text: string, random: Random) => string | null): Transformation {
  return {
    name,
    apply: (text, random) => {
      const changed = change(text, random);
      return changed === null || changed === text ? null : { text: changed, samePerson: true };
    },
  };
}

/** A named symptom by another name of its row that stands in the same place of a sentence and says as much. */
function withSynonym(text: string, random: Random): string | null {
  const choices = findTerms(text).flatMap(({ term, start, end, fuzzy }) => {
    if (term.kind !== 'symptom' || fuzzy) return [];
    const written = text.slice(start, end).toLowerCase();
    if (hasComplement(written, text.slice(end))) return [];
    const row = ALIASES.get(term.name) ?? [];
    return row
      .filter((alias) => alias !== written && isInterchangeable(written, alias, row))
      .map((alias) => text.slice(0, start) + alias + text.slice(end));
  });
  return choices.length === 0 ? null : random.pick(choices);
}

/** Not an abbreviation that counts only in its case or its surroundings. */
function isPlain(alias: string): boolean {
  return /^[a-z ]{4,}$/.test(alias);
}

function ended(text: string): string {
  return /[.!?]\s*$/.test(text) ? text.trimEnd() : `${text.trimEnd()}.`;
}

/** "Septic?" asks only by its mark, which stays. */
function unended(text: string): string {
  const bare = text.trimEnd().replace(/[.!?]+$/, '');
  return asksByMark(text) ? `${bare}?` : bare;
}

function unmarked(text: string): string {
  return text
    .split(/(?<=\?)/)
    .map((part) => part.replace(asksByMark(part) ? MARKS_BUT_ASKING : MARKS, ''))
    .join('');
}

function asksByMark(text: string): boolean {
  const sentence =
    text
      .trimEnd()
      .split(/[.!]\s/)
      .at(-1) ?? '';
  return sentence.endsWith('?') && !isQuestion(sentence.replace(/\?+$/, ''));
}

/** "I", abbreviations ("BP") and symbols before a value ("K 6.9", "Na 112") stay as they are. */
function lowerFirst(text: string): string {
  return /^(?:I\b|[A-Z]{2}|[A-Z][a-z]?[\s+=:]*\d)/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
