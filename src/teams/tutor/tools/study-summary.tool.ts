/** A short account of the last week and of what is due, for when the remote agents do not answer. */
import { z } from 'zod';
import { counted, percent } from '../analytics/insights.ts';
import { figuresOf } from '../analytics/summary.ts';
import { dayOf, daysBefore } from '../study/event.ts';
import { tutorTool } from './tutor-tool.ts';

export const studySummary = tutorTool({
  name: 'study_summary',
  description: 'Counts of the last seven days and the number of cards that are due; no analysis.',
  input: z.object({}),
  output: z.object({ progress: z.string(), due: z.string() }),
  effect: 'read',
  async run(_input, { desk, student, now, timezone }) {
    const [record, due] = await Promise.all([desk.study.read(student), desk.cards.countDue(student, now)]);
    const week = figuresOf(record, daysBefore(dayOf(now, timezone), 6));
    const right = week.answers > 0 ? ` (${percent(week.accuracy)} right)` : '';
    return {
      progress: `In the last 7 days: ${counted(week.answers, 'answer')}${right}, ${counted(week.reviews, 'flashcard review')}, ${counted(week.lessons, 'explanation')}.`,
      due: `${counted(due, 'card')} due now.`,
    };
  },
});
