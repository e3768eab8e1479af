/** The stretch of time that a plot shows: chosen by a button, drawn with the pointer, or moved step by step. */
export type Domain = readonly [from: number, to: number];

const DAY_MS = 86_400_000;
/** Shorter than this, the axis has nothing left to tell. */
const SHORTEST_MS = DAY_MS;

export const RANGES = [
  { label: '1 month', days: 31 },
  { label: '6 months', days: 183 },
  { label: '1 year', days: 366 },
] as const;

/** All values, with some space at both ends. */
export function wholeDomain(times: readonly number[]): Domain {
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const spare = Math.max((last - first) * 0.04, DAY_MS);
  return [first - spare, last + spare];
}

/** The last so many days, up to the newest value. */
export function lastDays([, to]: Domain, days: number): Domain {
  return [to - days * DAY_MS, to];
}

/** `factor` below 1 zooms in; the time at `anchor` stays where it is. */
export function zoomed([from, to]: Domain, factor: number, whole: Domain, anchor = (from + to) / 2): Domain {
  const length = Math.min(Math.max((to - from) * factor, SHORTEST_MS), whole[1] - whole[0]);
  const start = anchor - ((anchor - from) / (to - from)) * length;
  return within([start, start + length], whole);
}

/** By a share of what is shown: -0.5 goes back half a screen. */
export function moved([from, to]: Domain, share: number, whole: Domain): Domain {
  const step = (to - from) * share;
  return within([from + step, to + step], whole);
}

export function between(one: number, other: number, whole: Domain): Domain {
  const [from, to] = one < other ? [one, other] : [other, one];
  return within([from, Math.max(to, from + SHORTEST_MS)], whole);
}

/** Moved, not cut, so that a step at the end of the record does not zoom. */
function within([from, to]: Domain, [first, last]: Domain): Domain {
  const length = Math.min(to - from, last - first);
  const start = Math.min(Math.max(from, first), last - length);
  return [start, start + length];
}
