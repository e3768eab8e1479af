/**
 * Who the patient is, as far as reference ranges need to know. What was told of it is kept as facts like any other, which can be corrected
 * and withdrawn; the Patient node has what they add up to.
 */
import { z } from 'zod';
import { AppError } from '../platform/errors.ts';
import type { PatientProfile, Properties } from './patient-graph.ts';

/** A year or a month is enough: people do not always say the day. */
const BirthDate = z
  .string()
  .regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/)
  .refine((date) => !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date));
const Sex = z.enum(['female', 'male', 'other', 'unknown']);

/** As properties to set; what is not given is not among them. */
export function profileProperties({ birth_date, sex }: PatientProfile): Properties {
  const born = BirthDate.optional().safeParse(birth_date);
  if (!born.success) throw new AppError('invalid', 'birth_date has to be a date such as 1970-05-31, 1970-05 or 1970');
  const known = Sex.optional().safeParse(sex);
  if (!known.success) throw new AppError('invalid', `sex has to be one of ${Sex.options.join(', ')}`);
  return {
    ...(born.data !== undefined && { birth_date: born.data }),
    ...(known.data !== undefined && { sex: known.data }),
  };
}

export function profileOf({ birth_date, sex }: Properties): PatientProfile {
  const known = Sex.safeParse(sex).data;
  return { ...(typeof birth_date === 'string' && { birth_date }), ...(known && { sex: known }) };
}

export const BIRTH_DATE = 'Birth date';
export const SEX = 'Sex';
/** Names of facts about the person. */
export type ProfileName = typeof BIRTH_DATE | typeof SEX;

const FIELDS: Readonly<Record<string, keyof PatientProfile>> = { [BIRTH_DATE]: 'birth_date', [SEX]: 'sex' };

/** What to set on the Patient node; null removes it. */
export type ProfileChange = Partial<Record<keyof PatientProfile, string | null>>;

export function profileChange(details: readonly Properties[], removed = false): ProfileChange | null {
  const change: ProfileChange = {};
  for (const { name, value } of details) {
    const field = FIELDS[String(name)];
    if (field) change[field] = removed ? null : String(value);
  }
  return Object.keys(change).length > 0 ? change : null;
}

/** Why such a value cannot be; null if it can. */
export function profileProblem(name: string, value: unknown): string | null {
  if (name === SEX) return Sex.safeParse(value).success ? null : `has to be one of ${Sex.options.join(', ')}`;
  return BirthDate.safeParse(value).success ? null : 'has to be a date such as 1970-05-31, 1970-05 or 1970';
}

/** "I am 54" gives a year that may be off by one, and says nothing new about someone whose date of birth fits it. */
export function keepsProfile(current: Properties, told: Properties): boolean {
  if (told.name !== BIRTH_DATE || !/^\d{4}$/.test(String(told.value))) return told.value === current.value;
  return Math.abs(Number(told.value) - Number(String(current.value).slice(0, 4))) <= 1;
}
