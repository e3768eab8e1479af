/**
 * What a unit measures, told from its make-up and not from a list of names: mg/dL and g/L are both mass by volume. A dimension is
 * written as powers of its bases ("M L-3"), and the names below are those that matter in medicine.
 */

/** Powers by base: M mass, L length, T time … (the heading of unit-atoms.psv says them all). */
export type Powers = Readonly<Record<string, number>>;

export type Dimension =
  | 'none'
  | 'mass'
  | 'length'
  | 'volume'
  | 'time'
  | 'temperature'
  | 'pressure'
  | 'amount'
  | 'concentration'
  | 'fraction'
  | 'energy'
  | 'activity'
  | 'rate'
  | 'flow'
  | 'dose'
  | 'speed'
  | 'acidity'
  | 'radiation'
  | 'count'
  | 'area'
  | 'angle'
  | 'power'
  | 'information'
  | 'currency'
  | 'other';

const NAMES = new Map<string, Dimension>();
const NAMED: readonly (readonly [string, Dimension])[] = [
  ['M', 'mass'],
  ['L', 'length'],
  ['L2', 'area'],
  ['L3', 'volume'],
  ['T', 'time'],
  ['K', 'temperature'],
  ['M L-1 T-2', 'pressure'],
  ['N', 'amount'],
  ['U', 'activity'],
  ['C', 'count'],
  ['F', 'fraction'],
  ['P', 'acidity'],
  ['G', 'angle'],
  ['I', 'information'],
  ['Y', 'currency'],
  ['M L2 T-2', 'energy'],
  ['M L2 T-3', 'power'],
  ['L T-1', 'speed'],
  ['L2 T-2', 'radiation'],
  ['R', 'radiation'],
  // so much of a substance, of cells or of activity in so much of a body's fluid, or of another substance
  ...[
    '',
    'L-3',
    'M L-3',
    'N L-3',
    'U L-3',
    'C L-3',
    'U M-1',
    'N M-1',
    'C M-1',
    'M N-1',
    'U C-1',
    'M C-1',
    'L3 C-1',
  ].map((key) => [key, 'concentration'] as const),
  ...['T-1', 'C T-1', 'C M-1 T-1'].map((key) => [key, 'rate'] as const),
  // so much in a time, for the whole body or by its weight
  ...['L3 T-1', 'M T-1', 'N T-1', 'U T-1', 'L3 M-1 T-1', 'U M-1 T-1', 'N M-1 T-1', 'M L-3 T-1', 'U L-3 T-1'].map(
    (key) => [key, 'flow'] as const,
  ),
  // by the body's weight or surface
  ...['M L-2', 'U L-2', 'L3 M-1', 'M L-2 T-1', 'M2 L-2', 'L M-1'].map((key) => [key, 'dose'] as const),
];

const ORDER = 'UCMNLTKFGPREIY';
for (const [key, name] of NAMED) NAMES.set(written(powersOf(key)), name);

/** "M L-3" -> { M: 1, L: -3 } */
export function powersOf(written: string): Powers {
  const powers: Record<string, number> = {};
  for (const part of written.split(' ').filter(Boolean)) powers[part.charAt(0)] = Number(part.slice(1) || 1);
  return powers;
}

export function times(left: Powers, right: Powers, power = 1): Powers {
  const product: Record<string, number> = { ...left };
  for (const [base, count] of Object.entries(right)) {
    const sum = (product[base] ?? 0) + count * power;
    if (sum === 0) delete product[base];
    else product[base] = sum;
  }
  return product;
}

export function dimensionOf(powers: Powers): Dimension {
  return NAMES.get(written(powers)) ?? 'other';
}

function written(powers: Powers): string {
  const bases = Object.keys(powers).sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  return bases.map((base) => `${base}${powers[base] === 1 ? '' : powers[base]}`).join(' ');
}
