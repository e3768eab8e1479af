/** The values that a checked query runs with: the patient, whom only the engine names, and what the caller put in since. */
import { AppError } from '../platform/errors.ts';
import type { GuardedQuery, Parameters } from './cypher/ast.ts';

/**
 * A caller may ask the same query again with other values, of the kind that the guard saw. Texts that the printer took out
 * of the query ($p0, $p1 …) stay as they were checked.
 */
export function boundParameters(
  patient: string,
  query: GuardedQuery,
  given: Parameters = {},
): Parameters & { patient_uuid: string } {
  for (const [name, value] of Object.entries(given)) {
    const known = Object.hasOwn(query.parameters, name) && !/^p\d+$/.test(name);
    if (!known) throw new AppError('invalid', 'A parameter is given that the query was not checked with');
    if (shapeOf(value) !== shapeOf(query.parameters[name])) {
      throw new AppError('invalid', 'A parameter is of another kind than the query was checked with');
    }
  }
  return { ...query.parameters, ...given, patient_uuid: patient };
}

function shapeOf(value: Parameters[string] | undefined): string {
  if (Array.isArray(value)) return `list of ${[...new Set(value.map((item) => typeof item))].sort().join()}`;
  return value === null ? 'null' : typeof value;
}
