/** A signal that fires with an outer one, or with an error of its own when the time is up. */
export type Deadline = { signal: AbortSignal; done(): void };

export function startDeadline(outer: AbortSignal, seconds: number, late: () => Error): Deadline {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(late()), seconds * 1000);
  // By hand: what AbortSignal.any keeps for every run, the garbage collector has to look after.
  const passOn = () => deadline.abort(outer.reason);
  if (outer.aborted) passOn();
  else outer.addEventListener('abort', passOn, { once: true });
  return {
    signal: deadline.signal,
    done() {
      clearTimeout(timer);
      outer.removeEventListener('abort', passOn);
    },
  };
}
