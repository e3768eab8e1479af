/** Loaded before a process's own code: its clock is right, two minutes ahead and two minutes behind, two seconds each, for all that asks Date. */
const OFF_MS = [0, 120_000, -120_000];
const EACH_MS = 2_000;
const Real = Date;
const off = () => OFF_MS[Math.floor(performance.now() / EACH_MS) % OFF_MS.length] ?? 0;

globalThis.Date = class extends Real {
  constructor(...args) {
    if (args.length === 0) super(Real.now() + off());
    else super(...args);
  }
  static now() {
    return Real.now() + off();
  }
};
