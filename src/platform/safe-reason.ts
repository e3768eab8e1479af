/** Why a job has failed, as those may see it who must not see what a patient said. */
import { ERRORS } from './errors.ts';

/** Shown instead of a hidden text. */
export const HIDDEN = '(hidden)';

/** A failure's code and its title from our catalogue; never the text that was thrown. */
export function safeReason(reason: unknown): unknown {
  if (typeof reason !== 'string' || reason === '') return reason;
  const code = /^[a-z_]+(?=:|$)/.exec(reason)?.[0];
  if (code && Object.hasOwn(ERRORS, code)) return `${code}: ${ERRORS[code as keyof typeof ERRORS].title}`;
  // BullMQ's fixed text for a job whose worker died too often.
  return reason === 'job stalled more than allowable limit' ? reason : HIDDEN;
}
