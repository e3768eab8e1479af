/** Input that does not fit its schema, as an error that names each wrong field and repeats none of the values. */
import type { z } from 'zod';
import { AppError } from './errors.ts';

/** How many wrong values are named. */
const MAX_ERRORS = 50;

/** A zod failure as a 422 that names the fix for each field. */
export function invalid({ issues }: z.ZodError, where: string): AppError {
  const errors = issues
    .slice(0, MAX_ERRORS)
    .map((issue) => ({ path: issue.path.join('.') || where, message: messageOf(issue) }));
  const values = issues.length === 1 ? 'value' : 'values';
  const which = issues.length > MAX_ERRORS ? `errors names the first ${MAX_ERRORS}` : 'see errors';
  return new AppError('invalid', `The ${where} has ${issues.length} invalid ${values}; ${which}.`, { errors });
}

/** Repeats the name of an unknown field only if it looks like a field name; anything else could be a patient's text. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') return issue.message;
  const names = issue.keys.filter((key) => /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/.test(key));
  return names.length === issue.keys.length ? `unknown field: ${names.join(', ')}` : 'has an unknown field';
}
