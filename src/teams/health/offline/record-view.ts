/**
 * The record as a tool returned it, read with tolerance: whole entries or digests, at the top or under `record`, even the
 * beginning of a result that was cut for length.
 */
import { dayOrYear } from '../../../clinical/index.ts';
import { asObject } from '../../../engine/models/offline/conversation.ts';

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

/** The words by which a question names each section. */
export const SECTION_WORDS: readonly [Section, RegExp][] = [
  [
    'medications',
    /\b(?:medications?|medicines?|meds|pills?|tablets?|drugs?|supplements?|prescriptions?|take|taking|dose|dosage)\b/i,
  ],
  [
    'encounters',
    /\b(?:appointments?|visits?|encounters?|check-?ups?|saw|seen|\w+ologist|when did i last|do i see|i see)\b/i,
  ],
  ['allergies', /\b(?:allerg\w+|intoleran\w+)\b/i],
  ['conditions', /\b(?:conditions?|diagnos\w+|diseases?|illness\w*)\b/i],
  ['symptoms', /\b(?:symptoms?|complaints?)\b/i],
  ['procedures', /\b(?:procedures?|operations?|surger\w+|operated)\b/i],
  ['documents', /\b(?:documents?|reports?|letters?)\b/i],
  [
    'observations',
    /\b(?:labs?|results?|values?|readings?|measurements?|numbers|vitals|blood ?work|blood tests?|trends?|getting (?:better|worse)|overall|health check|how am i doing)\b/i,
  ],
];

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
  /** When it happened, or else when it was recorded. */
  time?: string;
  /** True where only the time of recording is known. */
  told?: boolean;
  recorded_at?: string;
};

export type RecordView = {
  sections: Record<Section, Entry[]>;
  /** In years. */
  age?: number;
  sex?: string;
  /** False if the record could not be read at all. */
  readable: boolean;
  /** Sections of which only a part is here. */
  partial: string[];
};

/** For a person without a record here. */
export const EMPTY_VIEW: RecordView = {
  sections: Object.fromEntries(SECTIONS.map((section) => [section, []])) as unknown as RecordView['sections'],
  readable: true,
  partial: [],
};

export function readRecord(result: unknown): RecordView {
  const whole = asObject(result);
  const cut = whole.truncated === true && typeof whole.text === 'string';
  const record = cut ? completeEntries(String(whole.text)) : asObject(whole.record);
  const listOf = (section: Section) => record[section] ?? (cut ? undefined : whole[section]);
  const sections = Object.fromEntries(
    SECTIONS.map((section) => [section, entriesOf(listOf(section))]),
  ) as RecordView['sections'];
  const more = Array.isArray(whole.more) ? whole.more.map(String) : [];
  const { age, sex } = asObject(whole.patient);
  return {
    sections,
    ...(typeof age === 'number' && { age }),
    ...(typeof sex === 'string' && { sex }),
    readable: typeof whole.error !== 'string' && (cut || SECTIONS.some((section) => Array.isArray(listOf(section)))),
    partial: cut ? [...SECTIONS] : more,
  };
}

/** Of a medicine: it is taken. */
export function isActive({ status }: Entry): boolean {
  return !status || !/stopp|inactive|past|resolved|planned|ended|completed/i.test(status);
}

/** The entry of a medicine that is taken. */
export function takenMedicine({ sections }: Pick<RecordView, 'sections'>, name: string): Entry | undefined {
  return sections.medications.find((one) => one.name === name && isActive(one));
}

/** "500 mg twice a day", as far as it was told. */
export function takenAs({ value, unit, frequency }: Entry): string {
  return [value, unit, frequency].filter(Boolean).join(' ');
}

/** Entries, newest first; whatever has no name is left out. */
export function entriesOf(list: unknown): Entry[] {
  if (!Array.isArray(list)) return [];
  const entries: Entry[] = [];
  for (const one of list) {
    const fields = asObject(one);
    if (isText(fields.name)) entries.push(entryOf(fields, fields.name));
  }
  return entries.sort(newestFirst);
}

/** All times have the same format, so that they compare as text. */
function newestFirst({ time: one = '' }: Entry, { time: other = '' }: Entry): number {
  return one < other ? 1 : one > other ? -1 : 0;
}

/** The status `plain` is left out, because the title above the line says it. */
export function entryLine(entry: Entry, timezone = 'UTC', plain = 'present'): string {
  const { name, value, unit, frequency, duration, severity, reaction, specialty, status } = entry;
  const measured = value === undefined ? '' : ` ${value}${unit ? ` ${unit}` : ''}`;
  const details = [
    specialty,
    frequency,
    severity,
    duration && (/^(?:since|for|from)\b/i.test(duration) ? duration : `for ${duration}`),
    reaction && `reaction: ${reaction}`,
    status && status !== 'present' && status !== plain ? status : undefined,
    entry.time && `${entry.told ? 'told ' : ''}${dayOrYear(entry.time, timezone)}`,
  ].filter(Boolean);
  return `${name}${measured}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
}

function entryOf(fields: Record<string, unknown>, name: string): Entry {
  const { value, unit, status, severity, reaction, duration, specialty, recorded_at } = fields;
  const entry: Entry = { name };
  if (typeof value === 'number' || isText(value)) entry.value = value;
  if (isText(unit)) entry.unit = unit;
  if (isText(status)) entry.status = status;
  if (isText(severity)) entry.severity = severity;
  if (isText(reaction)) entry.reaction = reaction;
  if (isText(duration)) entry.duration = duration;
  if (isText(specialty)) entry.specialty = specialty;
  const frequency = typeof fields.frequency === 'string' ? fields.frequency : asObject(fields.frequency).text;
  if (isText(frequency)) entry.frequency = frequency;
  const own = fields.effective_time ?? fields.time ?? fields.date;
  const time = own ?? recorded_at;
  if (isText(time)) entry.time = time;
  if (!own && entry.time) entry.told = true;
  if (typeof recorded_at === 'string') entry.recorded_at = recorded_at;
  return entry;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The complete entries of a JSON text that was cut off. */
function completeEntries(text: string): Record<string, unknown[]> {
  const found: Record<string, unknown[]> = {};
  for (const section of SECTIONS) {
    const start = text.indexOf(`"${section}":[`);
    if (start < 0) continue;
    found[section] = wholeObjects(text.slice(start + section.length + 4));
  }
  return found;
}

/** The complete objects of an array, up to its end or to where the text is cut off. */
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
