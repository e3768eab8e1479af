/** The flow of a turn: who called whom, as a tree, and when, on one time axis. */
import { scaleLinear } from 'd3-scale';
import { useMemo } from 'preact/hooks';
import type { TurnTrace } from '../../../../src/client/client.ts';
import { durationText } from '../../parts/amounts.ts';
import { SpanRow } from './span-row.tsx';
import { axisLength, type SpanNode, spanTree } from './spans.ts';
import './waterfall.css';

const LEGEND = [
  ['wait', 'waits in the queue'],
  ['model', 'model or rules'],
  ['tool', 'tool'],
  ['remote', 'remote agent'],
  ['run', 'other work'],
] as const;

type Props = { trace: TurnTrace; selected: string | null; onSelect: (id: string) => void };

export function Waterfall({ trace, selected, onSelect }: Props) {
  const roots = useMemo(() => spanTree(trace.spans), [trace.spans]);
  const length = axisLength(trace.spans, trace.total_ms);
  const ticks = scaleLinear([0, length], [0, 100]).ticks(5);
  return (
    <section class="card waterfall" aria-labelledby="flow-title">
      <div class="waterfall-head">
        <h2 id="flow-title">Flow</h2>
        <ul class="legend" aria-label="Colours">
          {LEGEND.map(([kind, label]) => (
            <li key={kind}>
              <span class={`swatch span-${kind}`} /> {label}
            </li>
          ))}
        </ul>
      </div>
      {roots.length === 0 && <p class="quiet">Nothing has started yet.</p>}
      {roots.length > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are an addition; every row is a button
        <div class="spans" data-testid="flow" onKeyDown={moveFocus}>
          <div class="spans-axis" aria-hidden="true">
            <div class="spans-grid">
              {ticks.map((tick) => (
                <span key={tick} class="spans-tick" style={{ left: `${(tick / length) * 100}%` }}>
                  <span>{tickText(tick, length)}</span>
                </span>
              ))}
            </div>
          </div>
          <Branch nodes={roots} {...{ length, selected, onSelect }} />
        </div>
      )}
    </section>
  );
}

/** One unit for the whole axis, without needless digits. */
function tickText(ms: number, length: number): string {
  if (length < 1_000) return `${ms} ms`;
  return length < 60_000 ? `${Number((ms / 1_000).toFixed(2))} s` : durationText(ms);
}

type BranchProps = Omit<Props, 'trace'> & { nodes: readonly SpanNode[]; length: number };

function Branch({ nodes, ...rest }: BranchProps) {
  return (
    <ul class="spans-list">
      {nodes.map((node) => (
        <li key={node.span.id}>
          <SpanRow node={node} {...rest} />
          {node.children.length > 0 && <Branch nodes={node.children} {...rest} />}
        </li>
      ))}
    </ul>
  );
}

function moveFocus(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-span]')];
  const next = rows[rows.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
