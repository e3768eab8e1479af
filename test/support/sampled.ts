/** Lists of cases that are too long for the gate: it takes a tenth, and a night, which asks for more PROPERTY_RUNS, takes all. */
export const IS_NIGHT = Number(process.env.PROPERTY_RUNS ?? 100) >= 1_000;

const STEP = IS_NIGHT ? 1 : 10;

export function sampled<T>(cases: readonly T[]): T[] {
  return cases.filter((_, index) => index % STEP === 0);
}

/** How many random cases to draw, where the night draws `count`. */
export function fewer(count: number): number {
  return count / STEP;
}
