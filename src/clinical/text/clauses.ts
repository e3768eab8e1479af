/**
 * Where the clauses of a text begin, so that "no" and "if" reach no further than they are meant: at a semicolon, at a joint with a
 * new subject or verb ("no fever, and I feel dizzy"), and, since people leave out commas, before a bare new subject ("i dont
 * have a fever i have a cough").
 */
import type { Token } from './tokens.ts';
import { wordSet } from './word-sets.ts';

const MARKS = new Set([';', ':', '–', '—', '-', '.', '!', '?', '\n']);
/** A full stop after these ends nothing. */
const SHORTENED = wordSet('dr mr mrs ms st prof vs approx mt no appt e g i p m');
const CONTRASTS = wordSet('but however although though except yet whereas instead otherwise because cuz bc');
const LINKS = wordSet('since while when that which');
const JOINTS = wordSet('and so then plus & also');
const SUBJECTS = wordSet('i he she it we they');
const OWNERS = wordSet('my his her our their');
const AFTER_COMMA = wordSet(
  'i my we he she it they her his our reports complains admits now also can could should is what how why do does did been am having feeling currently just right rn today',
);
const AFTER_JOINT = wordSet(
  'i my we he she it its they her his also have has had take takes taking feel feels started now been am was were is can could should what how why do does did keep keeps feeling having getting just went got',
);
/** After these a subject goes on with what was begun: "if I", "do I", "says he". */
const HOLDERS = wordSet(
  'if when whenever while that because since as than do does did have has had am is are was were can could should would will may might shall must think thinks thought say says said know believe feel hope wish guess and or so but before after until unless what how why where who which whether sure afraid worried scared everytime time times like whatever told tell mean means though although all only thing things once now then not never see wonder wondering possible chance maybe perhaps probably possibly suspect suspected every each suppose assume too no yes also plus cause cuz bc',
);
const PREPOSITIONS = wordSet(
  'in on of to at by for from with without about around behind under over near into through across inside below above between against off per than down up out towards toward like during',
);
const VERBS = wordSet(
  'is are was were has have had hurts hurt aches ached feels feel felt keeps keep kept gets get got started starts stopped burns burning itches itch swells throbs stings looks seems went goes became turned been does do did says said can could will would made makes came comes told wakes woke gave diagnosed prescribed',
);
/** How far a verb may be from "my": "my lower left back hurts". */
const VERB_WITHIN = 5;

/** Places in the list of tokens at which a clause begins, in order. */
export function clauseStarts(tokens: readonly Token[]): number[] {
  const starts: number[] = [];
  for (let at = 1; at < tokens.length; at += 1) if (beginsClause(tokens, at)) starts.push(at);
  return starts;
}

function beginsClause(tokens: readonly Token[], at: number): boolean {
  const word = wordAt(tokens, at);
  const before = wordAt(tokens, at - 1);
  const after = wordAt(tokens, at + 1);
  // "At 9:30": a clock is one thing.
  if (before === ':' && /^\d/.test(word) && /^\d+$/.test(wordAt(tokens, at - 2))) return false;
  if (MARKS.has(before)) return before !== '.' || !SHORTENED.has(wordAt(tokens, at - 2));
  if (CONTRASTS.has(before)) return true;
  if (LINKS.has(before)) return word === 'i';
  if (word === ',') return AFTER_COMMA.has(JOINTS.has(after) ? wordAt(tokens, at + 2) : after);
  if (JOINTS.has(word) && AFTER_JOINT.has(after)) return true;
  if (before === ',' || JOINTS.has(before)) return false;
  if (SUBJECTS.has(word)) return isFree(before) && after !== ',' && !MARKS.has(after);
  return OWNERS.has(word) && isFree(before) && !PREPOSITIONS.has(before) && verbFollows(tokens, at);
}

function isFree(before: string): boolean {
  return before !== '(' && !HOLDERS.has(before) && !PREPOSITIONS.has(before);
}

function verbFollows(tokens: readonly Token[], at: number): boolean {
  for (let next = at + 2; next <= at + VERB_WITHIN; next += 1) {
    const word = wordAt(tokens, next);
    if (word === ',' || MARKS.has(word)) return false;
    if (VERBS.has(word)) return true;
  }
  return false;
}

function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.word ?? '.';
}
