/**
 * An error in what a query asks for: adding a word to a list, dividing by zero. It names the place, so that whoever wrote
 * the query can mend it, and the types involved, but never a value: that could be something a patient said.
 */
import { AppError } from '../../../platform/errors.ts';
import type { Place } from '../../cypher/ast.ts';

/** Gives up on the query, with the place of the expression that it stands for. */
export type Fail = (message: string) => never;

export function failAt(place: Place): Fail {
  return (message) => {
    throw new AppError('invalid', `${message} (line ${place.line}, column ${place.column}).`, {
      errors: [{ path: 'query', message: `${message} (line ${place.line}, column ${place.column})` }],
    });
  };
}
