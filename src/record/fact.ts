/**
 * A fact is one thing extracted from a message, with its evidence. This is the shape that the API shows and the
 * record files; `mention.ts` has the looser shape in which extractors, models or rules, hand facts in.
 */
import { z } from 'zod';

export const FACT_KINDS = [
  'condition',
  'symptom',
  'allergy',
  'observation',
  'medication',
  'encounter',
  'practitioner',
  'organization',
  'procedure',
  'document',
  'profile',
] as const;

export const FactKind = z.enum(FACT_KINDS);
export type FactKind = z.infer<typeof FactKind>;

export const Quantity = z.object({ value: z.number(), unit: z.string() });

/** How often: the words, and the rate where they give one. */
export const Frequency = z.object({
  text: z.string(),
  times_per_day: z.number().optional(),
  as_needed: z.boolean().optional(),
});

/** What a fact can say beyond its name; each kind uses some of these. */
export const FactDetails = z.object({
  /** A number, or words where the result is not a number ("positive", "<5"). For a medication: the dose. */
  value: z.union([z.number(), z.string()]).optional(),
  unit: z.string().optional(),
  effective_time: z.string().optional(),
  /** active, stopped, planned, resolved, scheduled, past … */
  status: z.string().optional(),
  frequency: Frequency.optional(),
  route: z.string().optional(),
  form: z.string().optional(),
  severity: z.string().optional(),
  duration: z.string().optional(),
  reaction: z.string().optional(),
  body_site: z.string().optional(),
  specialty: z.string().optional(),
  url: z.string().optional(),
  /** "No, it was 130": the earlier value of this, in this conversation or today, was a mistake. */
  supersedes: z
    .enum(['previous'])
    .optional()
    .describe('previous: the message corrects a value of this kind that was given before'),
});

export const Evidence = z.object({ start: z.number().int(), end: z.number().int(), text: z.string() });

export const Coding = z.object({ system: z.string(), code: z.string() });

const text = z.string().optional();
export const SourceCoding = z.object({
  system: text,
  version: text,
  code: text,
  display: text,
  userSelected: z.boolean().optional(),
});

/** Codes of another system as it wrote them. Each holds beside the name, the value or the unit that it was read with. */
export const SourceCodes = z.object({
  /** What it is; last ours, not `userSelected`, where it says the same. */
  coding: z.array(SourceCoding).optional(),
  /** A result that is coded, with the words that the record has as its value. */
  answer: z.object({ text: z.string(), coding: z.array(SourceCoding) }).optional(),
  /** UCUM's code of the unit, where ours is another or there is none. */
  unit: z.object({ unit: z.string(), code: z.string() }).optional(),
});
export type SourceCodes = z.infer<typeof SourceCodes>;

export const Fact = FactDetails.extend({
  id: z.uuid(),
  kind: FactKind,
  /** The canonical name: "Systolic blood pressure", "Metformin". */
  name: z.string(),
  /** An observation's value in the one unit its type is kept in. */
  canonical: Quantity.optional(),
  code: Coding.optional(),
  source_codes: SourceCodes.optional(),
  /** What the laboratory says of its own result, which holds whatever our table says: the code or the words, and its range. */
  judged: z
    .object({
      interpretation: z.string().optional(),
      low: z.number().optional(),
      high: z.number().optional(),
      unit: z.string().optional(),
      text: z.string().optional(),
    })
    .optional(),
  /** Of an allergy: low, high or unable-to-assess, which is how bad it may get, and not how bad it was. */
  criticality: z.string().optional(),
  /** Of a source that lists each episode by itself: its identifier there, and whether it stands beside another one of this name. */
  episode: z.object({ id: z.string(), apart: z.boolean().optional() }).optional(),
  /** When such an episode was over; one that is over without it ended nobody knows when. */
  ended: z.string().optional(),
  confidence: z.number().min(0).max(1),
  /** `text.slice(start, end) === evidence.text`, always. */
  evidence: Evidence,
  source_agent: z.string(),
});
export type Fact = z.infer<typeof Fact>;

/** A condition of a relative. It says nothing about the patient's own health, so it is no Fact. */
export const FamilyFact = z.object({
  id: z.uuid(),
  /** mother, maternal grandmother …; family where nobody is named. */
  relation: z.string(),
  name: z.string(),
  /** In years. */
  age_at_onset: z.number().min(0).max(130).optional(),
  code: Coding.optional(),
  source_codes: SourceCodes.optional(),
  confidence: z.number().min(0).max(1),
  evidence: Evidence,
  source_agent: z.string(),
});
export type FamilyFact = z.infer<typeof FamilyFact>;

/** A fact as a turn shows it: of the patient, or of the family. */
export const TurnFact = z.union([Fact, FamilyFact.extend({ kind: z.literal('family_history') })]);
export type TurnFact = z.infer<typeof TurnFact>;

/** What a turn tells the record: of the patient, or of the family. */
export type Telling = Fact | (FamilyFact & { kind: 'family_history' });

export function tellingsOf(facts: readonly Fact[], family: readonly FamilyFact[] = []): Telling[] {
  return [...facts, ...family.map((fact) => ({ ...fact, kind: 'family_history' as const }))];
}
