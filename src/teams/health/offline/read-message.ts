/**
 * The four extractors, each run once per message: their own agents use the result, and so does the consultant, which compares it
 * with the record.
 */
import {
  createMomentCache,
  extractContext,
  extractEntries,
  extractFindings,
  extractMeasurements,
  type Moment,
} from '../../../clinical/index.ts';
import type { CorrectionInput, MentionInput } from '../../../record/index.ts';
import { readCorrections } from '../facts/read-corrections.ts';
import { profileMentions } from '../facts/read-profile.ts';

export type Extract = (text: string, moment: Moment) => readonly MentionInput[];

export const readEntries = once((text, moment) => [...extractEntries(text, moment), ...profileMentions(text, moment)]);
export const readFindings = once(extractFindings);
export const readMeasurements = once(extractMeasurements);
export const readContext = once((text, moment) => extractContext(text, moment));

/** What the message corrects in the record. */
export function readAmendments(text: string, moment: Moment): CorrectionInput[] {
  const readers = [readEntries, readFindings, readMeasurements, readContext];
  return readCorrections(
    text,
    readers.flatMap((extract) => extract(text, moment)),
    moment,
  );
}

function once(extract: Extract): Extract {
  const memory = createMomentCache<readonly MentionInput[]>();
  return (text, moment) => memory(text, moment, () => extract(text, moment));
}
