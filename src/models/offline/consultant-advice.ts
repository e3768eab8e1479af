/** What would help to judge the answer and is not there, and when to see someone. General rules only, never a diagnosis. */
import type { DescribedReading } from '../../clinical/answers/readings.ts';
import { relatedTypes } from '../../clinical/questions/groups.ts';
import { type Term, termNamed } from '../../clinical/vocabulary/find-terms.ts';
import { OBSERVATIONS } from '../../clinical/vocabulary/observations.ts';
import type { Question } from './consultant-question.ts';
import type { Said } from './consultant-said.ts';
import type { SeriesLines } from './consultant-series.ts';
import { isEmptyRecord, type RecordView } from './record-view.ts';

/** What doctors commonly follow for a class of medicine (US labels). */
const FOLLOWED: Readonly<Record<string, readonly string[]>> = {
  biguanide: ['eGFR', 'Vitamin B12 level'],
  'ACE inhibitor': ['Potassium', 'Creatinine'],
  'angiotensin receptor blocker': ['Potassium', 'Creatinine'],
  statin: ['LDL cholesterol', 'ALT'],
  'thiazide diuretic': ['Sodium', 'Potassium'],
  'loop diuretic': ['Potassium', 'Creatinine'],
  'thyroid hormone': ['TSH'],
};
const DIABETES_DRUGS = /biguanide|sulfonylurea|insulin|GLP-1|SGLT2|DPP-4|thiazolidinedione/i;

export function missing(view: RecordView, said: Said, question: Question, series: SeriesLines): string[] {
  if (!view.readable) return ['I could not read your record just now, so this rests on your message alone.'];
  const held = new Set([
    ...view.sections.observations.map(({ name }) => termNamed(name, ['observation'])?.name ?? name),
    ...series.names,
  ]);
  const lines: string[] = [];
  const compares = said.readings.length + said.medications.length + said.findings.length + question.terms.length > 0;
  if (isEmptyRecord(view) && !compares && said.care.length + said.family.length > 0) return lines;
  if (isEmptyRecord(view)) lines.push('Your record holds nothing yet, so there are no earlier values to compare with.');
  else {
    const unseen = said.readings.map(({ name }) => name).filter((name) => !hasReading(held, name));
    if (unseen.length > 0)
      lines.push(`Your record has no earlier ${join(unseen)}, so I cannot say which way it is going.`);
  }
  const undated = said.readings.filter(({ time }) => !time).map(({ name }) => name);
  if (undated.length > 0) lines.push(`You gave no date for ${join(undated)}; an old value may no longer hold.`);
  for (const { name } of said.medications) {
    const follow = (FOLLOWED[termNamed(name, ['drug'])?.drugClass ?? ''] ?? []).filter((test) => !held.has(test));
    if (follow.length > 0) lines.push(`With ${name} doctors also follow ${join(follow)}; your record has none.`);
  }
  for (const system of question.systems) {
    const tests = OBSERVATIONS.filter((row) => row.system === system).map(({ name }) => name);
    if (tests.length > 0 && !tests.some((test) => held.has(test)))
      lines.push(`Your record has no measurement of the ${system} system. Usual ones are ${join(tests.slice(0, 5))}.`);
  }
  if (series.lines.length > 0 && series.notMeasured.length > 0)
    lines.push(`Of the usual tests your record has no ${join(series.notMeasured.slice(0, 5))}.`);
  const unheld = question.terms.filter(
    (term) =>
      term.kind === 'observation' &&
      !hasReading(held, term.name) &&
      ![...said.readings, ...said.others].some(({ name }) => name === term.name),
  );
  if (unheld.length > 0 && !isEmptyRecord(view))
    lines.push(`Your record has no ${join(unheld.map(({ name }) => name))}.`);
  const partial = view.partial.filter((section) => section !== 'observations' || series.names.size === 0);
  if (partial.length > 0) lines.push(`Your record is long; of ${join(partial)} I have seen only the newest entries.`);
  return lines;
}

/** A goal that guidelines name for people in treatment, where the plain reference range would mislead. */
export function treatmentGoals(
  readings: readonly DescribedReading[],
  medications: readonly string[],
  conditions: readonly string[],
): string[] {
  const treated =
    medications.some((name) => DIABETES_DRUGS.test(termNamed(name, ['drug'])?.drugClass ?? '')) ||
    conditions.some((name) => /diabetes/i.test(name));
  if (!treated || !readings.some(({ name }) => name === 'HbA1c')) return [];
  return [
    'The range for HbA1c is that of people without diabetes. For many adults who are treated for diabetes the goal is below 7 % (American Diabetes Association); yours is set with your doctor.',
  ];
}

export function whenToSeeSomeone(readings: readonly DescribedReading[], said: Said, terms: readonly Term[]): string {
  const outside = readings.filter(({ standing }) => standing && standing !== 'normal');
  const grave = outside.filter(({ standing }) => standing?.startsWith('critical'));
  if (grave.length > 0) return `Have ${join(grave.map(({ title }) => title))} checked today, even if you feel well.`;
  const symptoms = [
    ...said.findings.filter(({ kind }) => kind === 'symptom').map(({ name }) => name),
    ...terms.filter(({ kind }) => kind === 'symptom').map(({ name }) => name),
  ];
  const lines: string[] = [];
  if (outside.length > 0)
    lines.push(
      `Talk about ${join(unique(outside.map(({ title }) => title)))} at your next visit, or sooner if you feel unwell.`,
    );
  if (symptoms.length > 0)
    lines.push(
      `See a doctor about ${join(unique(symptoms)).toLowerCase()} if it is strong, new, getting worse or does not pass within a few days, and at once if it becomes severe.`,
    );
  if (said.others.length > 0)
    lines.push(
      'For somebody else, ask their own doctor, and at once if they are hard to wake, breathe badly or get worse.',
    );
  const onlyTold = said.care.length + said.family.length > 0 && readings.length + said.medications.length === 0;
  if (lines.length === 0 && !onlyTold) lines.push('See your doctor if you feel unwell or notice a change.');
  if (said.medications.length > 0)
    lines.push('Please do not change a prescribed dose without asking whoever prescribed it.');
  return lines.join(' ');
}

/** What runs in the family is not the person's own, and still worth knowing. */
export function familyAnswer(family: Said['family']): string {
  if (family.length === 0) return '';
  const whose = family.map(({ name, relations }) => {
    const who = relations.filter((relation) => relation !== 'family').map((relation) => `your ${relation}`);
    return who.length > 0 ? `${name} (${join(who)})` : name;
  });
  return `${join(whose)}: I take this as family history, not as something that you have. I am sorry if someone close to you is ill. It can matter for which check-ups are advised for you and from which age, so tell your doctor who had it and how old they were when it was found.`;
}

export function join(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function hasReading(held: ReadonlySet<string>, name: string): boolean {
  return relatedTypes(name).some((type) => held.has(type));
}

function unique(words: string[]): string[] {
  return [...new Set(words)];
}
