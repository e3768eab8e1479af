/** Where a value stands in its range: a shape, a word and a colour, so that it can be read without seeing colours. */
import type { Standing } from './record-data.ts';
import { STANDINGS } from './words.ts';

const LOOKS: Readonly<Record<Standing, [shape: string, tone: string]>> = {
  low: ['▼', 'busy'],
  normal: ['●', 'good'],
  high: ['▲', 'busy'],
  'critical-low': ['◆', 'bad'],
  'critical-high': ['◆', 'bad'],
};

export function StandingMark({ standing }: { standing: Standing | null | undefined }) {
  if (!standing) return null;
  const [shape, tone] = LOOKS[standing];
  return (
    <span class={`badge ${tone}`} data-standing={standing}>
      <span aria-hidden="true">{shape}</span> {STANDINGS[standing]}
    </span>
  );
}
