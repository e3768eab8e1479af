import { DIASTOLIC, PRESSURE, SYSTOLIC } from './observation-types.ts';

/** Taken several times a day, so that people list them bare ("130, 145 and 160") and give them as a range. */
export const MEASURED_OFTEN: ReadonlySet<string> = new Set([
  PRESSURE,
  SYSTOLIC,
  DIASTOLIC,
  'Blood glucose',
  'Fasting glucose',
  'Heart rate',
  'Body temperature',
  'Oxygen saturation',
  'Weight',
  'Intraocular pressure',
  'Apgar score',
]);
