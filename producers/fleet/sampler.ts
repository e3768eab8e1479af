/** Asks for a sample of the queues every 15 seconds. Each producer does; Redis takes one for all of them. */
import { SAMPLE_SECONDS, type Samples } from '../../queues/stats/samples.ts';
import type { Log } from '../../src/platform/log.ts';
import { isRedisOutage } from '../http/problem.ts';

export function startSampler(samples: Pick<Samples, 'take'>, log: Log): { stop(): void } {
  const take = () =>
    void samples.take().catch((error: unknown) => {
      // An outage is reported by the connection.
      if (!isRedisOutage(error)) log.error({ err: error }, 'fleet.sample_failed');
    });
  take();
  const timer = setInterval(take, SAMPLE_SECONDS * 1000);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
