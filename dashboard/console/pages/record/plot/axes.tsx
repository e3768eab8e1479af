/** The axes and the reference band: what stands behind the values. */
import type { Range } from '../record-data.ts';
import { type Geometry, MARGIN } from './geometry.ts';

type Props = {
  geometry: Geometry;
  range: Range | null;
  width: number;
  height: number;
};

export function Axes({ geometry, range, width, height }: Props) {
  const { x, y, timeTicks, timeLabel, valueTicks, valueLabel, floor, ceiling } = geometry;
  const [left, right, bottom] = [MARGIN.left, width - MARGIN.right, height - MARGIN.bottom];
  const [top, base] = range ? [y(range.high ?? ceiling), y(range.low ?? floor)] : [0, 0];
  return (
    <>
      {range && <rect class="band" x={left} y={top} width={right - left} height={Math.max(0, base - top)} />}
      {range && range.high !== undefined && <line class="bound" x1={left} x2={right} y1={top} y2={top} />}
      {range && range.low !== undefined && <line class="bound" x1={left} x2={right} y1={base} y2={base} />}
      {valueTicks.map((value) => (
        <g key={value}>
          <line class="grid" x1={left} x2={right} y1={y(value)} y2={y(value)} />
          <text class="tick" x={left - 8} y={y(value)} dy="0.32em" text-anchor="end">
            {valueLabel(value)}
          </text>
        </g>
      ))}
      {timeTicks.map((time) => (
        <g key={time.getTime()}>
          <line class="grid" x1={x(time.getTime())} x2={x(time.getTime())} y1={bottom} y2={bottom + 4} />
          <text class="tick" x={x(time.getTime())} y={bottom + 18} text-anchor="middle">
            {timeLabel(time)}
          </text>
        </g>
      ))}
    </>
  );
}
