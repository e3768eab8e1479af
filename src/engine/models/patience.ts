/** How long a call may send nothing. Slow is not away: a server on a small machine reads a prompt for minutes before its first word. */
import type { Patience } from './provider.ts';

/** Tokens a second where nothing was measured: a small model on two busy cores of a CPU reads 17 to 53. */
const SLOWEST_READING = 10;
/** Other clients of the server may slow it down after it was measured. */
const MARGIN = 3;
/** Node's fetch waits 300 s for the headers, which some servers send with the first token. */
const LONGEST_MS = 290_000;

/** `reads`: the tokens of a prompt that the server has read in a second. */
export function patienceOf(silenceMs: number, input: number, reads: number | undefined): Patience {
  const seconds = reads ? (MARGIN * input) / reads : input / SLOWEST_READING;
  return { silenceMs, firstMs: Math.max(silenceMs, Math.min(LONGEST_MS, silenceMs + Math.ceil(seconds) * 1000)) };
}
