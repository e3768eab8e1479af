/**
 * The items of a list inside a sentence: "ferritin 41 on 1 September and LDL 160, HDL 38 yesterday" has three. A number, its name and its
 * day belong together where they share an item; what an item lacks, it takes from its neighbours.
 */
import { matchesOf } from '../text/matches.ts';
import { indexFrom, overlapping, type Stretch, startOf } from '../text/places.ts';
import { sentencesOf } from '../text/sentences.ts';

const JOINT = /[,;\n]|:(?!\d)|\b(?:and|but|then|plus)\b/gi;

/** In reading order, without gaps. `whole`: what no joint divides, "March 3, 2020" or "a hundred and ten"; in reading order. */
export function itemsOf(text: string, whole: readonly Stretch[]): Stretch[] {
  const items: Stretch[] = [];
  for (const { start, end } of sentencesOf(text)) {
    let from = start;
    for (const { index, 0: joint } of matchesOf(JOINT, text, start, end - 1)) {
      const to = index + joint.length;
      if (overlapping(whole, { start: index, end: to }).length > 0) continue;
      items.push({ start: from, end: to });
      from = to;
    }
    items.push({ start: from, end });
  }
  return items;
}

/** The place of the item around an offset of the text, in the list of items. */
export function itemAt(items: readonly Stretch[], offset: number): number {
  return Math.max(0, indexFrom(items, offset + 1, startOf) - 1);
}
