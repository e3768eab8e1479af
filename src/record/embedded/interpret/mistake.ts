/**
 * An error in what a query asks for: a type error, a division by zero. It names the place, so that the author of the
 * query can fix it, and the types involved, but never a value: that could be something a patient said.
 */
import { AppError } from '../../../platform/errors.ts';
import type { Place } from '../../cypher/ast.ts';

/** Throws the error of an expression at this place. */
export type Fail = (message: string) => never;

export function failAt(place: Place): Fail {
  return (message) => {
    throw new AppError('invalid', `${message} (line ${place.line}, column ${place.column}).`, {
      errors: [{ path: 'query', message: `${message} (line ${place.line}, column ${place.column})` }],
    });
  };
}
