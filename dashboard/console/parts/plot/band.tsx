/** The usual range behind the values of a plot. A side without a bound reaches to the edge. */
import type { ScaleLinear } from 'd3-scale';
import './plot.css';

export type Bounds = { low?: number | undefined; high?: number | undefined };

type Props = { range: Bounds; y: ScaleLinear<number, number>; from: number; to: number; hasEdges?: boolean };

export function Band({ range, y, from, to, hasEdges = false }: Props) {
  const [floor = 0, ceiling = 0] = y.domain();
  const [top, bottom] = [y(range.high ?? ceiling), y(range.low ?? floor)];
  const edges = hasEdges ? [range.high, range.low].filter((bound) => bound !== undefined) : [];
  return (
    <g class="plot-band">
      <rect x={from} y={top} width={to - from} height={Math.max(0, bottom - top)} />
      {edges.map((bound) => (
        <line key={bound} x1={from} x2={to} y1={y(bound)} y2={y(bound)} />
      ))}
    </g>
  );
}
