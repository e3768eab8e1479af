/** A quiz as the session's state keeps it, and what the user is told of it. */
import { z } from 'zod';
import { MOST_QUESTIONS } from '../limits.ts';

export const Posed = z.object({
  item_id: z.string(),
  topic: z.string(),
  question: z.string(),
  options: z.array(z.string()).min(2).max(6),
  right: z.number().int().min(0),
  explanation: z.string(),
  source: z.string(),
  asked_at: z.string(),
});
export type Posed = z.infer<typeof Posed>;

export const Quiz = z.object({
  kind: z.literal('quiz'),
  id: z.string(),
  /** What the user asked for; null: anything. */
  topic: z.string().nullable(),
  of: z.number().int().min(1).max(MOST_QUESTIONS),
  asked: z.array(z.string()),
  right: z.number().int(),
  wrong: z.number().int(),
  /** The question that waits for an answer. */
  open: Posed.nullable(),
});
export type Quiz = z.infer<typeof Quiz>;

export const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'];

export function questionText({ asked, of }: Quiz, { question, options }: Posed): string {
  const lines = options.map((option, index) => `${LETTERS[index]}) ${option}`);
  return [`Question ${asked.length} of ${of}: ${question}`, ...lines].join('\n');
}

/** `skipped`: no option was chosen. */
export function gradedText({ options, right, explanation, source }: Posed, correct: boolean, skipped = false): string {
  const verdict = correct
    ? 'Right.'
    : `${skipped ? 'The answer is' : 'Not quite:'} ${LETTERS[right]}) ${options[right]}.`;
  return `${verdict} ${explanation}${source ? ` (${source})` : ''}`;
}

export function scoreText({ right, wrong, topic }: Quiz): string {
  const answered = right + wrong;
  if (answered === 0) return 'The quiz is over; no question was answered.';
  const on = topic === null ? '' : ` on ${topic}`;
  return `That was the quiz${on}: ${right} of ${answered} right (${Math.round((100 * right) / answered)} %).`;
}
