/**
 * The red flags of a message, found once: every run that speaks asks for them, and so does the turn. What was found is kept for the
 * last few messages only.
 */
import { redFlags } from '../clinical/red-flags/red-flags.ts';

type Flags = ReturnType<typeof redFlags>;

/** Turns that a process works on at the same time, and a few more. */
const KEPT = 200;

const found = new Map<string, Flags>();

export function flagsOf(message: string): Flags {
  const known = found.get(message);
  if (known) return known;
  const flags = redFlags(message);
  found.set(message, flags);
  const [oldest] = found.size > KEPT ? found.keys() : [];
  if (oldest !== undefined) found.delete(oldest);
  return flags;
}
