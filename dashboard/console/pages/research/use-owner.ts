/** Whose research agents the pages show: the signed-in user's, else those of the patient of this tab. */
import { useMe } from '../../me.ts';
import { usePatient } from '../../person.ts';

export function useOwner(): string {
  const { user_id } = useMe();
  const patient = usePatient();
  return user_id ?? patient;
}
