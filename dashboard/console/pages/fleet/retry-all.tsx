/** Retries all failed jobs of a queue, one after the other, after asking. */
import { useRef, useState } from 'preact/hooks';
import { type ProblemFields, path, send } from '../../api.ts';
import { countText, plural } from '../../parts/amounts.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { problemFieldsOf } from '../../use-loaded.ts';
import type { FailedJob } from './fleet-types.ts';
import { failedPage } from './use-failed.ts';

type Props = { queue: string; count: number; onDone: (text: string) => void };

export function RetryAll({ queue, count, onDone }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const [done, setDone] = useState<number | null>(null);
  const [problem, setProblem] = useState<ProblemFields>();
  const isStopped = useRef(false);

  const close = () => {
    isStopped.current = true;
    setIsAsking(false);
  };
  const retryAll = async () => {
    isStopped.current = false;
    setProblem(undefined);
    let retried = 0;
    try {
      setDone(0);
      for (const { id } of await allFailed(queue)) {
        if (isStopped.current) break;
        await send('POST', path`/v1/fleet/failed/${queue}/${id}/retry`);
        retried += 1;
        setDone(retried);
      }
      setIsAsking(false);
    } catch (error) {
      setProblem(problemFieldsOf(error));
    }
    setDone(null);
    if (retried > 0) onDone(`${plural(retried, 'job')} of ${queue} ${retried === 1 ? 'is' : 'are'} tried again.`);
  };
  return (
    <>
      <button type="button" data-testid="retry-all" onClick={() => setIsAsking(true)}>
        Retry all of {queue}
      </button>
      {isAsking && (
        <Confirm
          title={`Retry ${plural(count, 'job')} of ${queue}?`}
          action="Retry all"
          isBusy={done !== null}
          onConfirm={retryAll}
          onClose={close}
        >
          <p>What made them fail should be fixed first, or they fail again.</p>
          {done !== null && (
            <p aria-live="polite">
              {countText(done)} of {countText(count)}
            </p>
          )}
          {problem && <ProblemBox problem={problem} />}
        </Confirm>
      )}
    </>
  );
}

/** All of them first: pages move while jobs leave the list. */
async function allFailed(queue: string): Promise<FailedJob[]> {
  const jobs: FailedJob[] = [];
  let cursor: string | undefined;
  do {
    const page = await failedPage(queue, cursor);
    jobs.push(...page.jobs);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return jobs;
}
