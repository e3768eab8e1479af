/** A message as the consultant understands it, with what it wants looked up. */
import { createMomentMemory } from '../../clinical/dates/moment-memory.ts';
import { medicinesToCheck, preciseQuestion } from './consultant-lookups.ts';
import { type Question, readQuestion } from './consultant-question.ts';
import { type Moment, readMessage, type Said } from './consultant-said.ts';

export type Understood = {
  said: Said;
  question: Question;
  /** Medicines whose interactions matter. */
  medicines: readonly string[];
  /** What is to be asked of the record, word by word. */
  precise: string | null;
};

/** The rule is asked two or three times in a turn, before and after each look into the record; the message is the same. */
const memory = createMomentMemory<Understood>();

export function understand(text: string, earlier: readonly string[], moment: Moment): Understood {
  const alone = memory(text, moment, () => understood(text, [], readMessage(text, moment), moment));
  // Only a message that names nothing and states nothing goes on about what was said before.
  const leansBack = earlier.length > 0 && alone.question.terms.length === 0 && !statesFacts(alone.said);
  return leansBack ? understood(text, earlier, alone.said, moment) : alone;
}

function understood(text: string, earlier: readonly string[], said: Said, moment: Moment): Understood {
  const question = readQuestion(text, earlier, statesFacts(said), [
    ...said.family.map(({ name }) => name),
    ...said.denied,
  ]);
  return {
    said,
    question,
    medicines: medicinesToCheck(text, question, said),
    precise: question.asksWhatToRaise ? null : preciseQuestion(text, said, moment),
  };
}

function statesFacts({ lines, family, denied }: Said): boolean {
  return lines.length + family.length + denied.length > 0;
}
