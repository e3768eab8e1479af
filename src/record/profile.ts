/** Who the patient is, as far as reference ranges need to know: on its way to the Patient node and back. */
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
