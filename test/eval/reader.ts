/** What is being measured: the product's reading of a message, by rules or by a model, behind one interface. */
import { extractContext } from '../../src/clinical/extract/context.ts';
import { extractEntries } from '../../src/clinical/extract/entries.ts';
import { extractFindings } from '../../src/clinical/extract/findings.ts';
import { extractMeasurements } from '../../src/clinical/extract/measurements.ts';
import { type TriageContext, triage } from '../../src/clinical/triage/triage.ts';
import type { MentionInput } from '../../src/record/mention.ts';

export type Reader = {
  provider: string;
  triage(text: string, context?: TriageContext): Promise<{ route: string; rule?: string }>;
  /** What the four extractors read, before the fan-in. */
  extract(text: string, moment?: { now: Date; timezone: string }): Promise<MentionInput[]>;
};

/** The rules, called directly: what the offline model does, without the wrapping. */
export const rulesReader: Reader = {
  provider: 'offline',
  triage: async (text, context) => triage(text, context),
  extract: async (text, moment = { now: new Date(), timezone: 'UTC' }) =>
    [extractEntries, extractFindings, extractMeasurements, extractContext].flatMap((extract) => extract(text, moment)),
};
