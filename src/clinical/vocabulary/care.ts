/** The world of care around the patient: what people are allergic to, what was done to them, who does it, and where. */
import { readTable } from './table.ts';

export const ALLERGENS = readTable('allergens', ['name', 'aliases']);

export const PROCEDURES = readTable('procedures', ['name', 'system', 'aliases']);

export const SPECIALTIES = readTable('specialties', ['name', 'system', 'aliases']);

export const ORGANIZATION_WORDS = readTable('organizations', ['name', 'aliases']);
