/** A message as the consultant understands it, with what it wants looked up. */
import { createMomentCache, onlyAsks } from '../../../clinical/index.ts';
import { isErrand } from './consultant-acts.ts';
import { medicinesToCheck } from './consultant-lookups.ts';
import { type Question, readQuestion } from './consultant-question.ts';
import { type Moment, readMessage, type Said } from './consultant-said.ts';
import { type Whom, whomMeant } from './consultant-whom.ts';

export type Understood = {
  said: Said;
  question: Question;
  whom: Whom;
  /** Medicines whose interactions matter. */
  medicines: readonly string[];
};

/** The rule is asked two or three times in a turn, before and after each look into the record; the message is the same. */
const memory = createMomentCache<{ earlier: readonly string[]; understood: Understood }>();

export function understand(text: string, earlier: readonly string[], moment: Moment): Understood {
  const known = memory(text, moment, () => ({ earlier, understood: understood(text, earlier, moment) }));
  const same = known.earlier.length === earlier.length && known.earlier.every((one, index) => one === earlier[index]);
  return same ? known.understood : understood(text, earlier, moment);
}

function understood(text: string, earlier: readonly string[], moment: Moment): Understood {
  const read = readMessage(text, moment);
  // A question alone tells of no visit and of no medicine.
  const said = onlyAsks(text) || isErrand(text) ? { ...read, medications: [], care: [], careLines: [] } : read;
  const whom = whomMeant(text, earlier);
  const question = readQuestion({ text, earlier, said, whom, moment });
  return { said, question, whom, medicines: medicinesToCheck(text, question, said, whom) };
}
