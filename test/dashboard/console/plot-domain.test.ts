/** Zooming and moving a plot stays within what was measured and never ends up showing nothing. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  between,
  type Domain,
  lastDays,
  moved,
  wholeDomain,
  zoomed,
} from '../../../dashboard/console/pages/record/plot/domain.ts';

const DAY_MS = 86_400_000;
const WHOLE: Domain = [0, 1_000 * DAY_MS];
const length = ([from, to]: Domain) => to - from;

test('whatever is done one after the other, a part of the series is shown', () => {
  const step = fc.oneof(
    fc.double({ min: 0.01, max: 100, noNaN: true }).map((factor) => (domain: Domain) => zoomed(domain, factor, WHOLE)),
    fc.double({ min: -3, max: 3, noNaN: true }).map((share) => (domain: Domain) => moved(domain, share, WHOLE)),
    fc.tuple(fc.double({ min: -2, max: 3, noNaN: true }), fc.double({ min: -2, max: 3, noNaN: true })).map(
      ([a, b]) =>
        () =>
          between(a * WHOLE[1], b * WHOLE[1], WHOLE),
    ),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const domain = steps.reduce<Domain>((now, act) => act(now), WHOLE);
      expect(domain[0]).toBeGreaterThanOrEqual(WHOLE[0] - 1);
      expect(domain[1]).toBeLessThanOrEqual(WHOLE[1] + 1);
      expect(length(domain)).toBeGreaterThanOrEqual(DAY_MS - 1);
    }),
  );
});

test('what is under the pointer stays there while zooming in', () => {
  const anchor = 300 * DAY_MS;
  const [from, to] = zoomed(WHOLE, 0.5, WHOLE, anchor);
  expect((anchor - from) / (to - from)).toBeCloseTo(0.3);
});

test('a step to the side at the end of the series does not zoom', () => {
  const end = lastDays(WHOLE, 31);
  expect(moved(end, 0.5, WHOLE)).toEqual(end);
});

test('a single value has space around it', () => {
  expect(length(wholeDomain([5 * DAY_MS]))).toBeGreaterThan(0);
});
