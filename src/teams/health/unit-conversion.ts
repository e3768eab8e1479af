/** The unit conversion that the record files with. In its own file, because it does not load the vocabulary. */
import { isPossible, toCanonical } from '../../clinical/quantities/units.ts';
import type { UnitConversion } from '../../record/terminology.ts';

export const unitConversion: UnitConversion = { toCanonical, isPossible };
