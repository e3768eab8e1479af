/** A section of the record as CSV (RFC 4180), for spreadsheets. */
import type { FullRecord } from '../../src/record/index.ts';

export const CSV_SECTIONS = [
  'conditions',
  'symptoms',
  'medications',
  'allergies',
  'observations',
  'encounters',
  'procedures',
  'documents',
  'family_history',
] as const;
export type CsvSection = (typeof CSV_SECTIONS)[number];

type Row = FullRecord[CsvSection][number];

const FINDING = ['name', 'severity', 'body_site', 'duration'];
const STATE = ['status', 'effective_time', 'ended_time'];

/** What only this section has; all others follow it. */
const COLUMNS: Readonly<Record<CsvSection, readonly string[]>> = {
  conditions: [...FINDING, ...STATE],
  symptoms: [...FINDING, ...STATE],
  medications: [
    ...['name', 'value', 'unit', 'frequency.text', 'frequency.times_per_day', 'frequency.as_needed'],
    ...['route', 'form', 'duration', ...STATE],
  ],
  allergies: ['name', 'reaction', 'severity', ...STATE],
  observations: ['name', 'value', 'unit', 'canonical.value', 'canonical.unit', 'body_site', ...STATE],
  encounters: ['name', 'specialty', 'practitioners', 'organizations', ...STATE],
  procedures: ['name', 'body_site', ...STATE],
  documents: ['name', 'url', ...STATE],
  family_history: ['relation', 'name', 'age_at_onset'],
};

const ALWAYS = ['code.system', 'code.code', 'filed_at', 'source_agent', 'confidence', 'sources_count'];
const SOURCE = ['turn_id', 'session_id'] as const;

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

export function recordCsv(record: FullRecord, section: CsvSection): string {
  const columns = [...COLUMNS[section], ...ALWAYS];
  const header = [...columns.map((name) => name.replace('.', '_')), ...SOURCE, 'id'];
  const rows = record[section].map((entry: Row) => {
    const last = entry.sources[0];
    return [...columns.map((name) => valueAt(entry, name)), ...SOURCE.map((name) => last?.[name]), entry.id];
  });
  return [header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function valueAt(entry: Row, name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], entry);
}

/** A text that would be a formula begins with an apostrophe, which spreadsheets take for text; a number stays one. */
function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = Array.isArray(value) ? value.join('; ') : String(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
