/** Ids of items: short, because models repeat them, and derived from the write, so that deciding again makes the same ones. */
import { sha256 } from '../../../platform/sha256.ts';

const CHARS = 12;

export const ITEM_ID = /^[0-9a-f]{12}$/;

export function itemId(key: string, place = 0): string {
  return sha256(`${key} ${place}`).slice(0, CHARS);
}
