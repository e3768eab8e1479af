/** Ends the quiz or the review that is open. What was answered stays counted. */
import { z } from 'zod';
import { scoreText } from '../quiz/quiz.ts';
import { tutorTool } from './tutor-tool.ts';

export const stopExercise = tutorTool({
  name: 'stop_exercise',
  description: 'Ends the open quiz or flashcard review, when the user wants to stop.',
  input: z.object({}),
  output: z.object({ text: z.string() }),
  effect: 'write',
  async run(_input, { exercise, setExercise }) {
    setExercise(null);
    if (exercise?.kind === 'quiz') return { text: scoreText(exercise) };
    return { text: exercise ? 'The review is over. What you rated is scheduled.' : 'There was nothing to stop.' };
  },
});
