/** The unit conversion that the record files with. In its own file, because it does not load the vocabulary. */
import { isPossible, toCanonical } from '../../clinical/index.ts';
import type { UnitConversion } from '../../record/index.ts';

export const unitConversion: UnitConversion = { toCanonical, isPossible };
