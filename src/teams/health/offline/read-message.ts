/** What the offline rules read in a message: the mentions of each extractor, and what it corrects. The consultant asks for the same. */
import {
  createMomentCache,
  extractContext,
  extractEntries,
  extractFindings,
  extractMeasurements,
  type Moment,
} from '../../../clinical/index.ts';
import type { CorrectionInput, CorrectionMention, Mention, MentionInput } from '../../../record/index.ts';
import { mayCorrect, readCorrections } from '../facts/read-corrections.ts';
import { profileMentions } from '../facts/read-profile.ts';
import { followUpDoses } from './follow-up-doses.ts';
import { followUpValues } from './follow-up-values.ts';
import { goesOnAboutOther, inConversation, toldBefore } from './in-conversation.ts';

/** `earlier`: what the user wrote before, oldest first. */
export type Extract = (text: string, moment: Moment, earlier?: readonly string[]) => readonly MentionInput[];

const entries = createMomentCache<readonly MentionInput[]>();
const amendments = createMomentCache<readonly CorrectionInput[]>();

const DEFAULTS = { assertion: 'present', experiencer: 'patient', confidence: 0.8 } as const;

/** What each finds in a message by itself. */
const OF_MESSAGE: readonly Extract[] = [readEntries, extractFindings, extractMeasurements, extractContext];

/** By the agent whose work it is. */
export const EXTRACTORS = {
  DataEntryAgent: conversing(readEntries),
  DataExtractorAgent: conversing(extractFindings),
  MedicalMeasurementsAgent: conversing(extractMeasurements, followUpValues),
  MedicalContextAgent: conversing(extractContext, followUpDoses),
} satisfies Record<string, Extract>;

/** What the message corrects in the record. What was told of somebody else is not in it. */
export function readAmendments(
  text: string,
  moment: Moment,
  earlier: readonly string[] = [],
): readonly CorrectionInput[] {
  const found = amendments(text, moment, () =>
    mayCorrect(text) ? readCorrections(text, readAll(text, moment), moment) : [],
  );
  return found.length > 0 && goesOnAboutOther(text, toldBefore(earlier, moment, readAll)) ? [] : found;
}

/** A copy is only made of a mention that leaves something out. */
export function complete(mention: MentionInput): Mention {
  const { assertion, experiencer, confidence } = mention;
  const isComplete = assertion !== undefined && experiencer !== undefined && confidence !== undefined;
  return isComplete ? (mention as Mention) : { ...DEFAULTS, ...mention };
}

export function completeCorrection(correction: CorrectionInput): CorrectionMention {
  return { ...correction, confidence: correction.confidence ?? DEFAULTS.confidence };
}

function readEntries(text: string, moment: Moment): readonly MentionInput[] {
  return entries(text, moment, () => [...extractEntries(text, moment), ...profileMentions(text, moment)]);
}

function readAll(text: string, moment: Moment): readonly MentionInput[] {
  return OF_MESSAGE.flatMap((extract) => extract(text, moment));
}

/** `more`: what only the messages before make a fact. */
function conversing(extract: Extract, more?: typeof followUpValues): Extract {
  return (text, moment, earlier = []) => {
    const own = extract(text, moment);
    if (earlier.length === 0) return own;
    const before = toldBefore(earlier, moment, readAll);
    return inConversation([...own, ...(more?.(text, readAll(text, moment), before, moment) ?? [])], text, before);
  };
}
