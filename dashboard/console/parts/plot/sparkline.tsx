/** A small line without axes. What it says stands in its label and, in numbers, beside it. */
import { scaleLinear } from 'd3-scale';
import { areaPath, linePath } from './paths.ts';
import './plot.css';

type Props = { values: readonly (number | null)[]; label: string; width?: number; height?: number };

export function Sparkline({ values, label, width = 96, height = 24 }: Props) {
  const known = values.filter((value) => value !== null);
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [1, width - 1]);
  // A flat line of zeros stands at the bottom.
  const y = scaleLinear([0, Math.max(1, ...known)], [height - 2, 2]);
  const points = values.map((value, index) => (value === null ? null : { x: x(index), y: y(value) }));
  const ground = points.map((point) => point && { x: point.x, y: height - 1 });
  return (
    <svg
      class="depth-line"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <path class="depth-area" d={areaPath(points, ground)} />
      <path class="depth-stroke" d={linePath(points)} />
    </svg>
  );
}
