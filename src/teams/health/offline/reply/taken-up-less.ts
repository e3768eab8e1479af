/** A value that a medicine is followed by, and beside that medicine something that keeps it from being taken up: a possible cause. */
import { checkUpsFor, conflictLine, conflicts, inSentence, join, lines, unique } from '../../../../clinical/index.ts';
import type { Act } from './acts.ts';
import type { Asked } from './question.ts';
import type { Scene } from './scene.ts';

const TAKEN_UP_LESS = /\btaken up less\b/;
const ALL_AT_ONCE =
  /\b(?:everything|them all|all of (?:it|them|these)|all (?:my|the) \w+|all)\b.{0,20}\b(?:together|at once|in one go|at the same time)\b/i;
const MAX_LINES = 2;
const ASKS_CAUSE: ReadonlySet<Act> = new Set(['cause', 'meaning']);

/** "TSH is 8.4. Why would it go up?" with levothyroxine, iron and calcium on record. */
export function takenUpLess({ act, terms }: Asked, { taken, said, whom }: Scene): string {
  if (!ASKS_CAUSE.has(act) || whom.who === 'relative') return '';
  const tests = unique(
    [...terms.filter(({ kind }) => kind === 'observation'), ...said.readings].map(({ name }) => name),
  );
  const [medicine] = taken.filter((name) =>
    checkUpsFor({ medicines: [name], conditions: [] }).some(({ check }) => tests.includes(check)),
  );
  const found = medicine
    ? conflicts([medicine], taken, []).filter(
        ({ why, between }) => TAKEN_UP_LESS.test(why) && between.includes(medicine),
      )
    : [];
  const [first] = found;
  if (!medicine || !first) return '';
  const others = unique(found.flatMap(({ between }) => between).filter((name) => name !== medicine)).map(inSentence);
  return `A possible cause: ${inSentence(medicine)} beside ${join(others)}: ${first.why} (${first.source}). Tell whoever looks at the value when you take each of them.`;
}

/** "I take everything together so I don't forget!": told, and nothing asked. */
export function takenAllAtOnce({ text, taken, question, whom }: Scene): string {
  if (question.asked.length > 0 || whom.who === 'relative' || !ALL_AT_ONCE.test(text)) return '';
  const found = conflicts(taken, [], []).filter(({ why }) => TAKEN_UP_LESS.test(why));
  return lines(...found.slice(0, MAX_LINES).map(conflictLine));
}
