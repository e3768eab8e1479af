/** Inspects one turn: what was asked, who worked on it, when, at what cost, and what went wrong. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { PageProps } from '../../page-props.ts';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { EventLog } from './event-log.tsx';
import { SpanDetails } from './span-details.tsx';
import { SpanError } from './span-error.tsx';
import { TurnFacts } from './turn-facts.tsx';
import { TurnHeader } from './turn-header.tsx';
import { TurnTiles } from './turn-tiles.tsx';
import { useEvents, useTurn } from './use-turn.ts';
import { Waterfall } from './waterfall.tsx';
import './turn.css';

export function TurnPage({ params }: PageProps) {
  const id = params.turn ?? '';
  const { data, problem, loading, reload } = useTurn(id);
  const log = useEvents(id);
  const [selected, setSelected] = useState<string | null>(null);
  useEffect(() => setSelected(null), [id]);
  const close = useCallback(() => {
    setSelected((open) => {
      // The focus goes back to the row that opened it.
      if (open) document.querySelector<HTMLElement>(`[data-span="${CSS.escape(open)}"]`)?.focus();
      return null;
    });
  }, []);

  if (!data) {
    return (
      <main id="main" class="page turn-page" aria-busy={loading}>
        <h1 class={problem ? undefined : 'visually-hidden'}>Turn</h1>
        {problem ? <ProblemBox problem={problem} onRetry={reload} /> : <div class="skeleton" />}
      </main>
    );
  }
  const { turn, trace, traceProblem } = data;
  const span = trace?.spans.find((one) => one.id === selected);
  return (
    <main id="main" class="page turn-page" data-testid="turn" data-status={turn.status}>
      {problem && <ProblemBox problem={{ ...problem, title: `Not current: ${problem.title}` }} onRetry={reload} />}
      <TurnHeader turn={turn} entries={log.entries} totalMs={turn.timings.total_ms ?? trace?.total_ms ?? null} />
      {turn.error && <SpanError {...turn.error} />}
      {trace && <TurnTiles turn={turn} trace={trace} />}
      {traceProblem && <ProblemBox problem={traceProblem} onRetry={reload} />}
      {trace && (
        <div class={`turn-flow${span ? ' with-details' : ''}`}>
          <Waterfall trace={trace} selected={selected} onSelect={setSelected} />
          {span && <SpanDetails span={span} trace={trace} onClose={close} />}
        </div>
      )}
      <TurnFacts turn={turn} />
      <EventLog log={log} createdAt={turn.created_at} raw={{ turn, trace }} />
    </main>
  );
}
