/** How full the queues were and how much was done, over time: of all queues, or of one. */
import { useState } from 'preact/hooks';
import { shortCount } from '../../parts/amounts.ts';
import { areaPath, linePath } from '../../parts/plot/paths.ts';
import { type Scales, TimePlot } from '../../parts/plot/time-plot.tsx';
import type { History } from './fleet-types.ts';
import { type Point, seriesOf } from './history.ts';
import { HistoryTable } from './history-table.tsx';

type Props = { history: History; queue: string | null; minutes: number; until: number };

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

export function HistoryChart({ history, queue, minutes, until }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const series = seriesOf(history, queue);
  const points = series.filter((point) => point !== null);
  if (points.length === 0) {
    return <p class="quiet chart-empty">Nothing was measured in this time. A sample is taken every few seconds.</p>;
  }
  const name = queue ?? 'all queues';
  const shared = {
    times: points.map(({ time }) => time),
    domain: [until - minutes * 60_000, until] as const,
    chosen: chosen !== null && chosen < points.length ? chosen : null,
    onChoose: setChosen,
    valueLabel: shortCount,
  };
  const at = (index: number, text: (point: Point) => string) => {
    const point = points[index];
    return point ? `${CLOCK.format(point.time)}: ${text(point)}` : '';
  };
  return (
    <div class="charts">
      <figure>
        <figcaption>
          Jobs <Key class="area-active" label="in work" /> <Key class="area-waiting" label="waiting" />
        </figcaption>
        <TimePlot
          {...shared}
          label={`Jobs of ${name}, in work and waiting`}
          height={190}
          max={Math.max(...points.map(({ waiting, active }) => waiting + active))}
          tip={(index) => at(index, ({ waiting, active }) => `${active} in work, ${waiting} waiting`)}
        >
          {(scales) => <Depth series={series} scales={scales} />}
        </TimePlot>
      </figure>
      <figure>
        <figcaption>
          Ended per minute <Key class="line-completed" label="completed" /> <Key class="bar-failed" label="failed" />
        </figcaption>
        <TimePlot
          {...shared}
          label={`Jobs of ${name} that ended per minute, completed and failed`}
          height={130}
          max={Math.max(...points.map(({ completed, failed }) => Math.max(completed, failed)))}
          tip={(index) =>
            at(
              index,
              ({ completed, failed }) => `${shortCount(completed)} completed, ${shortCount(failed)} failed a minute`,
            )
          }
        >
          {(scales) => <Ended series={series} scales={scales} />}
        </TimePlot>
      </figure>
      <HistoryTable points={points} />
    </div>
  );
}

type Layer = { series: readonly (Point | null)[]; scales: Scales };

function Depth({ series, scales: { x, y } }: Layer) {
  const edge = (value: (point: Point) => number) =>
    series.map((point) => point && { x: x(point.time), y: y(value(point)) });
  const [ground, middle, top] = [edge(() => 0), edge(({ active }) => active), edge((p) => p.active + p.waiting)];
  return (
    <>
      <path class="area-waiting" d={areaPath(top, middle)} />
      <path class="area-active" d={areaPath(middle, ground)} />
    </>
  );
}

/** Failures are rare: each is a bar of its own, and no line along zero. */
function Ended({ series, scales: { x, y } }: Layer) {
  const completed = linePath(series.map((point) => point && { x: x(point.time), y: y(point.completed) }));
  const bars = series.flatMap((point) => (point && point.failed > 0 ? [point] : []));
  return (
    <>
      <path class="line-completed" d={completed} />
      {bars.map(({ time, failed }) => (
        <line key={time} class="bar-failed" x1={x(time)} x2={x(time)} y1={y(0)} y2={y(failed)} />
      ))}
    </>
  );
}

function Key({ class: name, label }: { class: string; label: string }) {
  return (
    <span class="key">
      <svg width="14" height="10" aria-hidden="true">
        {name.startsWith('area') ? <rect class={name} width="14" height="10" /> : <path class={name} d="M0 5H14" />}
      </svg>{' '}
      {label}
    </span>
  );
}
