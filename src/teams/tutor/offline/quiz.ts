/** QuizAgent without a model: asks questions from the tables, has answers graded, and ends a quiz with its score. */
import { readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { exerciseIn } from '../exercise.ts';
import { MOST_QUESTIONS } from '../limits.ts';
import { optionNamed } from '../quiz/read-choice.ts';
import { isError, say, use, wordsIn } from './answers.ts';
import { askedTopic } from './topic.ts';
import { notDone, questionCount, readWish } from './wish.ts';

const MOST_ANSWER = 500;

export const quiz: Rule = (request) => {
  const { text, responses } = readConversation(request);
  if (responses.has('stop_exercise')) return say(wordsIn(responses.get('stop_exercise')));
  const graded = responses.get('record_answer');
  const asked = responses.get('next_question');
  const wish = readWish(text);
  if (asked !== undefined)
    return say(
      [wordsIn(graded), graded === undefined && wish.directed ? notDone(wish, 'quiz') : '', wordsIn(asked)]
        .filter(Boolean)
        .join('\n\n'),
    );
  if (graded !== undefined) {
    const { finished } = graded as { finished?: boolean };
    return isError(graded) || finished ? say(wordsIn(graded)) : use('next_question');
  }

  const exercise = exerciseIn(request.context.state);
  const open = exercise?.kind === 'quiz' ? exercise.open : null;
  const answers = open !== null && (!wish.directed || optionNamed(text, open.options) >= 0);
  if (exercise?.kind === 'quiz' && wish.stops) return use('stop_exercise');
  if (answers) return use('record_answer', { answer: text.slice(0, MOST_ANSWER) });
  if (exercise?.kind === 'quiz' && !wish.directed) return use('next_question');
  return use('next_question', newQuiz(text));
};

/** A question count is always given: it is what makes the quiz a new one. */
function newQuiz(text: string): Record<string, unknown> {
  const topic = askedTopic(text);
  const questions = Math.min(questionCount(text) ?? 5, MOST_QUESTIONS);
  return { questions: Math.max(1, questions), ...(topic !== undefined && { topic }) };
}
