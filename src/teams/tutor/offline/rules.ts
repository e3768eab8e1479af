/** Which rule does which agent's job. */
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { progressFallback, scheduleFallback } from './fallback.ts';
import { flashcard } from './flashcard.ts';
import { quiz } from './quiz.ts';
import { retrieve } from './retrieval.ts';
import { supervise } from './supervisor.ts';
import { tutor } from './tutor.ts';

export const RULES: Readonly<Record<string, Rule>> = {
  SupervisorAgent: supervise,
  TutorAgent: tutor,
  QuizAgent: quiz,
  FlashcardAgent: flashcard,
  RetrievalAgent: retrieve,
  ProgressFallbackAgent: progressFallback,
  ScheduleFallbackAgent: scheduleFallback,
};
