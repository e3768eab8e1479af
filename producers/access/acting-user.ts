/**
 * Whom a request acts for, checked in one place for every route. A person is named as `patient_id` or `user_id` in the query or the body,
 * or in the path below /patients. A token that is bound to a user acts as that user only, and one that is limited to some people acts
 * for these only. The user is filled in where it is absent. Runs before validation, so that handlers see one field; the answer depends
 * on the token and the name alone, and so tells nobody whether such a person exists.
 */
import { z } from 'zod';
import { mayActAs, mayActFor, type Principal } from '../../src/engine/access/principal.ts';
import { AppError } from '../../src/platform/errors.ts';

const PATIENT_IN_PATH = /\/patients\/\{(\w+)\}/;

type Named = { patient_id?: unknown; user_id?: unknown };

/** The query or the body with its user; throws where it names somebody whom the principal may not act for. */
export function actAs(schema: z.ZodType | undefined, value: unknown, principal: Principal): unknown {
  // What is no object is refused by the schema.
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { patient_id, user_id } = value as Named;
  if (patient_id !== undefined) refuseOthers(principal, patient_id);
  if (user_id !== undefined && !mayActAs(principal, user_id)) throw notTheirs(principal);
  if (user_id !== undefined || !hasField(schema, 'user_id')) return value;
  const user = principal.subject ?? userFor(principal, patient_id);
  return user === undefined ? value : { ...value, user_id: user };
}

/** Throws like `actAs`, for the parameters of a path. */
export function refuseOthersInPath(
  pattern: string,
  params: Readonly<Record<string, unknown>>,
  principal: Principal,
): void {
  const [, patient] = PATIENT_IN_PATH.exec(pattern) ?? [];
  if (patient !== undefined) refuseOthers(principal, params[patient]);
  actAs(undefined, params, principal);
}

/** The person that a path names: /v1/patients/{id}/record. */
export function personInPath(pattern: string, params: Readonly<Record<string, unknown>>): string | null {
  const [, name] = PATIENT_IN_PATH.exec(pattern) ?? [];
  const person = name === undefined ? (params.patient_id ?? params.user_id) : params[name];
  return typeof person === 'string' ? person : null;
}

function refuseOthers(principal: Principal, person: unknown): void {
  if (!mayActFor(principal, person)) throw notTheirs(principal);
}

/** For a token that is limited to some people and names none: the patient, or the only one there is. */
function userFor({ people }: Principal, patient: unknown): unknown {
  if (people === null || patient !== undefined) return people === null ? undefined : patient;
  const [only, ...others] = people;
  if (only !== undefined && others.length === 0) return only;
  throw new AppError('forbidden', 'This key is limited to some people: name one of them as user_id.');
}

function hasField(schema: z.ZodType | undefined, field: string): boolean {
  return schema instanceof z.ZodObject && field in schema.shape;
}

function notTheirs({ subject, people }: Principal): AppError {
  return new AppError(
    'forbidden',
    subject !== null && people === null
      ? 'This token is bound to one user and cannot act for another; leave user_id out.'
      : 'This token is limited to some people and cannot act for others.',
  );
}
