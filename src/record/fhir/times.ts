/**
 * Times between the record and FHIR. FHIR knows year, month, day, or a moment with seconds and zone; the record keeps what was
 * told and the moment it stands for. What was told in another form is exported beside the value in the standard extension for it.
 */
import { utc } from '../times.ts';
import { ASSUMED, ORIGINAL_TEXT } from './systems.ts';

const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?`;
const ZONE = String.raw`(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))`;
const DATE_TIME = new RegExp(String.raw`^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01])(?:T${TIME}${ZONE})?)?)?$`);

type Marks = { extension: { url: string; valueString?: string; valueBoolean?: boolean }[] };
export type Time = { value?: string; marks?: Marks };

export function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text);
  if (!match || match[1] === '0000') return false;
  if (match[3] === undefined) return true;
  // 30 February fits the pattern; a calendar moves it to March.
  const day = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])));
  return day.getUTCDate() === Number(match[3]);
}

export function isInstant(text: string): boolean {
  return isDateTime(text) && text.includes('T');
}

/** A time as the record holds it: the words, and the moment. The words are preferred where FHIR can hold them. */
export function timeOf(told: string | undefined, utc?: string): Time | undefined {
  if (told === undefined) return utc !== undefined && isDateTime(utc) ? { value: dayOrMoment(utc) } : undefined;
  if (isDateTime(told)) return { value: told };
  const marks = { extension: [{ url: ORIGINAL_TEXT, valueString: told }] };
  return utc !== undefined && isDateTime(utc) ? { value: utc, marks } : { marks };
}

/** A time that FHIR wants and nobody told: the importer leaves it out again. */
export function assumedTime(utc: string): Time {
  return { value: utc, marks: { extension: [{ url: ASSUMED, valueBoolean: true }] } };
}

/** `onsetDateTime` and `_onsetDateTime`, ready to be spread into a resource. */
export function timed<Key extends string>(key: Key, time: Time | undefined) {
  return { [key]: time?.value, [`_${key}`]: time?.marks } as Record<Key, string | undefined> &
    Record<`_${Key}`, Marks | undefined>;
}

/** The moment that a time stands for, read as the record reads it. */
export function momentOf(time: string | undefined): number {
  return Date.parse(utc(time) ?? '');
}

/** An end that was told as a day must not become the day before in another time zone. */
function dayOrMoment(utc: string): string {
  return utc.endsWith('T00:00:00.000Z') ? utc.slice(0, 10) : utc;
}
