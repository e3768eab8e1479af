/** Answers that are computed from the record and the message rather than looked up: a summary, a day, a supply, a daily total. */
import type { Asked } from '../reply/question.ts';
import type { Scene } from '../reply/scene.ts';
import { onDailyTotal } from './daily-total.ts';
import { onDay } from './days-asked.ts';
import { handover } from './handover.ts';
import { onSupply } from './supply.ts';

/** Empty where nothing can be computed. The record of this person says nothing about another one. */
export function computed(asked: Asked, scene: Scene): string {
  if (scene.whom.who === 'relative') return '';
  if (asked.act === 'handover') return handover(scene);
  return onDay(asked, scene) || onSupply(scene) || onDailyTotal(asked, scene);
}
