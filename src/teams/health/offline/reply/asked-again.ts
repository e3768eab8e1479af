/**
 * "Is it safe to take ibuprofen with warfarin?" – "And naproxen?": the same question of another medicine. It is read as the question
 * with that medicine in it, so that what goes with the one is checked against the other.
 */
import { findTerms, questionsIn, type TermMatch } from '../../../../clinical/index.ts';

const AGAIN = /^\W*(?:and|or|what about|how about)\s+(?<beside>with\s+)?(?<name>[\p{L}\d][\p{L}\d -]{2,40}?)[\s?]*$/iu;

/** "And if I have kidney disease?" */
const UNDER =
  /^\W*(?:and|but|or|what|so)?\s*(?<condition>(?:if|when)\s+(?:i|he|she|they|we|you)\b(?![^.!?]*\b(?:do|should|can|could|will|must|what|how) (?:i|he|she|they|we|to)\b)[^.!?]{3,60})[\s?]*$/i;

/** The message, with what it leaves out. */
export function asAskedAgain(text: string, earlier: readonly string[]): string {
  const { condition } = UNDER.exec(text)?.groups ?? {};
  if (condition) {
    const question = questionBefore(earlier);
    return question ? `${question.trim().replace(/\?$/, '')} ${condition}?` : text;
  }
  const { beside, name = '' } = AGAIN.exec(text)?.groups ?? {};
  const [medicine] = medicinesIn(name);
  if (!medicine || medicine.end - medicine.start < name.length) return text;
  const question = questionBefore(earlier);
  if (!question) return text;
  const named = medicinesIn(question);
  const ofItsKind = named.find(
    ({ term }) => term.drugClass !== undefined && term.drugClass === medicine.term.drugClass,
  );
  const replaced = ofItsKind ?? (beside ? named.at(-1) : named[0]);
  return replaced ? question.slice(0, replaced.start) + name + question.slice(replaced.end) : text;
}

/** The last question about a medicine that left nothing out. */
function questionBefore(earlier: readonly string[]): string | undefined {
  const before = earlier.findLast((message) => !AGAIN.test(message) && !UNDER.test(message)) ?? '';
  return questionsIn(before).findLast((one) => medicinesIn(one).length > 0);
}

function medicinesIn(text: string): TermMatch[] {
  return findTerms(text).filter(({ term }) => term.kind === 'drug');
}
