/** Which stretches of a list overlap a place. The list is in reading order and without overlaps, so it is searched by halving. */
import { endOf, indexFrom } from '../text/places.ts';
import type { Stretch } from '../text/sentences.ts';

export function overlapping<T extends Stretch>(list: readonly T[], place: Stretch): T[] {
  const found: T[] = [];
  for (let at = indexFrom(list, place.start + 1, endOf); at < list.length && (list[at] as T).start < place.end; at += 1)
    found.push(list[at] as T);
  return found;
}
