/** Web addresses in a text: what begins with a scheme, or with "www." before a name with a dot. */
import { matchesOf } from './matches.ts';

const LINK = /\b(?:https?:\/\/|www\.(?=[\w-]+\.\w))[^\s<>"'`]\S*/gi;
/** Ends an address though no space stands before it. */
const QUOTE = /[<>"'`]/;

export function hasLink(text: string): boolean {
  return text.search(LINK) >= 0;
}

/** The first address, without what the sentence puts behind it. */
export function firstLink(text: string): string | undefined {
  const [address] = matchesOf(LINK, text)[0]?.[0].split(QUOTE, 1) ?? [];
  return address?.replace(/[)\].,;:!?]{1,20}$/, '');
}

/** An address is not a statement: "…/asthma" says nothing about anybody. Spaces keep the offsets of all other words. */
export function withoutLinks(text: string): string {
  return text.replace(LINK, (link) => ' '.repeat(link.length));
}
