/**
 * An estimate of the input tokens of a request: its UTF-8 bytes divided by four. English prose has
 * about four letters per token; JSON and most other languages have fewer, so the estimate is more often too low than too high, and
 * a request that it refuses would not have fitted. A file counts by its address only: its length is known only to the server.
 */
import type { ModelRequest } from './model.ts';

export const BYTES_PER_TOKEN = 4;

export function estimateInput({ instruction, messages, tools, output }: ModelRequest): number {
  return tokensOf(Buffer.byteLength(JSON.stringify([instruction, messages, tools, output ?? null])));
}

export function tokensOf(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}
