/**
 * Whom a request acts for. A token that is bound to a user acts as that user only: in every request that has a `user_id`, it is
 * filled in where it is absent, and refused where it names someone else. Runs before validation, so that handlers see one field.
 */
import { z } from 'zod';
import type { Principal } from '../src/engine/access/principal.ts';
import { AppError } from '../src/platform/errors.ts';

export function actAsSubject(schema: z.ZodType | undefined, value: unknown, { subject }: Principal): unknown {
  if (subject === null || !(schema instanceof z.ZodObject) || !('user_id' in schema.shape)) return value;
  // What is no object is refused by the schema.
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { user_id: given } = value as { user_id?: unknown };
  if (given !== undefined && given !== subject)
    throw new AppError('forbidden', 'This token is bound to one user and cannot act for another; leave user_id out.');
  return { ...value, user_id: subject };
}
