/** The curve, the values on it and the trend line. */
import { linePath } from '../../../parts/plot/paths.ts';
import type { Geometry, Plotted, TrendLine } from './geometry.ts';
import { Mark } from './mark.tsx';

/** With more values than this, their shapes would overlap. */
const CROWDED = 120;

type Props = { points: readonly Plotted[]; visible: readonly Plotted[]; geometry: Geometry; trend: TrendLine | null };

export function Values({ points, visible, geometry: { x, y }, trend }: Props) {
  const isCrowded = visible.length > CROWDED;
  return (
    <>
      <path
        class={isCrowded ? 'curve crowded' : 'curve'}
        d={linePath(points.map(({ at, value }) => ({ x: x(at), y: y(value) })))}
      />
      {visible.map(({ id, at, value, interpretation }) => (
        <Mark key={id} x={x(at)} y={y(value)} standing={interpretation} isSmall={isCrowded} />
      ))}
      {trend && (
        <line
          class="trend-line"
          x1={x(trend[0].at)}
          y1={y(trend[0].value)}
          x2={x(trend[1].at)}
          y2={y(trend[1].value)}
        />
      )}
    </>
  );
}
