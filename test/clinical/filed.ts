/** What a message leaves in the record, each fact as one line: all four extractors and the fan-in, as a turn runs them. */
import { extractContext } from '../../src/clinical/extract/context.ts';
import { extractEntries } from '../../src/clinical/extract/entries.ts';
import { extractFindings } from '../../src/clinical/extract/findings.ts';
import { extractMeasurements } from '../../src/clinical/extract/measurements.ts';
import type { Fact } from '../../src/record/fact.ts';
import { EXTRACTIONS } from '../../src/record/mention.ts';
import { factsFromMentions } from '../../src/teams/health/facts/facts-from-mentions.ts';
import { mergeFacts } from '../../src/teams/health/facts/merge-facts.ts';

/** A Wednesday, 10:30 in London. */
const NOW = new Date('2026-03-18T10:30:00Z');

export function factsOf(text: string, timezone = 'Europe/London'): Fact[] {
  const at = { now: NOW, timezone };
  const runs = [
    EXTRACTIONS.MedicalMeasurements.parse({ facts: extractMeasurements(text, at) }).facts,
    EXTRACTIONS.MedicalContextExtraction.parse({ facts: extractContext(text, at) }).facts,
    EXTRACTIONS.DataExtraction.parse({ facts: extractFindings(text, at) }).facts,
    EXTRACTIONS.DataEntryExtraction.parse({ facts: extractEntries(text, at) }).facts,
  ];
  return mergeFacts(
    runs.flatMap((mentions, index) => factsFromMentions(mentions, { turnId: 'turn', text, agent: `agent ${index}` })),
  );
}

/** "Metformin 500 mg 2/day active @2026-01-01": name, value, how often, how it stands, when. */
export function filed(text: string, timezone?: string): string[] {
  return factsOf(text, timezone).map((fact) => lineOf(fact));
}

function lineOf({ name, value, unit, frequency, status, effective_time, supersedes }: Fact): string {
  const often = frequency && (frequency.times_per_day ? `${frequency.times_per_day}/day` : 'as needed');
  const when = effective_time && `@${effective_time.slice(0, 10)}`;
  return [name, value, unit, often, status, when, supersedes && 'corrected']
    .filter((part) => part !== undefined)
    .join(' ');
}
