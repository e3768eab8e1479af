/** Paths of lines and areas. A missing value (null) interrupts them. */

export type Point = { x: number; y: number };

export function linePath(points: readonly (Point | null)[]): string {
  return runsOf(points).map(line).join('');
}

/** Between two edges, such as a stack's upper and lower one; both have the same points. */
export function areaPath(upper: readonly (Point | null)[], lower: readonly (Point | null)[]): string {
  const below = runsOf(lower);
  return runsOf(upper)
    .map((run, index) => `${line(run)}L${line([...(below[index] ?? [])].reverse()).slice(1)}Z`)
    .join('');
}

function runsOf(points: readonly (Point | null)[]): Point[][] {
  const runs: Point[][] = [];
  let open: Point[] | undefined;
  for (const point of points) {
    if (!point) {
      open = undefined;
      continue;
    }
    if (!open) {
      open = [];
      runs.push(open);
    }
    open.push(point);
  }
  return runs;
}

function line(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}
