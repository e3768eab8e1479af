/** A trace as text: one line a span, with a bar for its place in time. */
import type { TurnTrace } from '../client/client.ts';
import { oneLine, type Style } from './style.ts';

const BAR = 40;
const NAME = 44;

type Span = TurnTrace['spans'][number];

export function waterfall({ spans, total_ms }: TurnTrace, style: Style): string {
  const total = Math.max(1, total_ms, ...spans.map(({ start_ms, ms }) => start_ms + ms));
  const rows = inTree(spans, null, 0);
  return rows.map(({ span, depth }) => `${line(span, depth, total, style)}\n`).join('');
}

/** Each span before its parts, in the order of their start. */
function inTree(spans: readonly Span[], parent: string | null, depth: number): { span: Span; depth: number }[] {
  return spans
    .filter((span) => span.parent === parent)
    .flatMap((span) => [{ span, depth }, ...inTree(spans, span.id, depth + 1)]);
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
