/** The spans of a trace as a tree on one time axis, and what they add up to. */
import type { TurnTrace } from '../../../../src/client/client.ts';

/** `start_ms` counts from the turn's creation; `wait_ms` is the wait in the queue before it. */
export type Span = TurnTrace['spans'][number];
export type SpanKind = Span['kind'];

export type SpanNode = { span: Span; depth: number; children: SpanNode[] };

/** Where something stands on the axis, as shares of its length (0 to 1). */
export type Extent = { from: number; width: number };

export type Totals = {
  waited_ms: number;
  jobs: number;
  model_ms: number;
  model_calls: number;
  rule_calls: number;
  tool_ms: number;
  tool_calls: number;
  remote_ms: number;
  remote_calls: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number | null;
  retries: number;
  failures: number;
};

/** The name of the model where rules answered and no model was asked. */
const OFFLINE = 'offline';

/** Children stand below their parent, in order of start. A span whose parent is unknown is a root. */
export function spanTree(spans: readonly Span[]): SpanNode[] {
  const ids = new Set(spans.map(({ id }) => id));
  const byParent = new Map<string, Span[]>();
  for (const span of spans) {
    const parent = span.parent && span.parent !== span.id && ids.has(span.parent) ? span.parent : '';
    byParent.set(parent, [...(byParent.get(parent) ?? []), span]);
  }
  const seen = new Set<string>();
  const below = (parent: string, depth: number): SpanNode[] =>
    (byParent.get(parent) ?? [])
      .filter(({ id }) => !seen.has(id) && seen.add(id))
      .sort((a, b) => a.start_ms - b.start_ms)
      .map((span) => ({ span, depth, children: below(span.id, depth + 1) }));
  return below('', 0);
}

/** The end of the axis in ms: that of the last span. */
export function axisLength(spans: readonly Span[], totalMs: number): number {
  return Math.max(1, totalMs, ...spans.map(({ start_ms, ms }) => start_ms + ms));
}

export function extentOf(span: Pick<Span, 'start_ms' | 'ms'>, length: number): Extent {
  const from = share(span.start_ms, length);
  return { from, width: share(span.start_ms + span.ms, length) - from };
}

export function waitExtent({ start_ms, wait_ms }: Span, length: number): Extent | null {
  if (!wait_ms) return null;
  const from = share(start_ms - wait_ms, length);
  return { from, width: share(start_ms, length) - from };
}

/** Runs side by side are added up, so a sum may be longer than the turn. */
export function totalsOf(spans: readonly Span[]): Totals {
  const of = (kind: SpanKind) => spans.filter((span) => span.kind === kind);
  const models = of('model').filter((span) => !isRule(span));
  const costs = models.map(({ usage }) => (usage ? usage.cost_usd : 0));
  return {
    waited_ms: sum(spans.map(({ wait_ms }) => wait_ms ?? 0)),
    jobs: spans.filter(({ job_id }) => job_id).length,
    model_ms: sum(models.map(({ ms }) => ms)),
    model_calls: models.length,
    rule_calls: of('model').length - models.length,
    tool_ms: sum(of('tool').map(({ ms }) => ms)),
    tool_calls: of('tool').length,
    remote_ms: sum(of('remote').map(({ ms }) => ms)),
    remote_calls: of('remote').length,
    input_tokens: sum(models.map(({ usage }) => usage?.input_tokens ?? 0)),
    output_tokens: sum(models.map(({ usage }) => usage?.output_tokens ?? 0)),
    cost_usd: costs.some((cost) => cost === null) ? null : sum(costs.map((cost) => cost ?? 0)),
    retries: sum(spans.map(({ attempts }) => Math.max(0, (attempts ?? 1) - 1))),
    failures: spans.filter(({ kind, error, status }) => kind !== 'turn' && (error || status === 'error')).length,
  };
}

/** An answer that offline rules gave in the place of a model. */
export function isRule({ kind, usage }: Span): boolean {
  return kind === 'model' && usage?.model === OFFLINE;
}

function share(ms: number, length: number): number {
  return Math.min(1, Math.max(0, ms / length));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
