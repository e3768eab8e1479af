/** Axes of a plot (an svg with the role img and a label). They draw ready ticks, in pixels, so that any scale will do. */
import './plot.css';

export type Tick = { at: number; label: string };

type BottomProps = { ticks: readonly Tick[]; from: number; to: number; y: number };
type LeftProps = { ticks: readonly Tick[]; from: number; to: number; x: number };

/** A line from `from` to `to` at the height `y`, with labels below it. */
export function BottomAxis({ ticks, from, to, y }: BottomProps) {
  return (
    <g class="plot-axis">
      <line x1={from} x2={to} y1={y} y2={y} />
      {ticks.map(({ at, label }) => (
        <g key={at}>
          <line x1={at} x2={at} y1={y} y2={y + 4} />
          <text x={at} y={y + 16} text-anchor={anchorAt(at, from, to)}>
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Labels at the left of `from`, and a grid line for each across the plot. */
export function LeftAxis({ ticks, from, to, x }: LeftProps) {
  return (
    <g class="plot-axis">
      {ticks.map(({ at, label }) => (
        <g key={at}>
          <line class="plot-grid" x1={from} x2={to} y1={at} y2={at} />
          <text x={x} y={at} dy="0.32em" text-anchor="end">
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Labels at the ends stay inside the plot. */
function anchorAt(at: number, from: number, to: number): 'start' | 'middle' | 'end' {
  const margin = 18;
  if (at - from < margin) return 'start';
  return to - at < margin ? 'end' : 'middle';
}
