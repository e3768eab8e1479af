/** How well an answer recalls the back of a card, by their words. Only a suggestion: the user rates. */
import { contentWords } from '../content/words.ts';
import type { Rating } from './schedule.ts';

const ALL = 0.75;
const SOME = 0.35;

export function suggestRating(answer: string, back: string): Rating {
  if (plain(answer) === plain(back)) return 'good';
  const [said, wanted] = [contentWords(answer), contentWords(back)];
  if (wanted.size === 0) return 'again';
  const share = [...wanted].filter((word) => said.has(word)).length / wanted.size;
  if (share >= ALL) return 'good';
  return share >= SOME ? 'hard' : 'again';
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}
