/** The unit conversion that the record files with. Apart from the rest of the terminology: it needs no vocabulary in memory. */
import { isPossible, toCanonical } from '../../clinical/index.ts';
import type { UnitConversion } from '../../record/index.ts';

export const unitConversion: UnitConversion = { toCanonical, isPossible };
