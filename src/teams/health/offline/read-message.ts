/**
 * The four extractors, each run once per message: their own agents use the result, and so does the consultant, which compares it
 * with the record.
 */
import type { Moment } from '../../../clinical/dates/local-time.ts';
import { createMomentMemory } from '../../../clinical/dates/moment-memory.ts';
import { extractContext } from '../../../clinical/extract/context.ts';
import { extractEntries } from '../../../clinical/extract/entries.ts';
import { extractFindings } from '../../../clinical/extract/findings.ts';
import { extractMeasurements } from '../../../clinical/extract/measurements.ts';
import type { MentionInput } from '../../../record/mention.ts';

export type Extract = (text: string, moment: Moment) => readonly MentionInput[];

export const readEntries = once(extractEntries);
export const readFindings = once(extractFindings);
export const readMeasurements = once(extractMeasurements);
export const readContext = once((text, moment) => extractContext(text, moment));

function once(extract: Extract): Extract {
  const memory = createMomentMemory<readonly MentionInput[]>();
  return (text, moment) => memory(text, moment, () => extract(text, moment));
}
