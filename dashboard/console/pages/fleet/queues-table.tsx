/** The queues: how full, how fast, how long a job waits. A queue's name chooses it for the chart. */
import { countText, durationText, secondsText, shortCount } from '../../parts/amounts.ts';
import { Sparkline } from '../../parts/plot/sparkline.tsx';
import type { History, Queue } from './fleet-types.ts';
import { depthOf } from './history.ts';

type Props = {
  queues: readonly Queue[];
  history: History | undefined;
  minutes: number;
  chosen: string | null;
  onChoose: (queue: string | null) => void;
};

const COLUMNS = [
  'Queue',
  'Waiting',
  'In work',
  'Delayed',
  'Failed',
  'Per minute',
  'Wait, median',
  'Wait, 95%',
  'Empty in',
  'Workers',
  'Lately',
];

export function QueuesTable({ queues, history, minutes, chosen, onChoose }: Props) {
  return (
    <div class="table-frame">
      <table class="cards-when-narrow" data-testid="queues">
        <thead>
          <tr>
            {COLUMNS.map((name, index) => (
              <th key={name} scope="col" class={index === 0 || name === 'Lately' ? undefined : 'number'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <QueueRow
              key={queue.name}
              queue={queue}
              depths={depthOf(history, queue.name, minutes)}
              isChosen={chosen === queue.name}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = {
  queue: Queue;
  depths: readonly (number | null)[];
  isChosen: boolean;
  onChoose: (queue: string | null) => void;
};

function QueueRow({ queue, depths, isChosen, onChoose }: RowProps) {
  const { name, waiting, active, delayed, failed, workers } = queue;
  return (
    <tr data-testid={`queue-${name}`} class={isChosen ? 'chosen' : undefined}>
      <th scope="row">
        <button
          type="button"
          class="queue-name"
          title={queue.about}
          aria-pressed={isChosen}
          onClick={() => onChoose(isChosen ? null : name)}
        >
          {name}
        </button>
        {queue.paused && <span class="badge busy">{queue.paused_by_hand ? 'paused' : 'rests'}</span>}
        {queue.waiting_children > 0 && (
          <span class="quiet small"> {countText(queue.waiting_children)} wait for their parts</span>
        )}
      </th>
      <Cell label="Waiting" value={countText(waiting)} isZero={waiting === 0} />
      <Cell label="In work" value={countText(active)} isZero={active === 0} />
      <Cell label="Delayed" value={countText(delayed)} isZero={delayed === 0} />
      <td class={failed > 0 ? 'number' : 'number zero'} data-label="Failed">
        {failed > 0 ? (
          <a class="bad-text" href="#failed">
            {countText(failed)}
          </a>
        ) : (
          0
        )}
      </td>
      <Cell
        label="Per minute"
        value={shortCount(queue.completed_per_minute)}
        isZero={queue.completed_per_minute === 0}
      />
      <Cell label="Wait, median" value={wait(queue.wait_p50_ms)} isZero={queue.wait_p50_ms === null} />
      <Cell label="Wait, 95%" value={wait(queue.wait_p95_ms)} isZero={queue.wait_p95_ms === null} />
      <Cell label="Empty in" value={drain(queue)} isZero={waiting + active === 0} />
      <td class="number" data-label="Workers">
        {workers === 0 ? <strong class="bad-text">none</strong> : countText(workers)}
      </td>
      <td data-label="Lately">
        <Sparkline
          fromZero
          values={depths.map((value, at) => ({ at, value }))}
          label={`Jobs of ${name} lately, at most ${Math.max(0, ...depths.map((d) => d ?? 0))}`}
        />
      </td>
    </tr>
  );
}

function Cell({ label, value, isZero }: { label: string; value: string; isZero: boolean }) {
  return (
    <td class={isZero ? 'number zero' : 'number'} data-label={label}>
      {value}
    </td>
  );
}

function wait(ms: number | null): string {
  return ms === null ? '–' : durationText(ms);
}

function drain({ waiting, active, drain_seconds }: Queue): string {
  if (waiting + active === 0) return '–';
  return drain_seconds === null ? 'not known' : secondsText(drain_seconds);
}
