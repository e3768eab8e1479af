/** Symptoms in the words people use for them, with the body system each one points to first. */
import { readTable } from './table.ts';

export const SYMPTOMS = readTable('symptoms', ['name', 'icd10', 'system', 'aliases']);
