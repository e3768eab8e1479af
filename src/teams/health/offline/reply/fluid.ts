/** With heart failure, weight that rises within days is mostly water. */
import { canonicalAmount, DAY_MS, type DescribedReading, shortTitle } from '../../../../clinical/index.ts';
import type { Scene } from './scene.ts';

const WEIGHT = 'Weight';
/** In kilograms, within so many days (NHS; AHA). */
const GAIN = 2;
const DAYS = 8;
export const FLUID = [
  'With heart failure, two kilograms more within days is mostly water: ring your heart failure team or doctor today,',
  'weigh yourself each morning, and go easy on salt;',
  'call an ambulance if you are breathless at rest, faint or have chest pain (NHS; AHA).',
].join(' ');

export function gainsFluid({ view, said, courses }: Pick<Scene, 'view' | 'said' | 'courses'>): boolean {
  const fails = [...view.sections.conditions, ...said.findings].some(({ name }) => name === 'Heart failure');
  const told = said.readings.filter(({ name }) => name === WEIGHT);
  const newest = told.at(-1);
  if (!fails || !newest) return false;
  const course = courses.find(({ name }) => name === WEIGHT);
  const before = [...told, ...(course ? [course.latest, ...course.older] : [])];
  return before.some((one) => isRecent(one, newest) && kilograms(newest) - kilograms(one) >= GAIN);
}

/** One without a time was told in the same breath. */
function isRecent({ time }: DescribedReading, newest: DescribedReading): boolean {
  if (!time || !newest.time) return true;
  return Math.abs(Date.parse(newest.time) - Date.parse(time)) <= DAYS * DAY_MS;
}

function kilograms(reading: DescribedReading): number {
  return canonicalAmount(WEIGHT, shortTitle(reading)) ?? Number.NaN;
}
