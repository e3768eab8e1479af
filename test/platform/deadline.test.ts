/** A time limit that can stand still: waiting for one's turn is nobody's fault. */
import { expect, test } from 'vitest';
import { withDeadline } from '../../src/engine/run/ask-model.ts';
import { startDeadline } from '../../src/platform/deadline.ts';
import { holdTimers } from '../support/clock.ts';

const SECONDS = 7_654;
const LATE = new Error('late');
const start = (outer = new AbortController().signal) => startDeadline(outer, SECONDS, () => LATE);

test('its time is up once', () => {
  const timers = holdTimers(SECONDS * 1000);
  const deadline = start();
  timers.fire();
  expect(deadline.signal.reason).toBe(LATE);
});

test('while any pause lasts no time passes; what is left runs on after the last', () => {
  const timers = holdTimers(SECONDS * 1000);
  const deadline = start();
  const [first, second] = [deadline.pause(), deadline.pause()];
  expect(timers.waiting()).toBe(0);
  first();
  timers.fire();
  expect(deadline.signal.aborted).toBe(false);
  second();
  deadline.done();
  deadline.pause()();
  expect(deadline.signal.aborted).toBe(false);
});

test('a paused one still ends with its outer signal', () => {
  const outer = new AbortController();
  const deadline = start(outer.signal);
  deadline.pause();
  outer.abort(LATE);
  expect(deadline.signal.reason).toBe(LATE);
  deadline.done();
});

test('who waits for an agent does not lose its own time while the agent waits for its turn', () => {
  const timers = holdTimers(SECONDS * 1000);
  const outer = withDeadline({ signal: new AbortController().signal }, 'Outer', SECONDS);
  const inner = withDeadline(outer, 'Inner', SECONDS);
  expect(timers.waiting()).toBe(2);
  const goOn = inner.pause();
  expect(timers.waiting()).toBe(0);
  goOn();
  inner.done();
  outer.done();
});
