/** Samples of queues as the fleet page plots them, and the paths of its plots. */
import { expect, test } from 'vitest';
import { depthOf, seriesOf } from '../../../dashboard/console/pages/fleet/history.ts';
import { areaPath, linePath } from '../../../dashboard/console/parts/plot/paths.ts';

const START = Date.parse('2026-01-01T10:00:00Z');
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();
const sample = (seconds: number, waiting: number, completed = 0) => ({
  at: at(seconds),
  waiting,
  active: 1,
  failed: 0,
  completed,
  wait_p50_ms: null,
});

test('one queue keeps its values, and what ended is told per minute', () => {
  const history = { step_seconds: 15, queues: { turn: [sample(0, 4, 5)], triage: [sample(0, 9)] } };
  expect(seriesOf(history, 'turn')).toEqual([{ time: START, waiting: 4, active: 1, completed: 20, failed: 0 }]);
  expect(seriesOf(history, 'gone')).toEqual([]);
});

test('all queues are summed where they were measured together', () => {
  const history = { step_seconds: 15, queues: { turn: [sample(0, 4), sample(15, 1)], triage: [sample(0.2, 9)] } };
  expect(seriesOf(history, null).map((point) => point?.waiting)).toEqual([13, 1]);
});

test('a time without samples is a gap and no straight line', () => {
  const history = { step_seconds: 15, queues: { turn: [sample(0, 1), sample(15, 2), sample(120, 3)] } };
  expect(depthOf(history, 'turn', 1)).toEqual([2, 3, null, 4]);
});

test('a small line does not stretch two samples over an hour', () => {
  const history = { step_seconds: 900, queues: { turn: [sample(0, 1), sample(900, 2)] } };
  expect(depthOf(history, 'turn', 60)).toEqual([null, null, 2, 3]);
});

test('a gap interrupts lines and areas', () => {
  const points = [{ x: 0, y: 1 }, { x: 1, y: 2 }, null, { x: 3, y: 4 }];
  const ground = points.map((point) => point && { ...point, y: 0 });
  expect(linePath(points)).toBe('M0.0 1.0L1.0 2.0M3.0 4.0');
  expect(areaPath(points, ground)).toBe('M0.0 1.0L1.0 2.0L1.0 0.0L0.0 0.0ZM3.0 4.0L3.0 0.0Z');
});
