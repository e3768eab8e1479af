/** Schedules the open flashcard here, where the scheduler agent does not answer. A review that it has recorded is not recorded again. */
import { z } from 'zod';
import { RATINGS } from '../cards/schedule.ts';
import { MOST_ANSWER_MS } from '../limits.ts';
import { untilText } from '../scheduler/plan.ts';
import { tutorTool } from './tutor-tool.ts';

export const rateCard = tutorTool({
  name: 'rate_card',
  description: 'Records the rating of the open flashcard, where schedule_review did not answer with a due date.',
  input: z.object({ rating: z.enum(RATINGS) }),
  output: z.union([z.object({ text: z.string(), due: z.string() }), z.object({ error: z.string() })]),
  effect: 'write',
  async run({ rating }, { desk, student, exercise, now, timezone }) {
    if (exercise?.kind !== 'cards') return { error: 'No card is open; call next_card.' };
    const { card_id, review, ms } = exercise.open;
    const took = Math.min(ms, MOST_ANSWER_MS);
    const { card } = await desk.cards.review(student, { card_id, review, rating, ms: took, now, timezone });
    return { text: `This card comes back ${untilText(card.memory.due, now)}.`, due: card.memory.due };
  },
});
