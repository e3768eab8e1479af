/** "Is the iron working?": the course of the values that show what a medicine does. Whether it does enough is for the doctor to say. */
import {
  capital,
  checkUpsFor,
  compareValues,
  dateText,
  drugEffects,
  drugGroupIn,
  findTerms,
  followedBy,
  inSentence,
  join,
  lines,
  patternsOf,
  relatedTypes,
  shortTitle,
  termOf,
  unique,
} from '../../../../clinical/index.ts';
import { takenMedicine } from '../record-view.ts';
import { actualDrugs } from './on-medicines.ts';
import { type Asked, substancesOf } from './question.ts';
import type { Scene } from './scene.ts';
import type { Course } from './series.ts';

const WORKS = patternsOf('health-offline', 'is-working').pattern('WORKS', 'i');
const MAX_TESTS = 3;
const ENOUGH = 'Whether that is enough, or the treatment should change, is for whoever prescribed it to say.';

export function onWorking(asked: Asked, scene: Scene): string {
  if (scene.whom.who === 'relative' || !WORKS.test(asked.text)) return '';
  const [medicine] = medicinesMeant(asked, scene);
  if (!medicine) return '';
  const tests = shownBy(medicine);
  const isOf = (name: string) => (test: string) => test === name || relatedTypes(test).includes(name);
  const courses = tests.map((some) => scene.courses.filter(({ name }) => some.some(isOf(name))));
  const found = (courses.find((some) => some.length > 0) ?? []).slice(0, MAX_TESTS);
  if (found.length > 0) return lines(...found.map((course) => changeLine(course, medicine, scene)), ENOUGH);
  const [wanted = []] = tests.filter((some) => some.length > 0);
  return wanted.length === 0
    ? ''
    : lines(
        `${capital(join(wanted.slice(0, MAX_TESTS).map(inSentence), 'or'))} would show it, and your record holds no value of that.`,
        ENOUGH,
      );
}

/** Of those that are taken: named, of the group that is named, or the only one. */
function medicinesMeant(asked: Asked, { taken }: Scene): string[] {
  const group = drugGroupIn(asked.text);
  const ofGroup = taken.filter((name) => group?.names.includes(name));
  const named = actualDrugs(substancesOf(asked), taken);
  const isNamed = (name: string) => named.includes(name) || named.includes(termOf(name, 'drug')?.name ?? name);
  return ofGroup.length > 0 ? ofGroup : taken.filter(isNamed);
}

/** By what it is used for, else what is commonly checked with it. */
function shownBy(written: string): string[][] {
  const medicine = termOf(written, 'drug')?.name ?? written;
  const uses = findTerms(drugEffects(medicine)?.use ?? '').flatMap(({ term }) => {
    if (term.kind === 'condition') return followedBy(term.name);
    return term.kind === 'observation' ? [term.name] : [];
  });
  const checks = checkUpsFor({ medicines: [medicine], conditions: [] }).map(({ check }) => check);
  return [unique(uses), checks];
}

/** "Hemoglobin rose from 9.8 g/dL (3 October 2026) to 11.4 g/dL (14 November 2026)": since the medicine was begun, where that is known. */
function changeLine({ name, latest, older }: Course, medicine: string, { view, moment }: Scene): string {
  const day = (time?: string) => (time ? ` (${dateText(time, moment.timezone)})` : '');
  const entry = takenMedicine(view, medicine);
  const begun = entry?.told ? undefined : entry?.time;
  const first = older.find(({ time }) => begun && time && time <= begun) ?? older.at(-1);
  const now = `${shortTitle(latest)}${day(latest.time)}`;
  const pair = first && compareValues(name, shortTitle(first), shortTitle(latest));
  if (!first || !pair) return `${capital(name)}: ${now}; there is no earlier value on record to compare it with.`;
  const way = { higher: 'rose', lower: 'fell', unchanged: 'stayed the same' }[pair.way];
  const stands = latest.standing ? `; ${STANDS[latest.standing.replace('critical-', '')] ?? ''}` : '';
  return `${capital(name)} ${way}, from ${shortTitle(first)}${day(first.time)} to ${now}${stands}.`;
}

const STANDS: Readonly<Record<string, string>> = {
  low: 'that is still below the usual range',
  high: 'that is above the usual range',
  normal: 'that is within the usual range',
};
