/**
 * Which web addresses an agent may open: those that stand in the user's own message of this task, and those that a search of this run
 * has found. A model that obeys a page it has read can therefore not send anything out in an address of its own making: whole addresses
 * are compared, with path and query, not hosts.
 */
import type { Task } from '../task/task.ts';

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]+/gi;
/** Punctuation of the sentence around an address. */
const AFTER_ADDRESS = /[)\].,;:!?*_]$/;
/** More of them do not end an address. */
const MAX_TRAILING = 4;
const MAX_ADDRESSES = 50;

/** As they are compared. Of an address with punctuation after it, each way to read its end. */
export function addressesIn(text: string): string[] {
  const found = new Set<string>();
  for (const [written] of text.matchAll(ADDRESS)) {
    let address = written;
    for (let trimmed = 0; trimmed <= MAX_TRAILING; trimmed += 1) {
      const known = comparable(address);
      if (known !== null) found.add(known);
      if (!AFTER_ADDRESS.test(address)) break;
      address = address.slice(0, -1);
    }
    if (found.size >= MAX_ADDRESSES) break;
  }
  return [...found];
}

/** A task that the fleet itself has set off carries the addresses of the user's message that it goes back to, if there is one. */
export function addressesOfUser({ origin, text }: Pick<Task, 'origin' | 'text'>): string[] {
  return origin.kind === 'user' ? addressesIn(text) : (origin.addresses ?? []);
}

export function isKnownAddress(url: string, known: Iterable<string>): boolean {
  const wanted = comparable(url);
  if (wanted === null) return false;
  for (const address of known) if (comparable(address) === wanted) return true;
  return false;
}

/** Without its fragment, which is not sent. Null: not a web address. */
function comparable(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return null;
  parsed.hash = '';
  return parsed.href;
}
