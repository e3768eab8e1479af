/**
 * All members answer at the same time; the first of them then sees all answers and gives the final one. A member that fails has no say.
 * Where only one answer is left, or all are equal, there is nothing to reconcile.
 */
import { reconcile } from './reconcile.ts';

export const debate = reconcile(
  'reconciler',
  `Several models have answered this task independently; you see all of their answers, yours
among them. Give the final answer. Keep what they agree on. Where they contradict each other, decide by the material of the task, not by
the number of votes, and leave out what nothing in it supports. Keep [^N] markers with the statements that they stand at.`,
);
