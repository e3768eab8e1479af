/** The latest vital signs as tiles. Blood pressure is two measurements and one tile. */
import { Sparkline } from '../../parts/plot/sparkline.tsx';
import { When } from '../../parts/when.tsx';
import { recordAddress } from './place.ts';
import { plottedOf } from './plot/geometry.ts';
import type { Measurement, Standing } from './record-data.ts';
import { StandingMark } from './standing.tsx';
import { amount } from './words.ts';

const [SYSTOLIC, DIASTOLIC] = ['Systolic blood pressure', 'Diastolic blood pressure'];
const MOST = 6;
/** The worse of the two is shown. */
const ORDER: readonly (Standing | null | undefined)[] = [
  undefined,
  null,
  'normal',
  'low',
  'high',
  'critical-low',
  'critical-high',
];

type Tile = {
  title: string;
  text: string;
  unit: string | null;
  main: Measurement;
  standing: Standing | null | undefined;
};

export function VitalTiles({ measurements }: { measurements: readonly Measurement[] }) {
  const tiles = tilesOf(measurements.filter(({ category }) => category === 'vital-signs')).slice(0, MOST);
  if (tiles.length === 0) return null;
  return (
    <section aria-labelledby="vitals">
      <h2 id="vitals" class="visually-hidden">
        Latest vital signs
      </h2>
      <ul class="vitals">
        {tiles.map(({ title, text, unit, main, standing }) => (
          <li key={title}>
            <a class="vital" href={recordAddress('observations', { name: main.name })} data-testid="vital">
              <span class="quiet small">{title}</span>
              <span class="row">
                <span>
                  <span class="big">{text}</span> <span class="quiet small">{unit}</span>
                </span>
                <Sparkline values={plottedOf(main.points)} range={main.reference_range} />
              </span>
              <span class="row small">
                <StandingMark standing={standing} />
                <span class="quiet">
                  <When time={main.points.at(-1)?.time ?? ''} />
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function tilesOf(vitals: readonly Measurement[]): Tile[] {
  const diastolic = vitals.find(({ name }) => name === DIASTOLIC)?.points.at(-1);
  const hasSystolic = vitals.some(({ name }) => name === SYSTOLIC);
  return vitals.flatMap((main) => {
    const last = main.points.at(-1);
    if (!last || (main.name === DIASTOLIC && hasSystolic)) return [];
    const tile = { title: main.name, text: amount(last.value), unit: main.unit, main, standing: last.interpretation };
    // Only values of the same measurement are shown as a pair.
    if (main.name !== SYSTOLIC || diastolic?.time !== last.time) return [tile];
    const text = `${tile.text}/${amount(diastolic.value)}`;
    return [{ ...tile, title: 'Blood pressure', text, standing: worse(last.interpretation, diastolic.interpretation) }];
  });
}

function worse(one: Standing | null, other: Standing | null): Standing | null {
  return ORDER.indexOf(one) >= ORDER.indexOf(other) ? one : other;
}
