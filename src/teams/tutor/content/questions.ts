/** Multiple-choice questions from the tables. One option is right, and the table says which. */
import { capital } from '../../../clinical/index.ts';
import type { Item } from './item.ts';
import { allItems, type Topic } from './items.ts';
import { shuffled } from './seeded.ts';

export type Question = {
  item_id: string;
  topic: string;
  question: string;
  options: string[];
  /** Index of the right option. */
  right: number;
  explanation: string;
  source: string;
};

const WRONG_OPTIONS = 3;
/** With fewer the right one stands out. */
const LEAST_WRONG = 2;

/** The next question that was not asked yet; null if there is none. */
export function questionOn(topic: Topic | null, asked: readonly string[], seed: string): Question | null {
  for (const items of topic ? [topic.own, topic.near] : [allItems()]) {
    const fresh = items.filter(({ id }) => !asked.includes(id));
    for (const item of shuffled(fresh, seed, ({ id }) => id)) {
      const question = toQuestion(item, seed);
      if (question) return question;
    }
  }
  return null;
}

/** Null for an item that a quiz cannot ask. */
export function toQuestion(item: Item, seed: string): Question | null {
  const choice = item.choice?.();
  if (!choice || choice.wrong.length < LEAST_WRONG) return null;
  const wrong = shuffled(choice.wrong, `${seed}\n${item.id}`).slice(0, WRONG_OPTIONS);
  const options = choice.options
    ? [...choice.options]
    : shuffled([...wrong, choice.answer], `${seed}\n${item.id}\noptions`);
  return {
    item_id: item.id,
    topic: item.area,
    question: choice.question,
    options,
    right: options.indexOf(choice.answer),
    explanation: `${capital(item.term)}: ${item.back}.`,
    source: item.source,
  };
}
