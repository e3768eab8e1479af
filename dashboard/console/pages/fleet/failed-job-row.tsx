/** One failed job: what it was, why it failed, where to look further. */
import { plural } from '../../parts/amounts.ts';
import { When } from '../../parts/when.tsx';
import { to } from '../../router.ts';
import type { FailedJob } from './fleet-types.ts';

/** As the fleet writes a reason: a code, then words. */
const REASON = /^([a-z_]+): (.+)$/s;

export function FailedJobRow({ job, onRetry }: { job: FailedJob; onRetry: () => void }) {
  const { queue, id, name, agent, task_id, failed_at, attempts, reason } = job;
  const [, code, words] = REASON.exec(reason) ?? [];
  return (
    <div class="failed-job" data-testid="failed-job">
      <p>
        <strong>{agent ?? name}</strong> <span class="quiet">in {queue}</span>
      </p>
      <p class="failed-reason">
        {words ?? reason} {code && <code>{code}</code>}
      </p>
      <p class="row small quiet">
        <When time={failed_at} precise />
        <span>{plural(attempts, 'attempt')}</span>
        {task_id && <a href={to('turns', task_id)}>Turn</a>}
        <a href={to('queues', 'queue', queue, id)}>Job</a>
      </p>
      <button type="button" onClick={onRetry} aria-label={`Retry ${agent ?? name} of ${queue}, job ${id}`}>
        Retry
      </button>
    </div>
  );
}
