/**
 * Whom the pages are about: the patient of this tab. Kept for this tab only and never in an address, because a machine may be shared and
 * a patient id is personal data.
 */
import { useEffect, useState } from 'preact/hooks';

const KEY = 'patient_id';
const changed = new EventTarget();

export function currentPatient(): string {
  return sessionStorage.getItem(KEY) ?? '';
}

export function choosePatient(id: string): void {
  if (id === currentPatient()) return;
  sessionStorage.setItem(KEY, id);
  changed.dispatchEvent(new Event('change'));
}

export function usePatient(): string {
  const [patient, setPatient] = useState(currentPatient);
  useEffect(() => {
    const update = () => setPatient(currentPatient());
    changed.addEventListener('change', update);
    return () => changed.removeEventListener('change', update);
  }, []);
  return patient;
}
