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
import type { MentionInput } from '../../../record/index.ts';

export type Extract = (text: string, moment: Moment) => readonly MentionInput[];

export const readEntries = once(extractEntries);
export const readFindings = once(extractFindings);
export const readMeasurements = once(extractMeasurements);
export const readContext = once((text, moment) => extractContext(text, moment));

function once(extract: Extract): Extract {
  const memory = createMomentCache<readonly MentionInput[]>();
  return (text, moment) => memory(text, moment, () => extract(text, moment));
}
