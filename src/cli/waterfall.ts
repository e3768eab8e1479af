/** A trace as text: one line a span, with a bar for its place in time. */
import type { TurnTrace } from '../client/client.ts';
import { oneLine, type Style } from './style.ts';

const BAR = 40;
const NAME = 44;

type Span = TurnTrace['spans'][number];

export function waterfall({ spans, total_ms }: TurnTrace, style: Style): string {
  const total = Math.max(1, total_ms, ...spans.map(({ start_ms, ms }) => start_ms + ms));
  const depths = depthsOf(spans);
  return spans.map((span) => `${line(span, depths.get(span.id) ?? 0, total, style)}\n`).join('');
}

function line(span: Span, depth: number, total: number, style: Style): string {
  const name = `${'  '.repeat(depth)}${span.name}`;
  const failed = span.status === 'error' || span.status === 'failed';
  const note = span.error ? `  ${span.error.code}` : '';
  const bar = barOf(span, total);
  return `${oneLineKeepingIndent(name).padEnd(NAME)} ${failed ? style.red(bar) : style.cyan(bar)} ${String(Math.round(span.ms)).padStart(6)} ms${note}`;
}

/** Dots for the wait in the queue, blocks for the work. */
function barOf({ start_ms, wait_ms = 0, ms }: Span, total: number): string {
  const at = (time: number) => Math.round((time / total) * BAR);
  const [waits, begins] = [at(Math.max(0, start_ms - wait_ms)), Math.min(at(start_ms), BAR - 1)];
  const length = Math.max(1, Math.min(at(start_ms + ms), BAR) - begins);
  return `${' '.repeat(waits)}${'·'.repeat(Math.max(0, begins - waits))}${'█'.repeat(length)}`.padEnd(BAR);
}

function oneLineKeepingIndent(name: string): string {
  const indent = name.length - name.trimStart().length;
  return ' '.repeat(indent) + oneLine(name, NAME - indent);
}

function depthsOf(spans: readonly Span[]): Map<string, number> {
  const parents = new Map(spans.map(({ id, parent }) => [id, parent]));
  const depthOf = (id: string, most: number): number => {
    const parent = parents.get(id);
    return parent === null || parent === undefined || most === 0 ? 0 : 1 + depthOf(parent, most - 1);
  };
  return new Map(spans.map(({ id }) => [id, depthOf(id, spans.length)]));
}
