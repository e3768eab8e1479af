/** The turns of a session or a patient, newest first, a page at a time. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Turn, TurnPage } from '../../../../src/client/client.ts';
import { get, type ProblemFields } from '../../api.ts';
import { problemFieldsOf } from '../../use-loaded.ts';

type Of = { session_id: string } | { patient_id: string };
type State = { key: string; turns: Turn[]; next: string | null; isLoaded: boolean; problem?: ProblemFields };

const NOTHING = { turns: [], next: null, isLoaded: false };

/** `loadMore` is missing when there is no more. */
export function useTurns(of: Of | null) {
  const key = of ? JSON.stringify(of) : '';
  const [state, setState] = useState<State>({ key, ...NOTHING });
  const [asked, setAsked] = useState(0);
  const [isBusy, setIsBusy] = useState(false);

  const load = useCallback(
    async (cursor: string | undefined, signal?: AbortSignal) => {
      setIsBusy(true);
      try {
        const page = await get<TurnPage>('/v1/turns', {
          query: { ...JSON.parse(key), cursor },
          ...(signal && { signal }),
        });
        setState((before) => ({
          key,
          turns: cursor && before.key === key ? [...before.turns, ...page.turns] : page.turns,
          next: page.next_cursor,
          isLoaded: true,
        }));
      } catch (error) {
        if (signal?.aborted) return;
        const problem = problemFieldsOf(error);
        setState((before) => (before.key === key ? { ...before, problem } : { key, ...NOTHING, problem }));
      }
      setIsBusy(false);
    },
    [key],
  );

  useEffect(() => {
    if (key === '') return;
    const stopping = new AbortController();
    void load(undefined, stopping.signal);
    return () => stopping.abort();
  }, [key, load, asked]);

  const { turns, next, isLoaded, problem } = state.key === key ? state : { ...NOTHING, problem: undefined };
  return {
    turns,
    isLoaded,
    problem,
    isBusy,
    reload: useCallback(() => setAsked((count) => count + 1), []),
    loadMore: next && !isBusy ? () => void load(next) : undefined,
  };
}
