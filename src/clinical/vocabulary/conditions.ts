/** Conditions that people name in conversation: ICD-10-CM code, body system, lay names and abbreviations. */
import { readTable } from './table.ts';

export const CONDITIONS = readTable('conditions', ['name', 'icd10', 'system', 'aliases']);
