/** What there is to review on each of the next days, from the due dates of the cards. */
import type { Card } from '../cards/card.ts';
import { type Day, dayOf, daysBefore } from '../study/event.ts';

export type PlannedDay = {
  date: Day;
  reviews: number;
  minutes: number;
  /** The decks that they are in, the largest first. */
  decks: string[];
};

/** What a review takes, question and answer, in a chat. */
const SECONDS_PER_REVIEW = 30;
const SHOWN_DECKS = 3;

/** What is overdue is planned for today. */
export function planOf(cards: readonly Card[], days: number, now: Date, timezone: string): PlannedDay[] {
  const today = dayOf(now, timezone);
  const due = cards.map(({ deck, memory }) => ({ deck, day: dayOf(new Date(memory.due), timezone) }));
  return Array.from({ length: days }, (_, index) => {
    const date = daysBefore(today, -index);
    const ofDay = due.filter(({ day }) => day === date || (index === 0 && day < date));
    return {
      date,
      reviews: ofDay.length,
      minutes: Math.ceil((ofDay.length * SECONDS_PER_REVIEW) / 60),
      decks: largestDecks(ofDay.map(({ deck }) => deck)),
    };
  });
}

export function planText(plan: readonly PlannedDay[]): string {
  if (plan.every(({ reviews }) => reviews === 0))
    return 'Nothing is due in that time. Make flashcards of a topic ("make flashcards on asthma") and I plan their reviews.';
  const lines = plan.map(({ date, reviews, minutes, decks }) =>
    reviews === 0
      ? `${date}: nothing due`
      : `${date}: ${reviews} ${reviews === 1 ? 'card' : 'cards'}, about ${minutes} min (${decks.join(', ')})`,
  );
  return ['Your study plan:', ...lines].join('\n');
}

function largestDecks(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, SHOWN_DECKS)
    .map(([name]) => name);
}

/** "in 10 minutes", "tomorrow", "in 12 days" */
export function untilText(due: string, now: Date): string {
  const minutes = Math.max(0, Math.round((Date.parse(due) - now.getTime()) / 60_000));
  if (minutes < 60) return minutes <= 1 ? 'in a minute' : `in ${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return hours === 1 ? 'in an hour' : `in ${hours} hours`;
  const days = Math.round(hours / 24);
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}
