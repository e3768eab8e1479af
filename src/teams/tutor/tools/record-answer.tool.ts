/** Grades the answer to the open question and records it. The question, not the call, is what is counted once. */
import { z } from 'zod';
import { gradedText, type Quiz, scoreText } from '../quiz/quiz.ts';
import { givesUp, readChoice } from '../quiz/read-choice.ts';
import { tutorTool } from './tutor-tool.ts';

const WHICH = 'Which option do you mean? Answer with its letter, or say "skip" to see the answer, or "stop".';

export const recordAnswer = tutorTool({
  name: 'record_answer',
  description:
    'Grades the user’s answer to the open question of the quiz, records it, and says what is right. Pass the answer as the ' +
    'user wrote it, also "I do not know": it then says the answer and counts as wrong.',
  input: z.object({
    answer: z.string().trim().min(1).max(500).describe('A letter, the words of an option, or "skip"'),
  }),
  output: z.union([
    z.object({
      text: z.string(),
      correct: z.boolean(),
      right: z.number(),
      answered: z.number(),
      finished: z.boolean(),
    }),
    z.object({ error: z.string() }),
  ]),
  effect: 'write',
  async run({ answer }, { desk, student, exercise, setExercise, now, timezone }) {
    if (exercise?.kind !== 'quiz' || !exercise.open) return { error: 'No question is open; call next_question.' };
    const { open } = exercise;
    const choice = readChoice(answer, open.options);
    if (choice === null && !givesUp(answer)) return { error: WHICH };
    const correct = choice === open.right;
    await desk.study.record(student, {
      id: `answer:${exercise.id}:${exercise.asked.length}`,
      kind: 'answer',
      topic: open.topic,
      right: correct,
      ms: now.getTime() - Date.parse(open.asked_at),
      now,
      timezone,
    });
    const graded: Quiz = {
      ...exercise,
      right: exercise.right + (correct ? 1 : 0),
      wrong: exercise.wrong + (correct ? 0 : 1),
      open: null,
    };
    const finished = graded.asked.length >= graded.of;
    setExercise(finished ? null : graded);
    return {
      text: [gradedText(open, correct, choice === null), ...(finished ? [scoreText(graded)] : [])].join('\n\n'),
      correct,
      right: graded.right,
      answered: graded.right + graded.wrong,
      finished,
    };
  },
});
