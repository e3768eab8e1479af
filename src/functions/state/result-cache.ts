/** Results by content hash, in the compression cache: `user:{function}:{audit_hash}`, for 24 hours. This is the port. */

import type { Task } from '../../engine/task/task.ts';

/** With a patient, the result is found only for the same patient, and is erased with them. */
export type Owner = { tenant: string; user_id: string; patient_id?: string | null };

export type ResultCache = {
  /** Null if there is none. */
  get(owner: Owner, name: string, auditHash: string): Promise<unknown>;
  put(owner: Owner, name: string, auditHash: string, value: unknown): Promise<void>;
};

export function ownerOf({
  tenant,
  user_id,
  subject,
  about,
}: Pick<Task, 'tenant' | 'user_id' | 'subject' | 'about'>): Owner {
  const patient = [subject, about].find((one) => one?.kind === 'patient');
  return { tenant, user_id, ...(patient && { patient_id: patient.id }) };
}
