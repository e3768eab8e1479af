/**
 * What a worker process counts: how long jobs have waited, and what was asked of models. It goes to Redis with the entry that the process
 * writes every second, in the same call, so counting costs no round trip.
 */
import type { ModelCalls, ModelCount } from '../../src/engine/models/model-calls.ts';
import type { QueueName } from '../catalogue.ts';
import { bucketOf } from './wait-buckets.ts';

/** Numbers to add to, and values to set in, the hashes of waits and of models. Fields of models: what, server and name. */
export type TallyWrites = { waits: Pair[]; add: Pair[]; set: Pair[] };
type Pair = [field: string, value: number];

export type WorkerTally = {
  waited(queue: QueueName, ms: number): void;
  /** What was counted since the last time; null if that is nothing. What cannot be written then is lost: figures, no work. */
  take(now: number): TallyWrites | null;
};

/** Between the parts of a field: none of them can have it. */
const BETWEEN = '\t';

export function createWorkerTally(models: Pick<ModelCalls, 'take'>): WorkerTally {
  let waits = new Map<string, number>();
  return {
    waited(queue, ms) {
      const field = `${queue}${BETWEEN}${bucketOf(ms)}`;
      waits.set(field, (waits.get(field) ?? 0) + 1);
    },
    take(now) {
      const counts = models.take();
      if (waits.size === 0 && counts.length === 0) return null;
      const writes: TallyWrites = { waits: [...waits], add: [], set: [] };
      waits = new Map();
      for (const count of counts) addModel(writes, count, now);
      return writes;
    },
  };
}

/** A field of the hash of models, or of waits, as its parts. */
export function partsOf(field: string): string[] {
  return field.split(BETWEEN);
}

function addModel({ add, set }: TallyWrites, { model, server, inARow, answered, ...sums }: ModelCount, now: number) {
  const field = (what: string) => [what, server ?? '', model].join(BETWEEN);
  for (const [what, value] of Object.entries(sums)) if (value > 0) add.push([field(what), value]);
  // An answer ends the failures that other processes have seen, too.
  (answered ? set : add).push([field('in_a_row'), inARow]);
  if (sums.failures > 0) set.push([field('failed_at'), now]);
}
