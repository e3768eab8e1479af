/**
 * When the evidence is enough: a field of a research agent, set by the user. The loop of the agent tests it after each round of searches
 * and searches more widely until it is met or the budget is spent.
 */
import { z } from 'zod';
import { EVIDENCE_LEVELS, type EvidenceLevel } from './requirements.ts';

export const EvidenceThreshold = z.strictObject({
  levels: z.array(z.enum(EVIDENCE_LEVELS)).min(1).max(8).describe('Kinds of evidence that count'),
  sources: z.number().int().min(1).max(50).describe('How many such sources are enough'),
  max_age_months: z.number().int().min(1).max(600).nullable().describe('How old they may be; null: any age'),
});
export type EvidenceThreshold = z.infer<typeof EvidenceThreshold>;

/** Three sources that are more than a single case or an opinion. */
export const DEFAULT_THRESHOLD: EvidenceThreshold = {
  levels: ['guideline', 'systematic review', 'randomised trial', 'trial', 'cohort'],
  sources: 3,
  max_age_months: null,
};

type Dated = { evidence: EvidenceLevel; date: string | null };

/** How many of the sources count. One without a date does not where the age matters. */
export function countTowards<S extends Dated>(
  threshold: EvidenceThreshold,
  sources: readonly S[],
  today: string,
): number {
  const { levels, max_age_months } = threshold;
  const oldest = max_age_months === null ? '' : monthsBefore(today, max_age_months);
  return sources.filter(({ evidence, date }) => {
    const isRecent = oldest === '' || (date !== null && date >= oldest.slice(0, date.length));
    return levels.includes(evidence) && isRecent;
  }).length;
}

export function thresholdText({ levels, sources, max_age_months }: EvidenceThreshold): string {
  const age = max_age_months === null ? '' : `, not older than ${monthsText(max_age_months)}`;
  return `${sources} ${sources === 1 ? 'source' : 'sources'} (${levels.join(', ')}${age})`;
}

function monthsText(months: number): string {
  const [count, unit] = months % 12 === 0 ? [months / 12, 'year'] : [months, 'month'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

export function monthsBefore(today: string, months: number): string {
  const date = new Date(`${today.slice(0, 10)}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 10);
}
