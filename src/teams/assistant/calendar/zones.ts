/**
 * Clocks of the world, from Intl: a wall-clock time in a zone as an instant, and back. Wall-clock times are numbers too: the
 * milliseconds of Date.UTC at which a clock in UTC shows the same.
 */
import { LRUCache } from 'lru-cache';

export const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;

const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });
/** Zones change their offset at quarters of an hour at the earliest. */
const offsets = new LRUCache<string, number>({ max: 50_000 });

export function isZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** How far the zone's clock is ahead of UTC at an instant, in ms. */
export function offsetAt(instant: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const quarter = Math.floor(instant / QUARTER_MS);
  const key = `${quarter} ${zone}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(quarter * QUARTER_MS)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const offset = Date.UTC(year, month - 1, day, hour, minute, second) - quarter * QUARTER_MS;
  offsets.set(key, offset);
  return offset;
}

export function wallAt(instant: number, zone: string): number {
  return instant + offsetAt(instant, zone);
}

/**
 * As RFC 5545 (3.3.5) says: a time that occurs twice is the first one; a time that is skipped is read with the offset before the gap,
 * so 02:30 in a gap from 02:00 to 03:00 is 03:30.
 */
export function instantOf(wall: number, zone: string): number {
  const before = offsetAt(wall - DAY_MS, zone);
  const after = offsetAt(wall + DAY_MS, zone);
  if (before === after || offsetAt(wall - before, zone) === before) return wall - before;
  return offsetAt(wall - after, zone) === after ? wall - after : wall - before;
}

/** 2026-11-20T09:00:00 as a number; NaN for a time that no calendar has. */
export function wallOf(text: string): number {
  const day = text.slice(0, 10);
  const wall = Date.parse(`${text.length === 10 ? `${text}T00:00:00` : text}Z`);
  return Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 10) !== day ? Number.NaN : wall;
}

export function wallText(wall: number): string {
  return new Date(wall).toISOString().slice(0, 19);
}

export function dayText(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}

/** ISO 8601 with the offset of the zone at that time. */
export function isoIn(instant: number, zone: string): string {
  const offset = offsetAt(instant, zone);
  if (zone === 'UTC') return `${wallText(instant)}Z`;
  const minutes = Math.abs(Math.round(offset / 60_000));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${wallText(instant + offset)}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const numeric = 'numeric' as const;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  });
  formats.set(zone, format);
  return format;
}
