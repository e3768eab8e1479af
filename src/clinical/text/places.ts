/** Where a place falls in a list that is in reading order: found by halving, so that a long text costs hardly more than a short one. */

export type Stretch = { start: number; end: number };

/** The index of the first item that lies at this place or later; the length of the list if none does. */
export function indexFrom<T>(list: readonly T[], place: number, placeOf: (item: T) => number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placeOf(list[middle] as T) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const startOf = ({ start }: Stretch): number => start;
export const endOf = ({ end }: Stretch): number => end;
/** For a list of places. */
export const itself = (place: number): number => place;

/** Which stretches of a list overlap a place. The list is in reading order and without overlaps, so it is searched by halving. */
export function overlapping<T extends Stretch>(list: readonly T[], place: Stretch): T[] {
  const found: T[] = [];
  for (let at = indexFrom(list, place.start + 1, endOf); at < list.length && (list[at] as T).start < place.end; at += 1)
    found.push(list[at] as T);
  return found;
}
