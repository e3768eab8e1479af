/** Turns the open flashcard around and suggests a rating for the user's answer. */
import { z } from 'zod';
import { suggestRating } from '../cards/recall.ts';
import { RATINGS } from '../cards/schedule.ts';
import { tutorTool } from './tutor-tool.ts';

export const revealCard = tutorTool({
  name: 'reveal_card',
  description:
    'Shows the back of the open flashcard beside the user’s answer and asks the user to rate how well they knew it.',
  input: z.object({ answer: z.string().max(2_000).default('').describe('What the user answered; empty if nothing') }),
  output: z.union([z.object({ text: z.string(), suggested: z.enum(RATINGS) }), z.object({ error: z.string() })]),
  effect: 'write',
  async run({ answer }, { exercise, setExercise, now }) {
    if (exercise?.kind !== 'cards') return { error: 'No card is open; call next_card.' };
    const { open } = exercise;
    const suggested = suggestRating(answer, open.back);
    setExercise({ ...exercise, open: { ...open, suggested, ms: now.getTime() - Date.parse(open.shown_at) } });
    const source = open.source ? ` (${open.source})` : '';
    const text = `The answer: ${open.back}${source}\n\nHow well did you know it: again, hard, good or easy? By your words I would say: ${suggested}.`;
    return { text, suggested };
  },
});
