/**
 * Whom the pages are about: the patient of this tab. Kept for this tab only and never in an address, because a machine may be shared and
 * a patient id is personal data.
 */
import { useEffect, useState } from 'preact/hooks';
import type { Me } from '../../src/client/client.ts';

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

/** Whom the pages are about before anyone was chosen; nobody where a key may act for all. */
export function defaultPatient({ access, patients, user_id }: Me): string {
  return patients?.[0] ?? user_id ?? (access === 'open' ? 'me' : '');
}

/** Ids of made-up patients begin with it. */
export function isDemo(patient: string): boolean {
  return patient.startsWith('demo-');
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
