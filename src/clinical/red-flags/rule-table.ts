/**
 * The rules that make concepts into families. red-flag-frames.psv has frames: a finding, what else is there, since when, in whom
 * and from what. red-flag-rules.psv has the rules that need an order or a distance of their own; a name with `@` in it is a concept
 * made of others, for later rules. In a cell `a/b` is either and `a, b` is both.
 */
import { listOf, readTable } from '../vocabulary/table.ts';

/** `asked` counts a question about somebody too, `always` whatever is not denied and not long ago. */
export type Mood = 'now' | 'asked' | 'always';
/**
 * `circumstance`: that it is told as past (a sting, a fall) takes nothing away. `lasts`: a state that is told once and holds for the
 * whole message (a pregnancy, an age, diabetes). `reach`: how far from the first need it may stand.
 */
export type Need = { names: readonly string[]; circumstance: boolean; lasts: boolean; reach: number };
/** `weak`: too common to alarm alone; the second reader must agree. `apart`: no word stands for two of its needs. */
export type Rule = {
  family: string;
  needs: readonly Need[];
  unless: readonly string[];
  mood: Mood;
  weak: boolean;
  apart: boolean;
};

/** How far apart in words; a sentence and a message have no such limit. */
export const WHOLE_SENTENCE = 1000;
export const WHOLE_MESSAGE = 2000;
export const WHOLE_STORY = 3000;
/** The words of one finding ("cannot … lift … arm") stand as near to one another as this. */
const ONE_FINDING = 6;

const FRAMES: readonly Rule[] = readTable('red-flag-frames', [
  'family',
  'finding',
  'with',
  'onset',
  'person',
  'cause',
  'unless',
  'weak',
]).map((row) => ({
  family: row.family,
  needs: [
    ...needsIn(row.finding, { reach: ONE_FINDING }),
    ...needsIn(row.with, { reach: WHOLE_MESSAGE }),
    ...needsIn(row.onset, { reach: WHOLE_MESSAGE, circumstance: true }),
    ...needsIn(row.cause, { reach: WHOLE_MESSAGE, circumstance: true }),
    ...needsIn(row.person, { reach: WHOLE_STORY, circumstance: true, lasts: true }),
  ],
  unless: listOf(row.unless),
  mood: 'now',
  weak: row.weak !== '',
  apart: true,
}));

const ORDERED: readonly Rule[] = readTable('red-flag-rules', ['family', 'reach', 'needs', 'unless', 'mood']).map(
  (row) => ({
    family: row.family,
    needs: listOf(row.needs)
      .flatMap((need) =>
        needsIn(need.replace(/^~+/, ''), {
          reach: need.startsWith('~~') ? WHOLE_STORY : reachOf(row.reach),
          circumstance: need.startsWith('~'),
          lasts: need.startsWith('~~'),
        }),
      )
      .sort((one, other) => Number(one.circumstance) - Number(other.circumstance)),
    unless: listOf(row.unless),
    mood: row.mood === '' ? 'now' : (row.mood as Mood),
    weak: false,
    apart: false,
  }),
);

export const RULES: readonly Rule[] = [...ORDERED, ...FRAMES];

function needsIn(
  cell: string,
  { circumstance = false, lasts = false, reach }: Partial<Need> & { reach: number },
): Need[] {
  return listOf(cell).map((names) => ({ names: names.split('/'), circumstance, lasts, reach }));
}

function reachOf(cell: string): number {
  return cell === 'message' ? WHOLE_MESSAGE : cell === 'sentence' ? WHOLE_SENTENCE : Number(cell || 0);
}
