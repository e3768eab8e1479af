/** Finds entries of any kind by a word of their name, also by another name for the same thing: "sugar" finds Blood glucose. */
import { z } from 'zod';
import { findTerms } from '../../../clinical/index.ts';
import { guard } from '../../../record/index.ts';
import { clipped } from './entry-digest.ts';
import { recordTool } from './record-tool.ts';

const MAX_LISTED = 50;
const MAX_WORDS = 8;
const COLUMNS = ['kind', 'name', 'value', 'unit', 'status', 'effective_time', 'recorded_at'] as const;
/** Words that are part of too many names, or of none. */
const NOT_A_NAME =
  /^(?:the|and|for|with|from|about|any|all|have|has|had|was|were|are|did|does|what|when|which|who|how|my|record)$/;

export const searchRecord = recordTool({
  name: 'search_record',
  description:
    'Searches all kinds of entries of this patient’s record (conditions, symptoms, medications, allergies, measurements, ' +
    'visits, people, places, procedures, documents) by words of their name, newest first. Knows other names for the same ' +
    'thing.',
  input: z.object({
    words: z.string().min(2).max(200).describe('What to look for, e.g. "knee", "Dr. Okafor", "blood sugar"'),
  }),
  output: z.object({
    looked_for: z.array(z.string()),
    entries: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
    more: z.boolean(),
  }),
  effect: 'read',
  async run({ words }, { record, patient, now }) {
    const lookedFor = namesIn(words);
    if (lookedFor.length === 0) return { looked_for: [], entries: [], more: false };
    const { rows, truncated } = await record().read(patient, guard(cypherFor(lookedFor), {}, now));
    const entries = rows.map((row) =>
      Object.fromEntries(
        COLUMNS.flatMap((column, index) => {
          const cell = row[index];
          return typeof cell === 'string' || typeof cell === 'number' ? [[column, clipped(cell)]] : [];
        }),
      ),
    );
    return { looked_for: lookedFor, entries, more: truncated || rows.length === MAX_LISTED };
  },
});

/** The names that the vocabulary has for the words, and those words that it does not know. */
function namesIn(words: string): string[] {
  const terms = findTerms(words);
  const known = terms.map(({ term }) => term.name);
  const unknown = [...words.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu)]
    .filter(({ index }) => !terms.some(({ start, end }) => index >= start && index < end))
    .map(([word]) => word.replace(/[.'’-]{1,20}$/, ''));
  const names = [...known, ...terms.map(({ text }) => text), ...unknown].map((name) => name.toLowerCase());
  return [...new Set(names)].filter((name) => name.length > 2 && !NOT_A_NAME.test(name)).slice(0, MAX_WORDS);
}

/** The guard turns literals into parameters, so they only have to be valid literals here. */
function cypherFor(names: readonly string[]): string {
  const wanted = names.map((name) => `'${name.replace(/[\\']/g, '\\$&')}'`).join(', ');
  return `MATCH (p:Patient {uuid: $patient_uuid})-->(n)
WHERE any(wanted IN [${wanted}] WHERE toLower(n.name) CONTAINS wanted)
RETURN head(labels(n)) AS kind, n.name AS name, n.value AS value, n.unit AS unit, n.status AS status,
  n.effective_time AS effective_time, n.recorded_at AS recorded_at
ORDER BY recorded_at DESC, name LIMIT ${MAX_LISTED}`;
}
