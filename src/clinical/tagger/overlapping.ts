/** Which stretches of a list overlap a place. The list is in reading order and its stretches do not overlap, so a long text costs no more. */
import type { Stretch } from '../text/sentences.ts';

export function overlapping<T extends Stretch>(list: readonly T[], place: Stretch): T[] {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as T).end > place.start) high = middle;
    else low = middle + 1;
  }
  const found: T[] = [];
  for (let at = low; at < list.length && (list[at] as T).start < place.end; at += 1) found.push(list[at] as T);
  return found;
}
