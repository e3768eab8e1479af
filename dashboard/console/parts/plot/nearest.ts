/** The place in a list of times, in order, of the one that is nearest; -1 if there is none. */
export function nearest(times: readonly number[], at: number): number {
  let best = -1;
  for (const [index, time] of times.entries()) {
    if (best < 0 || Math.abs(time - at) < Math.abs((times[best] ?? 0) - at)) best = index;
  }
  return best;
}
