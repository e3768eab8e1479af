/**
 * A recorded turn as a case: what was said, what was known, what every model step answered, and what came of it. It holds what a
 * person said, so it stays below `.data` and is never committed.
 */

import type { Message, ModelAnswer } from '../../src/engine/models/model.ts';
import type { Task } from '../../src/engine/task/task.ts';
import type { Fact } from '../../src/record/fact.ts';

/** What one model step answered; `step` counts an agent's answers in this turn from 1. */
export type PinnedAnswer = { agent: string; step: number; answer: ModelAnswer };

export type TurnOutcome = { route: string | null; agent: string | null; reply: string | null; facts: Fact[] };

export type TurnCase = {
  turn: Task;
  /** What was said before, oldest first. */
  history: Message[];
  state: Record<string, unknown>;
  answers: PinnedAnswer[];
  /** What plain tools gave, as the journal keeps it: the record has changed since, and pages have too. */
  tools: Record<string, string>;
  expected: TurnOutcome;
};
