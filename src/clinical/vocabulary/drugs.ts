/**
 * Medicines, vaccines and supplements: RxNorm ingredient code, class, usual forms, and the brands and other names people say. A row
 * whose name is its class ("Statin") stands for the kind, for when no single medicine is named.
 */
import { once } from '../text/cache.ts';
import { readTable } from './table.ts';

export const drugs = once(() => readTable('drugs', ['name', 'rxnorm', 'drugClass', 'forms', 'aliases']));
