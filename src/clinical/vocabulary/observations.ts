/**
 * Vital signs and laboratory tests. `unit` is the one each is kept in; `units` are others it is commonly given in; `chem`
 * is the molecular weight in g/mol and, as z1 or z2, the charge, which molar conversions need. `possible` bounds what a living
 * body can show, so that a typing error is not filed; `usual` is where almost all values lie, which tells the unit of a
 * number that came without one. Both are in `unit`, as low..high.
 */
import { readTable } from './table.ts';

export const OBSERVATIONS = readTable('observations', [
  'name',
  'loinc',
  'system',
  'unit',
  'units',
  'chem',
  'possible',
  'usual',
  'aliases',
]);
