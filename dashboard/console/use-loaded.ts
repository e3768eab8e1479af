/** What a page loads: shown as it is while it is loaded again, with its problem if that fails. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Problem, type ProblemFields } from './api.ts';

export type Loaded<T> = {
  data?: T | undefined;
  problem?: ProblemFields | undefined;
  loading: boolean;
  reload: () => void;
};

/**
 * Loads when `key` changes (null: nothing to load), and every `everyMs` while the page is visible and the answer before has arrived. An
 * answer that is overtaken by another key is dropped.
 */
export function useLoaded<T>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<T>,
  { everyMs }: { everyMs?: number } = {},
): Loaded<T> {
  const [state, setState] = useState<{ key: string | null; data?: T; problem?: ProblemFields }>({ key: null });
  const [loading, setLoading] = useState(false);
  const [asked, setAsked] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const isBusy = useRef(false);
  const reload = useCallback(() => setAsked((count) => count + 1), []);

  useEffect(() => {
    if (key === null) return;
    const stopping = new AbortController();
    setLoading(true);
    isBusy.current = true;
    latest
      .current(stopping.signal)
      .then((data) => setState({ key, data }))
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        const problem = problemFieldsOf(error);
        setState((before) => (before.key === key ? { ...before, problem } : { key, problem }));
      })
      .finally(() => {
        if (stopping.signal.aborted) return;
        setLoading(false);
        isBusy.current = false;
      });
    return () => stopping.abort();
  }, [key, asked]);

  useEffect(() => {
    if (!everyMs || key === null) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && !isBusy.current && reload(), everyMs);
    return () => clearInterval(timer);
  }, [key, everyMs, reload]);

  const current = state.key === key ? state : { data: undefined, problem: undefined };
  return { data: current.data, problem: current.problem, loading, reload };
}

export function problemFieldsOf(error: unknown): ProblemFields {
  if (error instanceof Problem && error.code === 'unreachable')
    return { title: error.title, detail: 'Is it running, and are you online?', status: 0 };
  if (error instanceof Problem) return error;
  return { title: 'An error in this page', detail: error instanceof Error ? error.message : String(error), status: 0 };
}
