/** Whether the evidence threshold is met, in words; if not, why the search has ended, and what was left out. */
import { thresholdText } from '../evidence-threshold.ts';
import type { Harvest } from './harvest.ts';
import type { Task } from './task.ts';

export function verdict({ threshold, rounds: planned }: Task, { met, counted, rounds, widened }: Harvest): string {
  const asked = `The evidence threshold is ${thresholdText(threshold)}`;
  const how = widened.length > 0 ? ` Also searched for, as wider terms: ${widened.join('; ')}.` : '';
  if (met) return `${asked}; it is met, by ${counted}.${how}`;
  const why =
    rounds < planned.length
      ? 'the budget of this agent allows no further search'
      : 'there is nothing wider to search for';
  return `${asked}; it is not met: ${counted} of ${threshold.sources}, and ${why}.${how}`;
}

export function leftOutText({ leftOut }: Pick<Harvest, 'leftOut'>): string {
  if (leftOut.length === 0) return '';
  return `Left out: ${leftOut.map(({ reason, count }) => `${count} (${reason})`).join(', ')}.`;
}
