/**
 * The schema of a row of each table. A test and `npm run vocabulary` check it; at run time the tables are not checked, because they
 * are part of the program.
 */
import { z } from 'zod';
import { bodySystems } from '../../../src/clinical/vocabulary/rows.ts';
import { listOf } from '../../../src/clinical/vocabulary/table.ts';

const SYSTEMS = new Set(bodySystems().map(({ name }) => name));
const KINDS = ['condition', 'symptom', 'drug', 'observation', 'procedure'] as const;

const name = z.string().regex(/^[^=~|]{2,}$/, 'a name holds no mark');
/** "general" is for what points to no system. */
const system = z.string().refine((text) => text === 'general' || SYSTEMS.has(text), 'no such body system');
const aliases = z
  .string()
  .refine((cell) => listOf(cell).every((alias) => /^[=~]?[^=~|]{2,}$/.test(alias)), 'a strange alias');
const blank = z.literal('');
const icd10 = z.union([
  blank,
  z.string().regex(/^[A-TV-Z]\d[\dAB](\.[\dA-Z]{1,4})?$|^U0[79]\.\d$/, 'not an ICD-10-CM code'),
]);
const loinc = z.union([blank, z.string().refine(hasLoincCheckDigit, 'not a LOINC code')]);
const rxnorm = z.union([blank, z.string().regex(/^\d{1,8}$/, 'not an RxNorm code')]);
const bounds = z.union([blank, z.string().refine(areBounds, 'not low..high')]);

export const SCHEMAS = {
  conditions: z.strictObject({ name, icd10, system, aliases }),
  symptoms: z.strictObject({ name, icd10, system, aliases }),
  drugs: z.strictObject({ name, rxnorm, drugClass: z.string().min(2), forms: z.string(), aliases }),
  observations: z.strictObject({
    name,
    loinc,
    system,
    unit: z.string(),
    units: z.string(),
    chem: z.string(),
    possible: bounds,
    usual: bounds,
    aliases: z.string(),
  }),
  allergens: z.strictObject({ name, aliases }),
  procedures: z.strictObject({ name, system, aliases }),
  specialties: z.strictObject({ name, system, aliases }),
  organizations: z.strictObject({ name, aliases }),
  'body-systems': z.strictObject({ name, aliases }),
  'body-sites': z.strictObject({ name, system, aliases }),
  abbreviations: z.strictObject({
    written: z.string().regex(/^[A-Z]{2,5}$/),
    kind: z.enum(KINDS),
    name,
    near: z
      .string()
      .refine((cell) => listOf(cell).length > 0, 'nothing speaks for it')
      .refine(
        (cell) => listOf(cell).every((cue) => !cue.startsWith('*') || SYSTEMS.has(cue.slice(1))),
        'no such body system',
      ),
  }),
};

function hasLoincCheckDigit(code: string): boolean {
  const [digits, check] = code.split('-');
  if (!/^\d{1,7}-\d$/.test(code) || !digits) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const times = place % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (times > 9 ? times - 9 : times);
  }, 0);
  return String((10 - (sum % 10)) % 10) === check;
}

function areBounds(cell: string): boolean {
  const [low, high] = cell.split('..').map(Number);
  return low !== undefined && high !== undefined && low < high;
}
