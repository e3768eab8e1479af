/** States are awaited; how long one may take is bounded by progress, not by the clock of a busy machine. */
import { setTimeout as sleep } from 'node:timers/promises';
import { STATE_LIMIT_MS } from '../support/limits.ts';

/** Resolves with true when the state holds, and with false when `progress` has not changed for `stalledMs`. */
export async function until(
  state: () => boolean | Promise<boolean>,
  {
    progress = () => 0,
    stalledMs = STATE_LIMIT_MS,
    everyMs = 50,
  }: { progress?: () => number; stalledMs?: number; everyMs?: number } = {},
): Promise<boolean> {
  let last = progress();
  let since = performance.now();
  while (!(await state())) {
    if (progress() !== last) {
      last = progress();
      since = performance.now();
    }
    if (performance.now() - since > stalledMs) return false;
    await sleep(everyMs);
  }
  return true;
}

/** Like Promise.all over the items, but at most `width` at a time. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as T);
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results;
}

export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
