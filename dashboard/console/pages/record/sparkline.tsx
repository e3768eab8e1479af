/** A small curve of the newest values with the reference band. Decoration: the same is said in words beside it. */
import { scaleLinear } from 'd3-scale';
import type { Series } from './record-data.ts';

const [WIDTH, HEIGHT, MARGIN] = [96, 28, 3];

export function Sparkline({ points, reference_range: range }: Pick<Series, 'points' | 'reference_range'>) {
  const values = points.flatMap(({ value, time }) =>
    typeof value === 'number' ? [{ value, time: Date.parse(time) }] : [],
  );
  const [first, last] = [values[0], values.at(-1)];
  if (!first || !last || values.length < 2) return null;
  const all = values.map(({ value }) => value);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const spare = (high - low || Math.abs(high) || 1) * 0.15;
  const x = scaleLinear([first.time, last.time], [MARGIN, WIDTH - MARGIN]);
  const y = scaleLinear([low - spare, high + spare], [HEIGHT, 0]).clamp(true);
  const [top, bottom] = [y(range?.high ?? Number.POSITIVE_INFINITY), y(range?.low ?? Number.NEGATIVE_INFINITY)];
  const line = values.map(({ value, time }) => `${x(time).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return (
    <svg class="small-curve" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {range && <rect class="band" x="0" y={top} width={WIDTH} height={Math.max(0, bottom - top)} />}
      <polyline points={line} />
      <circle cx={x(last.time)} cy={y(last.value)} r="2.5" />
    </svg>
  );
}
