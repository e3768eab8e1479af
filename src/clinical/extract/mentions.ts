/** What an extractor finds in a message, in the words of the person and as part of the world that it is told of. */
import type { MentionInput } from '../../record/index.ts';
import { prepared } from '../message/prepared.ts';
import { worldOf } from '../message/realities.ts';
import { isTopicAt } from '../message/topic.ts';
import { clauseOf, understand } from '../message/understand.ts';
import { isWorld } from '../message/understanding.ts';
import { termNamed } from '../vocabulary/find-terms.ts';

/** What a reader finds in the prepared text, quoted as it was written. */
export function mentionsIn(written: string, read: (text: string) => MentionInput[]): MentionInput[] {
  const { text, placeOf } = prepared(written);
  const mentions = read(text).map((mention) => inItsWorld(mention, text));
  if (text === written) return mentions;
  return mentions.map((mention) => {
    const { start, quote, name } = mention;
    if (start === undefined) return mention;
    const asWritten = (from: number, to: number): string => written.slice(placeOf(from), placeOf(to));
    // A name that no table has is the person's own: "chia seed oil" is not corrected.
    const at = termNamed(name) ? -1 : quote.indexOf(name);
    return {
      ...mention,
      start: placeOf(start),
      quote: asWritten(start, start + quote.length),
      ...(at >= 0 && { name: inCaseOf(name, asWritten(start + at, start + at + name.length)) }),
    };
  });
}

/** Words that were shouted are the same words. */
function inCaseOf(name: string, written: string): string {
  return written.toLowerCase() === name.toLowerCase() ? name : written;
}

/** A subject is nobody's. What follows a film, a course or the news is not so: "our trainer said choking is …", not "heart rate 170 during training". */
function inItsWorld(mention: MentionInput, text: string): MentionInput {
  const { start = -1, assertion } = mention;
  if (assertion === 'present' && start >= 0 && isTopicAt(text, start)) return { ...mention, assertion: 'hypothetical' };
  const clause = clauseOf(understand(text), start);
  if (!clause || !isWorld(clause.reality) || assertion === 'absent') return mention;
  const isBehind =
    worldOf(text.slice(clause.start, clause.end)) !== null && worldOf(text.slice(clause.start, start)) === null;
  return isBehind ? mention : { ...mention, assertion: 'hypothetical' };
}
