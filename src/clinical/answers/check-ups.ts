/** What is commonly checked with a medicine, with a condition or at an age, and how often. */
import { once } from '../text/cache.ts';
import { listOf, readTable } from '../vocabulary/table.ts';
import { termOf } from './known-terms.ts';

/** `reason`: the medicine or the condition; empty where it is the age. `months`: how often; 0 for once. */
export type CheckUp = { check: string; reason: string; months: number; source: string };

export type Checked = {
  medicines: readonly string[];
  conditions: readonly string[];
  age?: number | undefined;
  sex?: string | undefined;
};

const EVERYONE = 'everyone';
const AGES = /(\d{1,3})-(\d{1,3})/;
const GROWN_UP = 18;
/** As an open range is written. */
const OLDEST = 120;

const rows = once(() =>
  readTable('check-ups', ['subject', 'checks', 'months', 'who', 'source']).map(
    ({ subject, checks, months, who, source }) => ({
      subjects: new Set(listOf(subject)),
      checks: listOf(checks),
      months: Number(months),
      who,
      source,
    }),
  ),
);

/** Each check once: where several reasons ask for it, with the shortest interval. */
export function checkUpsFor(person: Checked): CheckUp[] {
  const reasons = [
    ...person.medicines.map((name) => ({ reason: name, names: [name, termOf(name, 'drug')?.drugClass ?? ''] })),
    ...person.conditions.map((name) => ({ reason: name, names: [name] })),
    ...(person.age === undefined ? [] : [{ reason: '', names: [EVERYONE] }]),
  ];
  const found = new Map<string, CheckUp>();
  for (const { reason, names } of reasons)
    for (const { subjects, checks, months, who, source } of rows()) {
      if (!names.some((name) => subjects.has(name)) || !isFor(who, person)) continue;
      for (const check of checks) {
        const known = found.get(check);
        if (!known || months < known.months) found.set(check, { check, reason, months, source });
      }
    }
  return [...found.values()];
}

/** "female 25-64"; somebody of an unknown age is a grown-up, and nothing more. */
function isFor(who: string, { age, sex }: Checked): boolean {
  const [, from, to] = (AGES.exec(who) ?? []).map(Number);
  const wanted = who.replace(AGES, '').trim();
  if (wanted && wanted !== sex) return false;
  if (from === undefined || to === undefined) return true;
  return age === undefined ? from <= GROWN_UP && to >= OLDEST : age >= from && age <= to;
}
