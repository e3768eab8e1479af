/**
 * Values over time with the reference band and the trend. The arrow keys go from value to value and + and - zoom, so that everything the
 * pointer does can be done without one; the table below has the same values.
 */
import { useId, useMemo, useRef, useState } from 'preact/hooks';
import { BottomAxis, LeftAxis } from '../../../parts/plot/axis.tsx';
import { Band } from '../../../parts/plot/band.tsx';
import { nearest } from '../../../parts/plot/nearest.ts';
import { useWidth } from '../../../parts/plot/use-width.ts';
import { When } from '../../../parts/when.tsx';
import type { Series } from '../record-data.ts';
import { StandingMark } from '../standing.tsx';
import { amount, STANDINGS } from '../words.ts';
import { type Domain, zoomed } from './domain.ts';
import { geometryOf, MARGIN, type Plotted, trendLine } from './geometry.ts';
import { Mark } from './mark.tsx';
import { useZoom } from './use-zoom.ts';
import { Values } from './values.tsx';

const HEIGHT = 300;
/** Also until the real one is known. */
const LEAST_WIDTH = 240;
const FULL_DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

type Props = {
  series: Series;
  points: readonly Plotted[];
  domain: Domain;
  whole: Domain;
  onDomain: (to: Domain) => void;
};

export function Plot({ series, points, domain, whole, onDomain }: Props) {
  const { ref: frame, width: measured } = useWidth<HTMLDivElement>();
  const width = Math.max(measured, LEAST_WIDTH);
  const svg = useRef<SVGSVGElement>(null);
  const clip = useId();
  const [chosenId, setChosen] = useState<string | null>(null);
  const visible = useMemo(() => points.filter(({ at }) => at >= domain[0] && at <= domain[1]), [points, domain]);
  const geometry = useMemo(
    () => geometryOf(visible, series, domain, { width, height: HEIGHT }),
    [visible, series, domain, width],
  );
  const { x, y, left, right, bottom } = geometry;
  const range = series.reference_range;
  const trend = useMemo(() => trendLine(points, series.change), [points, series]);
  // The same element as before is not compared again, however many values there are.
  const values = useMemo(
    () => <Values points={points} visible={visible} geometry={geometry} trend={trend} />,
    [points, visible, geometry, trend],
  );
  const drawn = useZoom(svg, { domain, whole, timeAt: (place) => x.invert(place).getTime(), onDomain });
  const index = visible.findIndex(({ id }) => id === chosenId);
  const chosen = visible[index];

  const choose = (next: number) => setChosen(visible[Math.min(Math.max(next, 0), visible.length - 1)]?.id ?? null);
  const keys: Record<string, () => void> = {
    ArrowLeft: () => choose(index < 0 ? visible.length - 1 : index - 1),
    ArrowRight: () => choose(index < 0 ? 0 : index + 1),
    Home: () => choose(0),
    End: () => choose(visible.length - 1),
    '+': () => onDomain(zoomed(domain, 0.5, whole, chosen?.at)),
    '-': () => onDomain(zoomed(domain, 2, whole, chosen?.at)),
    Escape: () => setChosen(null),
  };
  return (
    <div
      ref={frame}
      class="series-plot"
      data-testid="plot"
      role="slider"
      tabIndex={0}
      aria-label={`Values of ${series.name}`}
      aria-valuemin={0}
      aria-valuemax={Math.max(visible.length - 1, 0)}
      aria-valuenow={Math.max(index, 0)}
      aria-valuetext={chosen ? inWords(chosen, series.unit) : 'No value chosen'}
      onKeyDown={(event) => {
        const act = keys[event.key];
        if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        act();
      }}
      onPointerMove={(event) => {
        const place = event.clientX - event.currentTarget.getBoundingClientRect().left;
        const times = visible.map(({ at }) => at);
        setChosen(visible[nearest(times, x.invert(place).getTime())]?.id ?? null);
      }}
      onPointerLeave={() => setChosen(null)}
    >
      <svg ref={svg} width="100%" height={HEIGHT} aria-hidden="true">
        <clipPath id={clip}>
          <rect x={left - 8} y={0} width={right - left + 16} height={HEIGHT} />
        </clipPath>
        {range && <Band range={range} y={y} from={left} to={right} hasEdges />}
        <LeftAxis ticks={geometry.valueTicks} from={left} to={right} x={left - 8} />
        <BottomAxis ticks={geometry.timeTicks} from={left} to={right} y={bottom} />
        <g clip-path={`url(#${clip})`}>
          {values}
          {chosen && <Mark x={x(chosen.at)} y={y(chosen.value)} standing={chosen.interpretation} isChosen />}
        </g>
        {drawn && (
          <rect
            class="drawn"
            x={Math.min(...drawn)}
            y={MARGIN.top}
            width={Math.abs(drawn[0] - drawn[1])}
            height={bottom - MARGIN.top}
          />
        )}
      </svg>
      {visible.length === 0 && <p class="plot-note quiet">No values in this stretch of time.</p>}
      {chosen && (
        <div
          class="plot-tip"
          data-testid="tip"
          style={{
            left: `${Math.min(Math.max(x(chosen.at), 80), width - 80)}px`,
            top: `${y(chosen.value)}px`,
          }}
        >
          <strong>{amount(chosen.value, series.unit)}</strong> <StandingMark standing={chosen.interpretation} />
          <br />
          <When time={chosen.time} />
        </div>
      )}
    </div>
  );
}

function inWords({ value, at, interpretation }: Plotted, unit: string | null): string {
  const standing = interpretation ? `, ${STANDINGS[interpretation].toLowerCase()}` : '';
  return `${amount(value, unit)}, ${FULL_DATE.format(at)}${standing}`;
}
