/**
 * The record as a tool returned it, read with tolerance: whole entries or digests, at the top or under `record`, even the
 * beginning of a result that was cut for length.
 */
import { dateText } from '../../clinical/questions/date-words.ts';
import { asObject } from './conversation.ts';

export const SECTIONS = [
  'conditions',
  'symptoms',
  'medications',
  'allergies',
  'observations',
  'encounters',
  'procedures',
  'documents',
] as const;
export type Section = (typeof SECTIONS)[number];

export type Entry = {
  name: string;
  value?: number | string;
  unit?: string;
  status?: string;
  severity?: string;
  reaction?: string;
  frequency?: string;
  duration?: string;
  specialty?: string;
  /** When it was, or was told. */
  time?: string;
};

export type RecordView = {
  sections: Record<Section, Entry[]>;
  /** False if the record could not be read at all. */
  readable: boolean;
  /** Sections of which only a part is here. */
  partial: string[];
};

export function readRecord(result: unknown): RecordView {
  const whole = asObject(result);
  const cut = whole.truncated === true && typeof whole.text === 'string';
  const source = cut ? salvaged(String(whole.text)) : { ...whole, ...asObject(whole.record) };
  const sections = Object.fromEntries(
    SECTIONS.map((section) => [section, entriesOf(source[section])]),
  ) as RecordView['sections'];
  const more = Array.isArray(whole.more) ? whole.more.map(String) : [];
  return {
    sections,
    readable: typeof whole.error !== 'string' && (cut || SECTIONS.some((section) => Array.isArray(source[section]))),
    partial: cut ? [...SECTIONS] : more,
  };
}

export function isEmptyRecord({ sections }: RecordView): boolean {
  return SECTIONS.every((section) => sections[section].length === 0);
}

/** Entries, newest first; whatever has no name is left out. */
export function entriesOf(list: unknown): Entry[] {
  if (!Array.isArray(list)) return [];
  const entries: Entry[] = [];
  for (const one of list) {
    const fields = asObject(one);
    if (typeof fields.name === 'string' && fields.name) entries.push(entryOf(fields, fields.name));
  }
  return entries.sort((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
}

/** Under a title such as "as taken", the status `plain` goes without saying. */
export function entryLine(entry: Entry, timezone = 'UTC', plain = 'present'): string {
  const { name, value, unit, frequency, duration, severity, reaction, specialty, status } = entry;
  const measured = value === undefined ? '' : ` ${value}${unit ? ` ${unit}` : ''}`;
  const details = [
    specialty,
    frequency,
    severity,
    duration && `for ${duration.replace(/^for /, '')}`,
    reaction && `reaction: ${reaction}`,
    status && status !== 'present' && status !== plain ? status : undefined,
    entry.time && dateText(entry.time, timezone),
  ].filter(Boolean);
  return `${name}${measured}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
}

function entryOf(fields: Record<string, unknown>, name: string): Entry {
  const entry: Entry = { name };
  const { value } = fields;
  if (typeof value === 'number' || (typeof value === 'string' && value)) entry.value = value;
  for (const key of ['unit', 'status', 'severity', 'reaction', 'duration', 'specialty'] as const) {
    const text = fields[key];
    if (typeof text === 'string' && text) entry[key] = text;
  }
  const frequency = typeof fields.frequency === 'string' ? fields.frequency : asObject(fields.frequency).text;
  if (typeof frequency === 'string' && frequency) entry.frequency = frequency;
  const time = fields.effective_time ?? fields.time ?? fields.date ?? fields.recorded_at;
  if (typeof time === 'string' && time) entry.time = time;
  return entry;
}

/** The entries that are whole in a JSON text that was cut off somewhere. */
function salvaged(text: string): Record<string, unknown[]> {
  const found: Record<string, unknown[]> = {};
  for (const section of SECTIONS) {
    const start = text.indexOf(`"${section}":[`);
    if (start < 0) continue;
    found[section] = wholeObjects(text.slice(start + section.length + 4));
  }
  return found;
}

/** The objects at the beginning of an array's inside, up to its end or to where the text breaks off. */
function wholeObjects(inside: string): unknown[] {
  const objects: unknown[] = [];
  let rest = inside;
  while (rest.startsWith('{')) {
    const end = [...rest.matchAll(/\}/g)]
      .map((brace) => brace.index + 1)
      .find((index) => parsed(rest.slice(0, index)) !== undefined);
    if (end === undefined) break;
    objects.push(parsed(rest.slice(0, end)));
    rest = rest.slice(end).replace(/^,/, '');
  }
  return objects;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
