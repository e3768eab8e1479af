/** Loaded before a process's own code: its clock is ahead by CHAOS_CLOCK_AHEAD_MS, for everything that asks Date. */
const AHEAD_MS = Number(process.env.CHAOS_CLOCK_AHEAD_MS ?? 0);
const Real = Date;

globalThis.Date = class extends Real {
  constructor(...args) {
    if (args.length === 0) super(Real.now() + AHEAD_MS);
    else super(...args);
  }
  static now() {
    return Real.now() + AHEAD_MS;
  }
};
