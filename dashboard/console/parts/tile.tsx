/** One number with its name and a line about it. */
import type { ComponentChildren } from 'preact';
import './tile.css';

type Props = { label: string; value: ComponentChildren; note?: ComponentChildren; testid?: string };

/** Goes into a `<dl class="figures">`. */
export function Tile({ label, value, note, testid }: Props) {
  return (
    <div class="figure-tile" data-testid={testid}>
      <dt>{label}</dt>
      <dd>
        <span class="figure-value">{value}</span>
        {note && <span class="figure-note">{note}</span>}
      </dd>
    </div>
  );
}
