/** Asks a question that the model has written, so that it is graded and counted like any other. */
import { z } from 'zod';
import { DEFAULT_QUESTIONS, MOST_NAME } from '../limits.ts';
import { questionText } from '../quiz/quiz.ts';
import { begin } from './next-question.tool.ts';
import { tutorTool } from './tutor-tool.ts';

const Words = (most: number) => z.string().trim().min(1).max(most);

export const poseQuestion = tutorTool({
  name: 'pose_question',
  description:
    'Asks a multiple-choice question of your own, written from passages that you were given. Exactly one option is right. Say the text as it is.',
  input: z
    .object({
      topic: Words(MOST_NAME),
      question: Words(500),
      options: z.array(Words(200)).min(2).max(6).describe('Without letters; all of them different'),
      right: z.number().int().min(0).max(5).describe('Index of the right option, from 0'),
      explanation: Words(500),
      source: Words(200).describe('Which passage says so'),
    })
    .refine(({ options, right }) => right < options.length, 'right is the index of an option')
    .refine(
      ({ options }) => new Set(options.map((option) => option.toLowerCase())).size === options.length,
      'two options are the same',
    ),
  output: z.union([
    z.object({ text: z.string(), number: z.number(), of: z.number() }),
    z.object({ error: z.string() }),
  ]),
  effect: 'write',
  async run(posed, { exercise, setExercise, now, key }) {
    const quiz = exercise?.kind === 'quiz' ? exercise : begin(key, posed.topic, DEFAULT_QUESTIONS);
    if (quiz.asked.length >= quiz.of) return { error: 'All questions of the quiz were asked; call stop_exercise.' };
    const open = { ...posed, item_id: `own:${key}`, asked_at: now.toISOString() };
    const asked = { ...quiz, asked: [...quiz.asked, open.item_id], open };
    setExercise(asked);
    return { text: questionText(asked, open), number: asked.asked.length, of: asked.of };
  },
});
