/** The tools of the tutor team. */
import type { Tool } from '../../../engine/tools/tool.ts';
import type { TutorDesk } from '../desk.ts';
import { addCards } from './add-cards.tool.ts';
import { deleteDeck, listDecks } from './decks.tools.ts';
import { makeCards } from './make-cards.tool.ts';
import { nextCard } from './next-card.tool.ts';
import { nextQuestion } from './next-question.tool.ts';
import { noteTopics } from './note-topics.tool.ts';
import { poseQuestion } from './pose-question.tool.ts';
import { rateCard } from './rate-card.tool.ts';
import { recordAnswer } from './record-answer.tool.ts';
import { recordLesson } from './record-lesson.tool.ts';
import { revealCard } from './reveal-card.tool.ts';
import { stopExercise } from './stop-exercise.tool.ts';
import { studySummary } from './study-summary.tool.ts';

const MAKERS = [
  nextQuestion,
  poseQuestion,
  recordAnswer,
  stopExercise,
  makeCards,
  addCards,
  nextCard,
  revealCard,
  rateCard,
  listDecks,
  deleteDeck,
  recordLesson,
  studySummary,
  noteTopics,
];

export function tutorTools(desk: TutorDesk): Tool[] {
  return MAKERS.map((make) => make(desk));
}
