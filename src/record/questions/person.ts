/** The person whom a reference range is for, at the time of a measurement: a value of childhood is judged by no adult range. */
import type { PatientProfile } from '../patient-graph.ts';
import type { Person } from '../terminology.ts';

export function personAt({ birth_date, sex }: PatientProfile, time: string | Date): Person {
  const age = birth_date === undefined ? undefined : ageAt(birth_date, new Date(time));
  return { ...((sex === 'female' || sex === 'male') && { sex }), ...(age !== undefined && { age }) };
}

/** In whole years; of someone whose birth month or day is not known, the age that they have reached for certain. */
function ageAt(born: string, moment: Date): number | undefined {
  const [year, month = 12, day = 31] = born.split('-').map(Number);
  if (year === undefined || Number.isNaN(moment.getTime())) return undefined;
  const [m, d] = [moment.getUTCMonth() + 1, moment.getUTCDate()];
  const hadBirthday = m > month || (m === month && d >= day);
  const age = moment.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
  return age < 0 ? undefined : age;
}
