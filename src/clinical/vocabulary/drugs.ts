/** Medicines and supplements: RxNorm ingredient code, class, and the brands and other names people say. */
import { readTable } from './table.ts';

export const DRUGS = readTable('drugs', ['name', 'rxnorm', 'drugClass', 'aliases']);
