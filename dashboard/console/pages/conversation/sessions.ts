/** The conversations of a person: those about them, and those that they have with teams that are not about a patient. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { SessionItem, SessionPage } from '../../../../src/client/client.ts';
import { get, type ProblemFields } from '../../api.ts';
import { problemFieldsOf } from '../../use-loaded.ts';

type Cursors = Record<'patient_id' | 'user_id', string | null | undefined>;

const FIRST: Cursors = { patient_id: undefined, user_id: undefined };

export function useSessions(person: string) {
  const [items, setItems] = useState<readonly SessionItem[] | null>(null);
  const [problem, setProblem] = useState<ProblemFields | null>(null);
  const cursors = useRef<Cursors>(FIRST);
  const latest = useRef(person);

  const load = useCallback(
    async (from: Cursors) => {
      if (person === '') return;
      try {
        const pages = await Promise.all(
          (['patient_id', 'user_id'] as const).map(async (by): Promise<[keyof Cursors, SessionPage]> => {
            const cursor = from[by];
            if (cursor === null) return [by, { sessions: [], next_cursor: null }];
            return [by, await get<SessionPage>('/v1/sessions', { query: { [by]: person, cursor } })];
          }),
        );
        if (latest.current !== person) return;
        // A refresh of the first page does not forget how far the list was read.
        if (from !== FIRST || cursors.current === FIRST)
          cursors.current = Object.fromEntries(pages.map(([by, page]) => [by, page.next_cursor])) as Cursors;
        setItems((before) =>
          merged(
            before ?? [],
            pages.flatMap(([, page]) => page.sessions),
          ),
        );
        setProblem(null);
      } catch (error) {
        if (latest.current === person) setProblem(problemFieldsOf(error));
      }
    },
    [person],
  );

  useEffect(() => {
    latest.current = person;
    cursors.current = FIRST;
    setItems(null);
    setProblem(null);
    void load(FIRST);
  }, [person, load]);

  const { patient_id, user_id } = cursors.current;
  const hasMore = cursors.current !== FIRST && (patient_id !== null || user_id !== null);
  return {
    items,
    problem,
    refresh: useCallback(() => void load(FIRST), [load]),
    more: hasMore ? () => void load(cursors.current) : undefined,
  };
}

function merged(before: readonly SessionItem[], loaded: readonly SessionItem[]): SessionItem[] {
  const all = new Map([...before, ...loaded].map((item) => [item.session_id, item]));
  return [...all.values()].sort((a, b) => b.updated_at.localeCompare(a.updated_at));
}

export type SessionGroup = { label: string; items: SessionItem[] };

export function groupByDay(items: readonly SessionItem[], now = new Date()): SessionGroup[] {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const labelOf = ({ updated_at }: SessionItem) => {
    const day = new Date(updated_at).toDateString();
    if (day === now.toDateString()) return 'Today';
    return day === yesterday.toDateString() ? 'Yesterday' : 'Earlier';
  };
  return ['Today', 'Yesterday', 'Earlier']
    .map((label) => ({ label, items: items.filter((item) => labelOf(item) === label) }))
    .filter(({ items: some }) => some.length > 0);
}
