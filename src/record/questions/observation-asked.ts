/** Which kinds of measurement a person means by a name: the kind itself, both halves of a pair, or all that share the words. */
import { nameKey } from '../identity.ts';
import type { PatientRecord } from '../record.ts';
import type { Terminology } from '../terminology.ts';

/** Names of what this patient has measured, the likeliest first. Empty if there is nothing such. */
export async function observationsAsked(
  record: PatientRecord,
  patient: string,
  asked: string,
  terminology: Terminology,
): Promise<string[]> {
  const measured = (await record.observationNames(patient)).map(({ name }) => name);
  const canonical = terminology.observationNamed(asked)?.name ?? asked;
  const exact = measured.filter((name) => nameKey(name) === nameKey(canonical));
  if (exact.length > 0) return exact;
  const words = nameKey(canonical).split(' ');
  const sharing = measured.filter((name) => {
    const own = new Set(nameKey(name).split(' '));
    return words.every((word) => own.has(word));
  });
  // "Blood pressure" is told as two numbers, and people say the upper one first.
  return sharing.sort((a, b) => Number(/^diastolic/i.test(a)) - Number(/^diastolic/i.test(b)));
}
