/**
 * The red flags of a message, found once: every run that speaks asks for them, and so does the turn. What was found is kept for the
 * last few messages only.
 */
import type { Place } from '../../clinical/red-flags/places.ts';
import { redFlags } from '../../clinical/red-flags/red-flags.ts';

type Flags = ReturnType<typeof redFlags>;

/** Turns that a process works on at the same time, and a few more. */
const KEPT = 200;

const found = new Map<string, Flags>();

/** With the emergency numbers of the place, where the turn knows it. */
export function flagsOf(message: string, place?: Place | null): Flags {
  const key = `${place?.timezone ?? ''} ${place?.locale ?? ''} ${message}`;
  const known = found.get(key);
  if (known) return known;
  const flags = redFlags(message, place ?? {});
  found.set(key, flags);
  const [oldest] = found.size > KEPT ? found.keys() : [];
  if (oldest !== undefined) found.delete(oldest);
  return flags;
}
