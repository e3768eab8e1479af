/** A small line chart of a series of readings, without axes: the latest number is shown beside it. */
import { svgPart } from './dom.js';

const WIDTH = 96;
const HEIGHT = 24;
const EDGE = 3;

/** `points`: two or more of `{time, value}`, oldest first. `label` is for screen readers. */
export function sparkline(points, label) {
  const x = scale(
    points.map(({ time }) => time),
    EDGE,
    WIDTH - EDGE,
  );
  const y = scale(
    points.map(({ value }) => value),
    HEIGHT - EDGE,
    EDGE,
  );
  const places = points.map(({ time, value }) => [x(time), y(value)]);
  const [lastX, lastY] = places.at(-1);
  return svgPart(
    'svg',
    {
      class: 'sparkline',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      width: WIDTH,
      height: HEIGHT,
      role: 'img',
      'aria-label': label,
    },
    svgPart('polyline', { points: places.map((place) => place.map((n) => n.toFixed(1)).join(',')).join(' ') }),
    svgPart('circle', { cx: lastX.toFixed(1), cy: lastY.toFixed(1), r: 2.5 }),
  );
}

/** A series of equal values is drawn in the middle. */
function scale(values, from, to) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  return (value) => (span === 0 ? (from + to) / 2 : from + ((value - low) / span) * (to - from));
}
