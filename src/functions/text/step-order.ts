/** Which step needs which: by the words that say so and by what an earlier step makes. Never a cycle: an edge that closes one is not added. */
import { share, stemsOf } from './similarity.ts';
import { type Step, workOf } from './steps.ts';
import { KNOWN_WORK } from './task-verbs.ts';
import { stemOf, termsOf, wordsOf } from './words.ts';

const NUMBERED = /\bsteps? (\d{1,3})\b/gi;
const AFTER = /\b(?:after|once|when|using|based on|depends on|requires)\b([^,;.]{1,200})/gi;
const BEFORE = /\bbefore\b([^,;.]{1,200})/gi;
const RESULT = /\b(?:(?:the|this|that|these|those|its|their|previous) (?:results?|outputs?)|it|them)\b/i;
const ORDERED = /^(.{1,200}?)\b(before|after)\b(.{1,200})$/i;
/** Of the words that name another step. */
const SAME_STEP = 0.5;

/** For each step the indexes of those that it needs. */
export function orderOf(steps: readonly Step[], constraints: readonly string[]): number[][] {
  const needs: Set<number>[] = steps.map(() => new Set());
  const add = (step: number, needed: number) => {
    if (step !== needed && needs[needed] && !reaches(needs, needed, step)) needs[step]?.add(needed);
  };
  const stems = steps.map(({ text }) => new Set(termsOf(text).map(({ stem }) => stem)));
  const named = (words: string, except: number) => bestOf(stems, words, except);
  for (const [index, { text, follows }] of steps.entries()) {
    if (index > 0 && (follows || RESULT.test(text))) add(index, index - 1);
    for (const [, number] of text.matchAll(NUMBERED)) add(index, Number(number) - 1);
    for (const [, words = ''] of text.matchAll(AFTER)) add(index, named(words, index));
    for (const [, words = ''] of text.matchAll(BEFORE)) {
      const later = named(words, index);
      if (later >= 0) add(later, index);
    }
    add(index, makerOf(steps, stems, index));
    // What combines results needs all that nothing else has used yet.
    if (workOf(text)[0] === 'synthesize_outputs') for (const open of openEnds(needs, index)) add(index, open);
  }
  for (const constraint of constraints) {
    const [, one = '', word = '', other = ''] = ORDERED.exec(constraint) ?? [];
    const [first, second] = [named(one, -1), named(other, -1)];
    if (first < 0 || second < 0) continue;
    if (word.toLowerCase() === 'before') add(second, first);
    else add(first, second);
  }
  return needs.map((needed) => [...needed].sort((one, other) => one - other));
}

function openEnds(needs: readonly ReadonlySet<number>[], before: number): number[] {
  const used = new Set(needs.slice(0, before).flatMap((needed) => [...needed]));
  return [...needs.keys()].slice(0, before).filter((step) => !used.has(step));
}

function reaches(needs: readonly ReadonlySet<number>[], from: number, to: number): boolean {
  const seen = new Set<number>();
  const open = [from];
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    if (step === to) return true;
    if (seen.has(step)) continue;
    seen.add(step);
    open.push(...(needs[step] ?? []));
  }
  return false;
}

/** The step that these words name; -1 if none. */
function bestOf(steps: readonly ReadonlySet<string>[], words: string, except: number): number {
  const stems = stemsOf(termsOf(words));
  if (stems.size === 0) return -1;
  let [best, most] = [-1, SAME_STEP];
  for (const [index, step] of steps.entries()) {
    const found = index === except ? 0 : share(stems, step);
    if (found >= most && (best < 0 || found > most)) [best, most] = [index, found];
  }
  return best;
}

/**
 * The step before it that makes what it speaks of: "validate the summary" needs the one that summarises. Of several, the one that it
 * has most words in common with, then the last.
 */
function makerOf(steps: readonly Step[], stems: readonly ReadonlySet<string>[], index: number): number {
  const words = new Set(wordsOf(steps[index]?.text ?? '').map(({ text }) => stemOf(text.toLowerCase())));
  const own = workOf(steps[index]?.text ?? '')[0];
  let [best, most] = [-1, 0];
  for (let before = index - 1; before >= 0; before -= 1) {
    const work = KNOWN_WORK.find(({ name }) => name === workOf(steps[before]?.text ?? '')[0]);
    if (!work || work.name === own || ![...work.makes].some((made) => words.has(made))) continue;
    const common = 1 + [...(stems[before] ?? [])].filter((stem) => words.has(stem)).length;
    if (common > most) [best, most] = [before, common];
  }
  return best;
}
