/** What the record files with: units and names. In its own file, because importing it does not build the tables of codes. */
import { isPossible, measureAlike, termNamed, toCanonical, withChangedDose } from '../../clinical/index.ts';
import type { FilingTerms } from '../../record/index.ts';

export const filingTerms: FilingTerms = { toCanonical, isPossible, measureAlike, termNamed, withChangedDose };
