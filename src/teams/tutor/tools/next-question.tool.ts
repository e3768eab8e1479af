/** Asks the next question of a quiz, from the clinical tables. */
import { z } from 'zod';
import { DEFAULT_QUESTIONS, MOST_NAME, MOST_QUESTIONS } from '../limits.ts';
import { type Quiz, questionText } from '../quiz/quiz.ts';
import { tutorTool } from './tutor-tool.ts';

export const nextQuestion = tutorTool({
  name: 'next_question',
  description:
    'Asks the next multiple-choice question of the open quiz. With a topic or a number of questions, or where no quiz is open, ' +
    'it begins a new one. Say the text as it is.',
  input: z.object({
    topic: z
      .string()
      .trim()
      .min(1)
      .max(MOST_NAME)
      .optional()
      .describe('A condition, a medicine or class, a test, or a body system; mixed if not given'),
    questions: z.number().int().min(1).max(MOST_QUESTIONS).optional().describe('How many the new quiz has'),
  }),
  output: z.union([
    z.object({ text: z.string(), number: z.number(), of: z.number() }),
    z.object({ error: z.string() }),
  ]),
  effect: 'write',
  async run({ topic, questions }, { desk, exercise, setExercise, now, key }) {
    const goesOn = topic === undefined && questions === undefined && exercise?.kind === 'quiz';
    const quiz: Quiz = goesOn ? exercise : begin(key, topic ?? null, questions ?? DEFAULT_QUESTIONS);
    if (quiz.asked.length >= quiz.of) return { error: 'All questions of the quiz were asked; begin a new one.' };
    const found = await desk.question({ topic: quiz.topic ?? undefined, asked: quiz.asked, seed: seedOf(quiz) });
    if (!found) return { error: nothingOn(quiz) };
    const open = { ...found, asked_at: now.toISOString() };
    const asked: Quiz = { ...quiz, asked: [...quiz.asked, found.item_id], open };
    setExercise(asked);
    return { text: questionText(asked, open), number: asked.asked.length, of: asked.of };
  },
});

export function begin(id: string, topic: string | null, of: number): Quiz {
  return { kind: 'quiz', id, topic, of, asked: [], right: 0, wrong: 0, open: null };
}

/** Another order in each quiz, and the same again after a replay. */
function seedOf({ id, asked }: Quiz): string {
  return `${id}:${asked.length}`;
}

function nothingOn({ topic, asked }: Quiz): string {
  if (asked.length > 0) return 'There are no more questions on this.';
  return topic === null
    ? 'There are no questions.'
    : 'My tables hold no questions on this. Name a condition, a medicine, a test or a body system, such as asthma, statins, HbA1c or heart.';
}
