/** What a source must be to count, as data: read from the clinician's words, or given by a model or a client. All that is given must hold. */
import { z } from 'zod';

/** From the strongest down. `unknown` where nothing in the source says. */
export const EVIDENCE_LEVELS = [
  'guideline',
  'systematic review',
  'randomised trial',
  'trial',
  'cohort',
  'case',
  'opinion',
  'unknown',
] as const;
export type EvidenceLevel = (typeof EVIDENCE_LEVELS)[number];

export const POPULATIONS = ['infants', 'children', 'adults', 'older adults', 'women', 'men', 'pregnancy'] as const;
export type Population = (typeof POPULATIONS)[number];

export const SourceDate = z
  .string()
  .regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/)
  .describe('2026, 2026-03 or 2026-03-01');

export const Requirements = z.strictObject({
  phases: z
    .array(z.enum(['1', '2', '3', '4']))
    .max(4)
    .optional()
    .describe('Phases of a trial, one of which it must have'),
  designs: z.array(z.enum(EVIDENCE_LEVELS)).max(8).optional().describe('Kinds of evidence, one of which it must be'),
  populations: z.array(z.enum(POPULATIONS)).max(7).optional().describe('Whom it must be about, where it says so'),
  since: SourceDate.optional().describe('Dated from then on'),
  until: SourceDate.optional().describe('Dated up to then'),
  languages: z
    .array(z.string().regex(/^[a-z]{2}$/))
    .max(5)
    .optional()
    .describe('ISO 639-1 codes, where it says its language'),
  excluding: z.array(z.string().min(2).max(80)).max(10).optional().describe('What neither title nor abstract may name'),
});
export type Requirements = z.infer<typeof Requirements>;

/** In words for a report: "phase 3; randomised trial; children; since 2020; without mice". */
export function requirementsText(required: Requirements): string {
  const { phases, designs, populations, since, until, languages, excluding } = required;
  return [
    phases && `phase ${phases.join(' or ')}`,
    designs?.join(' or '),
    populations && `in ${populations.join(' or ')}`,
    since && `since ${since}`,
    until && `until ${until}`,
    languages && `in ${languages.map(languageName).join(' or ')}`,
    excluding && `without ${excluding.join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ');
}

function languageName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;
}
