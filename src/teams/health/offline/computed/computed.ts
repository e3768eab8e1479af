/** Answers that are computed from the record and the message rather than looked up: a summary, a day, what is to come, a supply, a daily total. */
import type { Asked } from '../reply/question.ts';
import type { Scene } from '../reply/scene.ts';
import { onDailyTotal } from './daily-total.ts';
import { onDay } from './days-asked.ts';
import { handover } from './handover.ts';
import { onSupply } from './supply.ts';
import { onToCome } from './to-come.ts';

/** Empty where nothing can be computed. The record of this person says nothing about another one. */
export function computed(asked: Asked, scene: Scene): string {
  if (scene.whom.who === 'relative') return '';
  if (asked.act === 'handover' || asked.act === 'known') return handover(scene, asked.act === 'known');
  return onToCome(asked, scene) || onDay(asked, scene) || onSupply(scene) || onDailyTotal(asked, scene);
}
