/** What the offline rules read in a message: the mentions of each extractor, and what it corrects. The consultant asks for the same. */
import {
  createMomentCache,
  extractContext,
  extractEntries,
  extractFindings,
  extractMeasurements,
  type Moment,
} from '../../../clinical/index.ts';
import type { CorrectionInput, MentionInput } from '../../../record/index.ts';
import { mayCorrect, readCorrections } from '../facts/read-corrections.ts';
import { profileMentions } from '../facts/read-profile.ts';

export type Extract = (text: string, moment: Moment) => readonly MentionInput[];

const entries = createMomentCache<readonly MentionInput[]>();
const amendments = createMomentCache<readonly CorrectionInput[]>();

/** By the agent whose work it is. */
export const EXTRACTORS = {
  DataEntryAgent: (text, moment) =>
    entries(text, moment, () => [...extractEntries(text, moment), ...profileMentions(text, moment)]),
  DataExtractorAgent: extractFindings,
  MedicalMeasurementsAgent: extractMeasurements,
  MedicalContextAgent: extractContext,
} satisfies Record<string, Extract>;

/** What the message corrects in the record. */
export function readAmendments(text: string, moment: Moment): readonly CorrectionInput[] {
  return amendments(text, moment, () => {
    if (!mayCorrect(text)) return [];
    const mentions = Object.values(EXTRACTORS).flatMap((extract) => extract(text, moment));
    return readCorrections(text, mentions, moment);
  });
}
