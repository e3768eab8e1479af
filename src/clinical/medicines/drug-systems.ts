/** Which body systems a class of medicine acts on, so that "how is my heart?" also finds what is taken for it. */
import { readTable } from '../vocabulary/table.ts';

export const DRUG_SYSTEMS = readTable('drug-systems', ['system', 'classes']);
