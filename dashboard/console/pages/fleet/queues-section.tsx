/** The queues as they are and as they were. */
import { useState } from 'preact/hooks';
import { get } from '../../api.ts';
import { ProblemBox } from '../../parts/problem-box.tsx';
import { useLoaded } from '../../use-loaded.ts';
import type { Fleet, History } from './fleet-types.ts';
import { HistoryChart } from './history-chart.tsx';
import { QueuesTable } from './queues-table.tsx';

const RANGES = [
  { minutes: 15, label: '15 min', everyMs: 15_000 },
  { minutes: 60, label: '1 h', everyMs: 15_000 },
  { minutes: 1440, label: '24 h', everyMs: 60_000 },
] as const;

export function QueuesSection({ fleet }: { fleet: Fleet }) {
  const [range, setRange] = useState<(typeof RANGES)[number]>(RANGES[0]);
  const [queue, setQueue] = useState<string | null>(null);
  const { minutes, everyMs } = range;
  const load = (signal: AbortSignal) => get<History>('/v1/fleet/history', { query: { minutes }, signal });
  const history = useLoaded(`history ${minutes}`, load, { everyMs });
  return (
    <section class="card" id="queues">
      <div class="section-head">
        <h2>Queues</h2>
        <div class="row">
          <label class="visually-hidden" for="chart-queue">
            Queue of the chart
          </label>
          <select
            id="chart-queue"
            data-testid="chart-queue"
            value={queue ?? ''}
            onChange={(event) => setQueue(event.currentTarget.value || null)}
          >
            <option value="">all queues</option>
            {fleet.queues.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
          <fieldset class="ranges">
            <legend class="visually-hidden">Time shown</legend>
            {RANGES.map((one) => (
              <button key={one.minutes} type="button" aria-pressed={one === range} onClick={() => setRange(one)}>
                {one.label}
              </button>
            ))}
          </fieldset>
        </div>
      </div>
      <div class="chart-place">
        {history.problem && !history.data && <ProblemBox problem={history.problem} onRetry={history.reload} />}
        {history.data && (
          <HistoryChart history={history.data} queue={queue} minutes={minutes} until={Date.parse(fleet.at)} />
        )}
      </div>
      <QueuesTable queues={fleet.queues} history={history.data} minutes={minutes} chosen={queue} onChoose={setQueue} />
    </section>
  );
}
