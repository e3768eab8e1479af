/**
 * When a thread may be ended. The SQLite driver is native code that ends the whole process (SIGABRT) if its thread is ended during a
 * call. Each piece of work therefore has a gate in shared memory: the thread holds it during native calls, and whoever ends the thread
 * closes it first.
 */

const FREE = 0;
const HELD = 1;
const CLOSED = 2;

export type ThreadGate = Int32Array<SharedArrayBuffer>;

/** Of the work that this thread does now; none in the main thread, which nobody ends. */
let current: ThreadGate | undefined;

export function createThreadGate(): ThreadGate {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** In the thread, before its work begins. */
export function enterThreadGate(gate: ThreadGate): void {
  current = gate;
}

/** Native calls: the thread is ended before or after them. A thread whose gate is closed stops here until it is ended. */
export function uninterrupted<T>(work: () => T): T {
  const gate = current;
  // A transaction inside another piece of such work holds the gate already.
  if (!gate || gate[0] === HELD) return work();
  while (Atomics.compareExchange(gate, 0, FREE, HELD) !== FREE) Atomics.wait(gate, 0, CLOSED);
  try {
    return work();
  } finally {
    releaseThreadGate(gate);
  }
}

/** In the main thread: resolves when the thread may be ended, and stays closed. */
export async function closeThreadGate(gate: ThreadGate): Promise<void> {
  while (Atomics.compareExchange(gate, 0, FREE, CLOSED) === HELD) await Atomics.waitAsync(gate, 0, HELD).value;
}

/** When the work is over, in whatever way: a thread that ran out of memory still holds its gate. A closed gate stays closed. */
export function releaseThreadGate(gate: ThreadGate): void {
  if (Atomics.compareExchange(gate, 0, HELD, FREE) === HELD) Atomics.notify(gate, 0);
}
