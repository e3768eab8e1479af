/** Retries all failed jobs of a queue, a batch with each call, after asking. */
import { useRef, useState } from 'preact/hooks';
import type { RetriedJobs } from '../../../../src/client/client.ts';
import { type ProblemFields, path, send } from '../../api.ts';
import { countText, plural } from '../../parts/amounts.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { problemFieldsOf } from '../../use-loaded.ts';

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
      // Of the first call: jobs that fail again meanwhile are not taken twice.
      let before: string | undefined;
      for (let left = 1; left > 0 && !isStopped.current; ) {
        const query = { before };
        const answer = await send<RetriedJobs>('POST', path`/v1/fleet/queues/${queue}/failed/retry`, { query });
        ({ before, left } = answer);
        retried += answer.retried;
        if (answer.retried === 0) break;
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
