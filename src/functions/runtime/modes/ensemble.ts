/**
 * All members answer at the same time; the first of them then makes one answer of those that differ. A member that fails costs its
 * vote. Where all answers are equal, that is the answer, and nobody is asked again.
 */
import { reconcile } from './reconcile.ts';

export const ensemble = reconcile(
  'synthesizer',
  `Several models have answered this task independently; you see all of their answers, yours
among them. Make one answer of them: what most of them have stays, and what only one of them has stays if the material of the task
supports it. Keep [^N] markers with the statements that they stand at.`,
);
