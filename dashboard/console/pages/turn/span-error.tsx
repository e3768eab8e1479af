/** An error by its code: what it means, and what the fleet does about it. */
import { ERRORS, type ErrorCode } from '../../../../src/platform/errors.ts';

const WHAT_FOLLOWS = {
  never: 'It is not tried again: that would not help.',
  backoff: 'It is tried again, each time after a longer pause.',
  pause: 'Its queue pauses for as long as the provider asks, then goes on.',
  wait: 'The job waits until Redis accepts writes again.',
} as const;

export function SpanError({ code, detail }: { code: string; detail: string }) {
  const known = Object.hasOwn(ERRORS, code) ? ERRORS[code as ErrorCode] : undefined;
  return (
    <div class="problem" data-testid="span-error">
      <strong>{known?.title ?? detail}</strong>
      {known && detail !== known.title && <p>{detail}</p>}
      {known && <p class="small">{WHAT_FOLLOWS[known.retry]}</p>}
      <code>{code}</code>
    </div>
  );
}
