/**
 * How much an observation has to change before it means more than the ups and downs of every body: an amount in its own unit,
 * or a percentage of the person's usual value. For laboratory tests these are rounded from published variation within a person
 * (Ricós et al., Ann Clin Biochem 2007; EFLM biological variation database): two samples of a healthy person differ by about
 * three times that variation at most. HbA1c and weight follow NICE and Dutch guidance on type 2 diabetes.
 */
import { readTable } from '../vocabulary/table.ts';

export const MEANINGFUL_CHANGES = readTable('meaningful-changes', ['name', 'change']);
