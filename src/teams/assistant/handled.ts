/**
 * What specialists have done in this turn. A hand-over is a tail call whose words are withdrawn, so the words of a specialist that has
 * done its part and hands the rest of the message back would be lost. They are kept in the state of the turn instead: Beto and the next
 * specialist see them, and they stand before the words that end the turn.
 */
import { z } from 'zod';
import type { State } from '../../engine/task/state.ts';

export const ROOT = 'beto';

const KEY = 'temp:handled';
/** A turn's words are read by every agent that follows. */
const MAX_WORDS_CHARS = 4_000;

const Handled = z.object({
  agent: z.string(),
  /** The run that said it. */
  run: z.string(),
  /** Empty: the agent has handed it back because it is not its work. */
  words: z.string(),
  /** Handed back to Beto; otherwise to another specialist, who goes on with the same wish. */
  back: z.boolean(),
});
export type Handled = z.infer<typeof Handled>;

export function handledIn(state: Readonly<Record<string, unknown>>): Handled[] {
  return parsed(state[KEY]);
}

/** Whose words stand before those that end the turn. */
export function saidBefore(state: Pick<State, 'get'>): string[] {
  return parsed(state.get(KEY)).flatMap(({ agent, words }) => (words === '' ? [] : [agent]));
}

export function noteHandled(state: State, one: Handled): void {
  state.set(KEY, [...handledIn(state.all()), { ...one, words: one.words.slice(0, MAX_WORDS_CHARS) }]);
}

/** How many wishes of the message are done. */
export function wishesDone(handled: readonly Handled[]): number {
  return handled.filter(({ back, words }) => back && words !== '').length;
}

/** Who has handed the wish back that is to be done now. */
export function refusedBy(handled: readonly Handled[]): Set<string> {
  const sinceDone = handled.slice(handled.findLastIndex(({ back, words }) => back && words !== '') + 1);
  return new Set(sinceDone.filter(({ words }) => words === '').map(({ agent }) => agent));
}

function parsed(value: unknown): Handled[] {
  const handled = z.array(Handled).safeParse(value);
  return handled.success ? handled.data : [];
}
