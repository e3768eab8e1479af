/** What an agent needs of an entry in the record: its content without the bookkeeping, cut to a length limit. */
import { z } from 'zod';
import type { RecordEntry } from '../../../record/index.ts';

const TEXT_LIMIT = 200;

export const EntryDigest = z.record(z.string(), z.union([z.string(), z.number()]));
export type EntryDigest = z.infer<typeof EntryDigest>;

/** The order is the order in which a person would read it. */
const SHOWN = [
  'name',
  'value',
  'unit',
  'status',
  'severity',
  'reaction',
  'body_site',
  'route',
  'form',
  'duration',
  'specialty',
  'url',
  'effective_time',
  'recorded_at',
] as const;

export function digestOf(entry: RecordEntry): EntryDigest {
  const digest: EntryDigest = {};
  for (const field of SHOWN) {
    const value = entry[field];
    if (value !== undefined) digest[field] = clipped(value);
  }
  if (entry.frequency) digest.frequency = clipped(entry.frequency.text);
  return digest;
}

export function clipped<T extends string | number>(value: T, limit = TEXT_LIMIT): T | string {
  return typeof value === 'string' && value.length > limit ? `${value.slice(0, limit)}…` : value;
}
