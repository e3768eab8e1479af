/**
 * A small line without axes, of amounts from zero on or of values beside their usual range. Without a label it is decoration: the same is
 * said in words beside it.
 */
import { scaleLinear } from 'd3-scale';
import { Band, type Bounds } from './band.tsx';
import { areaPath, linePath } from './paths.ts';
import './plot.css';

/** A missing value (null) interrupts the line. */
type Value = { at: number; value: number | null };
type Props = {
  values: readonly Value[];
  fromZero?: boolean;
  range?: Bounds | null;
  label?: string;
  width?: number;
  height?: number;
};

const MARGIN = 3;

export function Sparkline({ values, fromZero = false, range, label, width = 96, height = 26 }: Props) {
  const known = values.map(({ value }) => value).filter((value) => value !== null);
  // One value is no line.
  if (!fromZero && known.length < 2) return null;
  const [low, high] = fromZero ? [0, Math.max(1, ...known)] : [Math.min(...known), Math.max(...known)];
  const spare = fromZero ? 0 : (high - low || Math.abs(high) || 1) * 0.15;
  const x = scaleLinear([values[0]?.at ?? 0, values.at(-1)?.at ?? 1], [MARGIN, width - MARGIN]);
  const y = scaleLinear([low - spare, high + spare], [height - MARGIN, MARGIN]).clamp(true);
  const points = values.map(({ at, value }) => (value === null ? null : { x: x(at), y: y(value) }));
  const last = points.at(-1);
  return (
    <svg
      class="sparkline"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={!label}
    >
      {range && <Band range={range} y={y} from={0} to={width} />}
      {fromZero && (
        <path
          class="area"
          d={areaPath(
            points,
            points.map((point) => point && { x: point.x, y: height }),
          )}
        />
      )}
      <path class="line" d={linePath(points)} />
      {last && <circle cx={last.x} cy={last.y} r="2.5" />}
    </svg>
  );
}
