/** What a query may call by $name: the patient, the times that we hand out, and what the caller gives. */
import type { Parameters } from './ast.ts';
import { refuse, START } from './refused.ts';

/** "Recent" is the last three months. */
const RECENT_MONTHS = 3;
const MAX_TEXT_LENGTH = 4096;
const MAX_LIST_LENGTH = 1000;

export function knownParameters(given: Parameters, now: Date): Parameters {
  for (const [name, value] of Object.entries(given)) {
    checkName(name);
    if (Array.isArray(value)) {
      if (value.length > MAX_LIST_LENGTH)
        refuse('parameter', START, `$${name} is a list of more than ${MAX_LIST_LENGTH}`);
      for (const item of value) checkScalar(name, item);
    } else {
      checkScalar(name, value);
    }
  }
  // The engine binds $patient_uuid itself; here it only has to be known as a text.
  return { patient_uuid: '', ...times(now), ...given };
}

/** Texts that compare with the record's times as they stand. The caller may give others of the same names. */
function times(now: Date): Parameters {
  const since = new Date(now);
  since.setUTCMonth(since.getUTCMonth() - RECENT_MONTHS);
  // Three months before 31 May there is no 31 February: it is the last day of that month, not some day of the next.
  if (since.getUTCDate() !== now.getUTCDate()) since.setUTCDate(0);
  const today = now.toISOString();
  return { now: today, today: today.slice(0, 'YYYY-MM-DD'.length), since: since.toISOString(), until: today };
}

function checkName(name: string): void {
  if (name === 'patient_uuid') {
    refuse('parameter', START, '$patient_uuid is bound to the patient whose record is asked, and cannot be given');
  }
  if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name)) {
    refuse('parameter', START, 'The name of a parameter is a letter, then letters, digits and _, 64 at most');
  }
  if (/^p\d+$/.test(name)) {
    refuse('parameter', START, `$${name} is a name that the printed query uses itself; choose another`);
  }
}

function checkScalar(name: string, value: unknown): void {
  const fits =
    value === null ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value)) ||
    (typeof value === 'string' && value.length <= MAX_TEXT_LENGTH && value.isWellFormed());
  if (!fits) {
    refuse('parameter', START, `$${name} has to be a text, a number, true, false, null or a list of these`);
  }
}
