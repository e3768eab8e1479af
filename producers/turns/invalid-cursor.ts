/** The answer to a cursor that no list has given. */
import { AppError } from '../../src/platform/errors.ts';

export function invalidCursor(): AppError {
  return new AppError('invalid', 'The cursor does not belong to this list.', {
    errors: [{ path: 'cursor', message: 'use next_cursor of the page before' }],
  });
}
