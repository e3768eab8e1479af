/** A value in the plot. Its shape says the same as its colour: a triangle above or below the range, a diamond where it is critical. */
import type { Standing } from '../record-data.ts';

const SHAPES: Readonly<Record<Standing, string>> = {
  normal: 'M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0',
  high: 'M0,-5.5 5,4 -5,4z',
  low: 'M0,5.5 5,-4 -5,-4z',
  'critical-high': 'M0,-6.5 6.5,0 0,6.5 -6.5,0z',
  'critical-low': 'M0,-6.5 6.5,0 0,6.5 -6.5,0z',
};

type Props = { x: number; y: number; standing: Standing | null; isChosen?: boolean; isSmall?: boolean };

export function Mark({ x, y, standing, isChosen = false, isSmall = false }: Props) {
  return (
    <path
      class={`mark ${standing ?? 'unjudged'}`}
      data-chosen={isChosen || undefined}
      transform={`translate(${x.toFixed(1)},${y.toFixed(1)})${isSmall ? ' scale(0.6)' : ''}`}
      d={SHAPES[standing ?? 'normal']}
    />
  );
}
