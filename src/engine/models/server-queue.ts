/**
 * The calls that one server answers at a time; the others wait here, where waiting is not taken for silence. First come, first served,
 * but a call for whose words a person waits goes before those that nobody reads as they come.
 */

export type ServerQueue = {
  /** Resolves when it is the call's turn; what it resolves to ends the turn. Ends with the signal's reason. */
  enter(signal: AbortSignal, urgent: boolean): Promise<() => void>;
  waiting(): number;
};

/** `places` is asked for each call: a probe may find out how many there are. */
export function createServerQueue(places: () => number): ServerQueue {
  const urgent: (() => void)[] = [];
  const others: (() => void)[] = [];
  let taken = 0;

  function admit(): void {
    while (taken < places()) {
      const next = urgent.shift() ?? others.shift();
      if (!next) return;
      taken += 1;
      next();
    }
  }

  function leave(): void {
    taken -= 1;
    admit();
  }

  return {
    enter(signal, isUrgent) {
      signal.throwIfAborted();
      const line = isUrgent ? urgent : others;
      return new Promise((resolve, reject) => {
        const begin = () => {
          signal.removeEventListener('abort', giveUp);
          resolve(leave);
        };
        const giveUp = () => {
          line.splice(line.indexOf(begin), 1);
          reject(signal.reason);
        };
        signal.addEventListener('abort', giveUp, { once: true });
        line.push(begin);
        admit();
      });
    },
    waiting: () => urgent.length + others.length,
  };
}
