/** How many tokens a text has, by the estimate that budgets are checked with, and how much of a text fits into so many. */
import { BYTES_PER_TOKEN, tokensOf } from '../../engine/models/estimate.ts';

const ELLIPSIS = '…';

export function tokensIn(text: string): number {
  return tokensOf(Buffer.byteLength(text));
}

export function bytesIn(tokens: number): number {
  return tokens * BYTES_PER_TOKEN;
}

/** The beginning of a text that has no more bytes than this, without half a character. */
export function beginning(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(Math.max(0, bytes)));
  return text.slice(0, read);
}

/** The same, cut after a whole word and marked as cut where there is room for it. */
export function shortened(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const room = bytes - Buffer.byteLength(ELLIPSIS);
  if (room <= 0) return beginning(text, bytes);
  const kept = beginning(text, room);
  const space = kept.lastIndexOf(' ');
  return `${(space > kept.length / 2 ? kept.slice(0, space) : kept).trimEnd()}${ELLIPSIS}`;
}
