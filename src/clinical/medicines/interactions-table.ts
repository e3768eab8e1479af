/**
 * Pairs of substances that are known not to go well together, and allergies that reach further than the one drug they were
 * noticed with. A side is a drug, a class of the drug table or one of the groups below. Curated by hand from product labels and
 * guidelines, and far from complete: silence means "not in this table", never "safe". `severity` is contraindicated (not
 * together), serious (only if a doctor has decided so) or caution (possible, with care).
 */
import { readTable } from '../vocabulary/table.ts';

/** Substances that people ask about and that are no entry of the drug table. */
export const MORE_SUBSTANCES = readTable('interaction-substances', ['name', 'drugClass', 'aliases']);

export const GROUPS = readTable('interaction-groups', ['name', 'members']);

export const PAIRS = readTable('interaction-pairs', ['one', 'other', 'severity', 'why', 'source']);

/** An allergy to something on the left also concerns what is on the right. */
export const ALLERGY_REACH = readTable('allergy-reach', ['allergen', 'concerns', 'severity', 'why', 'source']);
