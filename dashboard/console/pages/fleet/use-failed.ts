/** The failed jobs of a queue or of all, a page at a time. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { get, type ProblemFields } from '../../api.ts';
import { problemFieldsOf } from '../../use-loaded.ts';
import type { FailedJob, FailedPage } from './fleet-types.ts';

type State = { queue: string; jobs: FailedJob[]; next: string | null; problem?: ProblemFields };

/** Loaded again when `total`, the number of failed jobs, changes. An empty `queue` means all. */
export function useFailed(queue: string, total: number) {
  const [state, setState] = useState<State>();
  const [asked, setAsked] = useState(0);
  const [isBusy, setIsBusy] = useState(false);

  const load = useCallback(
    async (cursor: string | undefined, signal?: AbortSignal) => {
      setIsBusy(true);
      try {
        const page = await failedPage(queue, cursor, signal);
        setState((before) => ({
          queue,
          jobs: cursor && before?.queue === queue ? [...before.jobs, ...page.jobs] : page.jobs,
          next: page.next_cursor,
        }));
      } catch (error) {
        if (signal?.aborted) return;
        setState({ queue, jobs: [], next: null, problem: problemFieldsOf(error) });
      }
      setIsBusy(false);
    },
    [queue],
  );

  useEffect(() => {
    const stopping = new AbortController();
    void load(undefined, stopping.signal);
    return () => stopping.abort();
  }, [load, asked, total]);

  const current = state?.queue === queue ? state : undefined;
  const next = current?.next;
  return {
    jobs: current?.jobs ?? [],
    problem: current?.problem,
    loadMore: next && !isBusy ? () => void load(next) : undefined,
    reload: useCallback(() => setAsked((count) => count + 1), []),
    remove: useCallback(
      (job: FailedJob) => setState((before) => before && { ...before, jobs: before.jobs.filter((one) => one !== job) }),
      [],
    ),
  };
}

function failedPage(queue: string, cursor?: string, signal?: AbortSignal): Promise<FailedPage> {
  const query = { queue: queue || undefined, cursor };
  return get<FailedPage>('/v1/fleet/failed', { query, ...(signal && { signal }) });
}
