/**
 * A plot over time. It is read with the pointer or, as a slider, with the arrow keys: the values at the chosen time are shown beside a
 * guide line and said by a screen reader.
 */
import { scaleLinear, scaleTime } from 'd3-scale';
import type { ComponentChildren } from 'preact';
import { BottomAxis, LeftAxis } from './axis.tsx';
import { nearest } from './nearest.ts';
import { numberTicks, timeTicks } from './ticks.ts';
import { useWidth } from './use-width.ts';
import './plot.css';

const MARGIN = { top: 10, right: 8, bottom: 24, left: 44 };

export type Scales = { x: (time: number) => number; y: (value: number) => number };

type Props = {
  label: string;
  height: number;
  /** In order, in ms. */
  times: readonly number[];
  domain: readonly [number, number];
  max: number;
  valueLabel: (value: number) => string;
  /** The index of the time that is read; null for none. Plots may share it. */
  chosen: number | null;
  onChoose: (index: number | null) => void;
  /** The values at a time, in words. */
  tip: (index: number) => string;
  children: (scales: Scales) => ComponentChildren;
};

export function TimePlot(props: Props) {
  const { label, height, times, domain, max, valueLabel, chosen, onChoose, tip, children } = props;
  const { ref, width } = useWidth<HTMLDivElement>();
  const right = Math.max(MARGIN.left + 1, width - MARGIN.right);
  const bottom = height - MARGIN.bottom;
  const x = scaleTime([...domain], [MARGIN.left, right]);
  // Up to the next round number, and far enough that the ticks of a count are whole.
  const y = scaleLinear([0, Math.max(4, max)], [bottom, MARGIN.top]).nice(4);
  const clock = clockFor(domain[1] - domain[0]);
  const time = chosen === null ? undefined : times[chosen];

  const choose = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const at = x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left).getTime();
    if (times.length > 0) onChoose(nearest(times, at));
  };
  const step = (event: KeyboardEvent) => {
    const last = times.length - 1;
    const from = chosen ?? last;
    const next = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (event.key === 'Escape') onChoose(null);
    if (next === undefined || last < 0) return;
    event.preventDefault();
    onChoose(Math.min(last, Math.max(0, next)));
  };
  return (
    <div class="time-plot" ref={ref}>
      <svg width={width} height={height} role="img" aria-label={label}>
        {width > 0 && (
          <>
            <LeftAxis ticks={numberTicks(y, 4, valueLabel)} from={MARGIN.left} to={right} x={MARGIN.left - 8} />
            {children({ x: (at) => x(at), y: (value) => y(value) })}
            <BottomAxis ticks={timeTicks(x, width < 500 ? 4 : 8, clock)} from={MARGIN.left} to={right} y={bottom} />
            {time !== undefined && <line class="plot-guide" x1={x(time)} x2={x(time)} y1={MARGIN.top} y2={bottom} />}
          </>
        )}
      </svg>
      <div
        class="plot-reader"
        role="slider"
        tabIndex={0}
        aria-label={`${label}: time`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, times.length - 1)}
        aria-valuenow={chosen ?? Math.max(0, times.length - 1)}
        aria-valuetext={times.length === 0 ? 'no values' : tip(chosen ?? times.length - 1)}
        onPointerMove={choose}
        onPointerDown={choose}
        onPointerLeave={() => onChoose(null)}
        onBlur={() => onChoose(null)}
        onKeyDown={step}
      />
      {chosen !== null && time !== undefined && (
        <div class="plot-tip" style={tipPlace(x(time), width)} aria-hidden="true">
          {tip(chosen)}
        </div>
      )}
    </div>
  );
}

/** On the side of the guide line that has more room. */
function tipPlace(at: number, width: number) {
  return at > width / 2 ? { right: `${width - at + 8}px` } : { left: `${at + 8}px` };
}

function clockFor(lengthMs: number): (time: Date) => string {
  const format = new Intl.DateTimeFormat(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    ...(lengthMs < 5 * 60_000 && { second: '2-digit' }),
  });
  return (time) => format.format(time);
}
