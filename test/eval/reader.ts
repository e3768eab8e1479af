/** What is being measured: the product's reading of a message, by rules or by a model, behind one interface. */
import { extractContext } from '../../src/clinical/extract/context.ts';
import { extractEntries } from '../../src/clinical/extract/entries.ts';
import { extractFindings } from '../../src/clinical/extract/findings.ts';
import { extractMeasurements } from '../../src/clinical/extract/measurements.ts';
import { triage } from '../../src/clinical/triage/triage.ts';
import type { MentionInput } from '../../src/record/mention.ts';
import { contextAfter } from '../../src/teams/health/offline/triage.ts';

export type Reader = {
  provider: string;
  /** `earlier`: what the user said before in the same conversation, oldest first. */
  triage(text: string, earlier?: readonly string[]): Promise<{ route: string; rule?: string }>;
  /** What the four extractors read, before the fan-in. */
  extract(text: string, moment?: { now: Date; timezone: string }): Promise<MentionInput[]>;
  /** Messages that a model had no usable answer to: they count as read with nothing found. */
  unanswered?(): number;
};

/** The rules, called directly: what the offline model does, without the wrapping. */
export const rulesReader: Reader = {
  provider: 'offline',
  triage: async (text, earlier = []) => triage(text, contextAfter(earlier)),
  extract: async (text, moment = { now: new Date(), timezone: 'UTC' }) =>
    [extractEntries, extractFindings, extractMeasurements, extractContext].flatMap((extract) => extract(text, moment)),
};
