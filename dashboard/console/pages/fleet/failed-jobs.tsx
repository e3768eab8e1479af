/** Jobs that failed for good, each with its reason and a way to try it again. */
import { useRef, useState } from 'preact/hooks';
import { type ProblemFields, path, send } from '../../api.ts';
import { plural } from '../../parts/amounts.ts';
import { LongList } from '../../parts/long-list.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { problemFieldsOf } from '../../use-loaded.ts';
import { FailedJobRow } from './failed-job-row.tsx';
import type { FailedJob, Queue, Retried } from './fleet-types.ts';
import { RetryAll } from './retry-all.tsx';
import { useFailed } from './use-failed.ts';

type Props = { queues: readonly Queue[]; onChange: () => void };

export function FailedJobs({ queues, onChange }: Props) {
  const withFailed = queues.filter(({ failed }) => failed > 0);
  const total = withFailed.reduce((sum, { failed }) => sum + failed, 0);
  const [queue, setQueue] = useState('');
  const { jobs, problem, loadMore, reload, remove } = useFailed(queue, total);
  const [retryProblem, setRetryProblem] = useState<ProblemFields>();
  const [note, setNote] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);

  const changed = (text: string) => {
    setNote(text);
    onChange();
  };
  const retry = async (job: FailedJob) => {
    setRetryProblem(undefined);
    try {
      const { note } = await send<Retried>('POST', path`/v1/fleet/failed/${job.queue}/${job.id}/retry`);
      // Its button is gone with the row.
      heading.current?.focus();
      remove(job);
      changed(note ?? `${job.agent ?? job.name} of ${job.queue} is tried again.`);
    } catch (error) {
      setRetryProblem(problemFieldsOf(error));
    }
  };
  return (
    <section class="card" id="failed" data-testid="failed">
      <div class="section-head">
        <h2 ref={heading} tabIndex={-1}>
          Failed jobs
        </h2>
        {total > 0 && (
          <div class="row">
            <label for="failed-queue">Queue</label>
            <select id="failed-queue" value={queue} onChange={(event) => setQueue(event.currentTarget.value)}>
              <option value="">all</option>
              {withFailed.map(({ name, failed }) => (
                <option key={name} value={name}>
                  {name} ({failed})
                </option>
              ))}
            </select>
            {withFailed
              .filter(({ name }) => queue === name || (queue === '' && withFailed.length === 1))
              .map(({ name, failed }) => (
                <RetryAll key={name} queue={name} count={failed} onDone={(text) => [reload(), changed(text)]} />
              ))}
          </div>
        )}
      </div>
      <p class="quiet small" aria-live="polite" data-testid="retry-note">
        {note || (total > 0 ? `${plural(total, 'job')}, newest first. Kept for seven days.` : 'No job has failed.')}
      </p>
      {retryProblem && <ProblemBox problem={retryProblem} />}
      {problem && <ProblemBox problem={problem} onRetry={reload} />}
      {jobs.length > 0 && (
        <LongList
          class="failed-list"
          label="Failed jobs"
          items={jobs}
          keyOf={(job) => `${job.queue} ${job.id}`}
          onEnd={loadMore}
        >
          {(job) => <FailedJobRow job={job} onRetry={() => void retry(job)} />}
        </LongList>
      )}
    </section>
  );
}
