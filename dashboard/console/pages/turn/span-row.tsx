/** One span: its name, its bar on the time axis and how long it took. A click opens its details. */
import { durationText } from '../../parts/amounts.ts';
import { Icon } from '../../parts/icon.tsx';
import type { Span } from './spans.ts';
import { type Extent, extentOf, isRule, type SpanNode, waitExtent } from './spans.ts';

type Props = { node: SpanNode; length: number; selected: string | null; onSelect: (id: string) => void };

const KIND_NAMES: Record<Span['kind'], string> = {
  turn: 'Turn',
  run: 'Agent',
  model: 'Model',
  tool: 'Tool',
  remote: 'Remote agent',
  step: 'Step',
};

export function SpanRow({ node, length, selected, onSelect }: Props) {
  const { span, depth, children } = node;
  const isBad = span.status === 'error' || span.status === 'failed' || Boolean(span.error);
  const wait = waitExtent(span, length);
  // What its own steps took, drawn into its bar.
  const parts = span.kind === 'turn' ? [] : children.filter((child) => child.span.kind !== 'run');
  return (
    <button
      type="button"
      class={`span-row${isBad ? ' bad' : ''}`}
      data-span={span.id}
      data-kind={span.kind}
      data-status={span.status}
      aria-pressed={selected === span.id}
      onClick={() => onSelect(span.id)}
    >
      <span class="span-name" style={{ paddingLeft: `${depth * 0.9}rem` }}>
        <span class={`dot span-${span.kind}`} />
        <span class={span.kind === 'run' || span.kind === 'turn' ? 'span-title' : 'span-title quiet'}>
          {titleOf(span)}
        </span>
        <span class="visually-hidden">{spokenOf(span)}</span>
        {(span.attempts ?? 1) > 1 && <span class="badge busy">×{span.attempts}</span>}
        {isBad && <Icon name="alert" size={15} />}
      </span>
      <span class="span-track">
        {wait && <span class="bar span-wait" style={placeOf(wait)} />}
        <span
          class={`bar span-${span.kind}${span.status === 'running' ? ' running' : ''}`}
          style={placeOf(extentOf(span, length))}
        />
        {parts.map((part) => (
          <span key={part.span.id} class={`bar span-${part.span.kind}`} style={placeOf(extentOf(part.span, length))} />
        ))}
      </span>
      <span class="span-ms">{span.status === 'waiting' ? 'waiting' : durationText(span.ms)}</span>
    </button>
  );
}

export function titleOf(span: Span): string {
  if (span.kind === 'turn') return 'Turn';
  if (isRule(span)) return 'rules (no model)';
  return span.kind === 'run' ? (span.agent ?? span.name) : span.name;
}

export function kindName(span: Span): string {
  return isRule(span) ? 'Rules' : KIND_NAMES[span.kind];
}

/** What the colours and the place of the bar show, for those who hear the row. */
function spokenOf(span: Span): string {
  const waited = span.wait_ms ? `, waited ${durationText(span.wait_ms)}` : '';
  const attempts = (span.attempts ?? 1) > 1 ? `, ${span.attempts} attempts` : '';
  return `, ${kindName(span)}, ${span.status}${attempts}, from ${durationText(span.start_ms)}${waited}, took`;
}

function placeOf({ from, width }: Extent) {
  return { left: `${from * 100}%`, width: `${width * 100}%` };
}
