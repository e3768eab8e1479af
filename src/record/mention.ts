/**
 * What an extractor says it has read. A model returns this as structured output, the offline rules return the same;
 * `teams/health/facts/facts-from-mentions.ts` turns both into facts. The field descriptions are the model's prompt.
 */
import { z } from 'zod';
import { FactDetails, FactKind } from './fact.ts';

const Mention = FactDetails.extend({
  kind: FactKind,
  name: z.string().min(1).describe('Name of the thing in plain medical English, without its value'),
  quote: z.string().min(1).describe('The exact words of the message that say it, copied letter by letter'),
  start: z.number().int().optional().describe('Offset of the quote in the message, if known'),
  assertion: z
    .enum(['present', 'absent', 'possible', 'hypothetical'])
    .default('present')
    .describe('absent: the message denies it. hypothetical: a question, a fear, a what-if'),
  experiencer: z.enum(['patient', 'family', 'other']).default('patient').describe('Whose fact it is'),
  confidence: z.number().min(0).max(1).default(0.8),
});
export type Mention = z.infer<typeof Mention>;
/** What a rule or model may leave out: the defaults are filled in when parsed. */
export type MentionInput = z.input<typeof Mention>;

/** What the message says is wrong in the record, and what is right. */
const CorrectionMention = z.object({
  action: z
    .enum(['change', 'withdraw'])
    .describe('withdraw: the fact was never so and has to go. change: another value, unit, time or status is right'),
  kind: FactKind.optional(),
  name: z.string().min(1).optional().describe('Name of the wrong fact, where the message gives it'),
  old_value: z.union([z.number(), z.string()]).optional().describe('The wrong value, where the message gives it'),
  old_time: z.string().optional().describe('The day of the wrong fact, where the message gives it'),
  value: z.union([z.number(), z.string()]).optional().describe('What is right'),
  unit: z.string().optional(),
  effective_time: z.string().optional().describe('The right time, where the time was wrong'),
  status: z.string().optional(),
  dose: z
    .object({
      at: z.enum(['morning', 'noon', 'evening', 'night']),
      factor: z.number().positive().max(10).optional(),
      value: z.number().positive().optional(),
    })
    .optional()
    .describe(
      'Of a medication: its dose at one time of day is another one from now on, by a factor (0.5: halved) or to a value',
    ),
  quote: z.string().min(1).describe('The exact words of the message that say it, copied letter by letter'),
  start: z.number().int().optional().describe('Offset of the quote in the message, if known'),
  confidence: z.number().min(0).max(1).default(0.8),
});
export type CorrectionMention = z.infer<typeof CorrectionMention>;
export type CorrectionInput = z.input<typeof CorrectionMention>;

const extraction = <const K extends readonly [FactKind, ...FactKind[]]>(kinds: K) =>
  z.object({ facts: z.array(Mention.extend({ kind: z.enum(kinds) })) });

/** The document's division of labour between the four extractors. The names are what a config's `output:` says. */
export const EXTRACTIONS = {
  DataEntryExtraction: extraction([
    'observation',
    'medication',
    'condition',
    'symptom',
    'allergy',
    'document',
    'profile',
  ]).extend({
    corrections: z.array(CorrectionMention).optional().describe('What the message corrects in the record'),
  }),
  DataExtraction: extraction(['condition', 'symptom', 'allergy']),
  MedicalMeasurements: extraction(['observation']),
  MedicalContextExtraction: extraction(['practitioner', 'organization', 'encounter', 'medication', 'procedure']),
} as const;
