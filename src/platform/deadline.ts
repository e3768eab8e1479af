/** A signal that fires with an outer one, or with an error of its own when the time is up. */
export type Deadline = {
  signal: AbortSignal;
  /** Its time stands still until what this returns is called. */
  pause(): () => void;
  done(): void;
};

export function startDeadline(outer: AbortSignal, seconds: number, late: () => Error): Deadline {
  const deadline = new AbortController();
  let left = seconds * 1000;
  let began = performance.now();
  const run = () => setTimeout(() => deadline.abort(late()), left);
  let timer: NodeJS.Timeout | undefined = run();
  let pauses = 0;
  // By hand: what AbortSignal.any keeps for every run, the garbage collector has to look after.
  const passOn = () => deadline.abort(outer.reason);
  if (outer.aborted) passOn();
  else outer.addEventListener('abort', passOn, { once: true });
  return {
    signal: deadline.signal,
    pause() {
      pauses += 1;
      if (pauses === 1) {
        clearTimeout(timer);
        left -= performance.now() - began;
      }
      return () => {
        pauses -= 1;
        if (pauses > 0 || timer === undefined) return;
        began = performance.now();
        timer = run();
      };
    },
    done() {
      clearTimeout(timer);
      timer = undefined;
      outer.removeEventListener('abort', passOn);
    },
  };
}
