/** Waits of jobs as counts by bucket, four buckets for each doubling: a percentile read from them is off by at most a tenth. */

const PER_DOUBLING = 4;

/** By bucket; few of them are used at a time. */
export type BucketCounts = Map<number, number>;

export function bucketOf(ms: number): number {
  return Math.round(PER_DOUBLING * Math.log2(Math.max(0, ms) + 1));
}

/** The wait below which that share of all waits is; null if there is none. */
export function percentile(counts: BucketCounts, share: number): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let seen = 0;
  for (const [bucket, count] of [...counts].sort(([a], [b]) => a - b)) {
    seen += count;
    if (seen >= total * share) return msOf(bucket);
  }
  return null;
}

export function addCounts(into: BucketCounts, more: BucketCounts): void {
  for (const [bucket, count] of more) into.set(bucket, (into.get(bucket) ?? 0) + count);
}

function msOf(bucket: number): number {
  return Math.round(2 ** (bucket / PER_DOUBLING) - 1);
}
