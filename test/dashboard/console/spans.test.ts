/** The flow of a turn as the inspector draws it. */
import { describe, expect, test } from 'vitest';
import type { Span } from '../../../dashboard/console/pages/turn/spans.ts';
import {
  axisLength,
  extentOf,
  type SpanNode,
  spanTree,
  totalsOf,
  waitExtent,
} from '../../../dashboard/console/pages/turn/spans.ts';

function span(id: string, parent: string | null, fields: Partial<Span> = {}): Span {
  return { id, parent, kind: 'run', name: id, status: 'success', start_ms: 0, ms: 10, ...fields };
}

function namesOf(nodes: readonly SpanNode[]): unknown[] {
  return nodes.map(({ span: { id }, children }) => (children.length > 0 ? [id, namesOf(children)] : id));
}

describe('the tree', () => {
  test('shows who called whom, each level in order of start', () => {
    const spans = [span('turn', null), span('b', 'turn', { start_ms: 9 }), span('a', 'turn'), span('b1', 'b')];
    expect(namesOf(spanTree(spans))).toEqual([['turn', ['a', ['b', ['b1']]]]]);
  });

  test('loses no span whose parent is unknown or which is its own', () => {
    const spans = [span('a', 'gone'), span('b', 'b')];
    expect(namesOf(spanTree(spans))).toEqual(['a', 'b']);
  });
});

describe('the time axis', () => {
  test('ends with the last span, also if the turn says that it took less', () => {
    expect(axisLength([span('a', null, { start_ms: 40, ms: 20 })], 50)).toBe(60);
    expect(axisLength([], 0)).toBe(1);
  });

  test('shows a wait before its run, and never before the turn began', () => {
    const run = span('a', null, { start_ms: 30, wait_ms: 10, ms: 20 });
    expect(extentOf(run, 100)).toEqual({ from: 0.3, width: 0.2 });
    expect(waitExtent(run, 100)?.from).toBeCloseTo(0.2);
    expect(waitExtent({ ...run, wait_ms: 90 }, 100)).toEqual({ from: 0, width: 0.3 });
    expect(waitExtent(span('b', null), 100)).toBeNull();
  });
});

describe('the sums', () => {
  const usage = { input_tokens: 100, output_tokens: 20, cost_usd: 0.5, model: 'flash' };

  test('count models, tools, waits, retries and failures apart', () => {
    const totals = totalsOf([
      span('turn', null, { kind: 'turn', status: 'degraded', usage, error: { code: 'bad_output', detail: '' } }),
      span('a', 'turn', { wait_ms: 5, attempts: 3, job_id: 'j1', status: 'error' }),
      span('b', 'turn', { wait_ms: 7, attempts: 1, job_id: 'j2' }),
      span('a1', 'a', { kind: 'model', ms: 30, usage }),
      span('a2', 'a', { kind: 'tool', ms: 4 }),
      span('a3', 'a', { kind: 'remote', ms: 6 }),
    ]);
    expect(totals).toMatchObject({ waited_ms: 12, jobs: 2, retries: 2, failures: 1 });
    expect(totals).toMatchObject({ model_ms: 30, model_calls: 1, tool_ms: 4, remote_ms: 6 });
    expect(totals).toMatchObject({ input_tokens: 100, output_tokens: 20, cost_usd: 0.5 });
  });

  test('do not call an answer by rules a model call', () => {
    const rule = span('a', null, { kind: 'model', usage: { ...usage, model: 'offline' } });
    expect(totalsOf([rule])).toMatchObject({ model_calls: 0, rule_calls: 1, input_tokens: 0, cost_usd: 0 });
  });

  test('say that a cost is unknown rather than too low', () => {
    const models = [usage, { ...usage, cost_usd: null }].map((used, index) =>
      span(`m${index}`, null, { kind: 'model', usage: used }),
    );
    expect(totalsOf(models).cost_usd).toBeNull();
  });
});
