/** What went wrong and what to do about it. */
import type { ProblemFields } from '../api.ts';

export function ProblemBox({ problem, onRetry }: { problem: ProblemFields; onRetry?: () => void }) {
  const { title, detail, errors = [], code, retryAfter } = problem;
  return (
    <div class="problem" role="alert" data-testid="problem">
      <strong>{title}</strong>
      {detail && <p>{detail}</p>}
      {errors.length > 0 && (
        <ul>
          {errors.map(({ path, message }) => (
            <li key={path}>{message}</li>
          ))}
        </ul>
      )}
      {retryAfter && <p>Try again in {retryAfter} s.</p>}
      <div class="row">
        {onRetry && (
          <button type="button" onClick={onRetry}>
            Try again
          </button>
        )}
        {code && <code>{code}</code>}
      </div>
    </div>
  );
}
