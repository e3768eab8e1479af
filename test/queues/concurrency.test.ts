import { describe, expect, it } from 'vitest';
import { concurrencyOf, QUEUES } from '../../queues/catalogue.ts';

describe('how many jobs of a queue a process runs at a time', () => {
  it('is what the queue needs, if nothing is said: few where a job computes', () => {
    expect(concurrencyOf('', true)).toMatchObject({ extractor: QUEUES.extractor.concurrency.model, upkeep: 1 });
    expect(concurrencyOf('', false)).toMatchObject({ extractor: QUEUES.extractor.concurrency.rules, turn: 50 });
  });

  it('is said for all queues, for some, or for both', () => {
    expect(concurrencyOf('20', true)).toMatchObject({ extractor: 20, remote: 20 });
    expect(concurrencyOf('remote=200', true)).toMatchObject({ remote: 200, extractor: 50 });
    expect(concurrencyOf('20,extractor=4,remote=100', true)).toMatchObject({ turn: 20, extractor: 4, remote: 100 });
    expect(concurrencyOf('extractor=4,20', true)).toMatchObject({ turn: 20, extractor: 4 });
  });

  it('is refused for a queue that there is not, and where it is no number', () => {
    for (const said of ['fast', '0', '-1', '1.5', 'extractor=', 'extractor=fast', '=4', 'extractor=1=2=x'])
      expect(concurrencyOf(said, true), said).toBeNull();
    expect(concurrencyOf('20,extraktor=4', true)).toBeNull();
    expect(concurrencyOf('toString=4', true)).toBeNull();
  });
});
