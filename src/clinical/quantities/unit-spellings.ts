/**
 * Units as people write them. `unit` is how we show it, `ucum` its code in the Unified Code for Units of Measure. International
 * units are coded as enzyme units: UCUM cannot convert between the two, and within one test they are used as one.
 */
import { readTable } from '../vocabulary/table.ts';

export const UNIT_SPELLINGS = readTable('unit-spellings', ['unit', 'ucum', 'spellings']);
