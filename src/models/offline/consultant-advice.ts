/** What would help to judge the answer and is not there, and when to see someone. General rules only, never a diagnosis. */
import { termOf } from '../../clinical/answers/known-terms.ts';
import type { DescribedReading } from '../../clinical/answers/readings.ts';
import { drugEffects, topicFacts } from '../../clinical/answers/topic-facts.ts';
import { relatedTypes } from '../../clinical/questions/groups.ts';
import type { Term } from '../../clinical/vocabulary/find-terms.ts';
import { OBSERVATIONS } from '../../clinical/vocabulary/observations.ts';
import type { Question } from './consultant-question.ts';
import { isOver, isStopped, type Said } from './consultant-said.ts';
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
  const holds = holder(view, series);
  const lines: string[] = [];
  const compares = said.readings.length + said.medications.length + said.findings.length + question.terms.length > 0;
  if (isEmptyRecord(view) && !compares && said.care.length + said.family.length > 0) return lines;
  if (isEmptyRecord(view))
    lines.push(
      said.readings.length > 0
        ? 'Your record holds nothing yet, so there are no earlier values to compare with.'
        : 'Your record holds nothing yet, so this rests on your message alone.',
    );
  else {
    const unseen = unique(said.readings.map(({ name }) => name)).filter(
      (name) => !hasReading(holds, name) && !OF_THE_MOMENT.has(name) && name !== 'Height',
    );
    if (unseen.length > 0)
      lines.push(`Your record has no earlier ${join(unseen.map(inSentence))}, so I cannot say which way it is going.`);
  }
  const undated = unique(
    said.readings
      .filter(({ time, name }) => !time && !said.corrected.has(name) && !OF_THE_MOMENT.has(name) && name !== 'Height')
      .map(({ name }) => name),
  );
  if (undated.length > 0)
    lines.push(`You gave no date for ${join(undated.map(inSentence))}; an old value may no longer hold.`);
  for (const { name } of said.medications.filter((mention) => !isStopped(mention))) {
    const follow = (FOLLOWED[termOf(name, 'drug')?.drugClass ?? ''] ?? []).filter((test) => !holds(test));
    if (follow.length > 0) lines.push(`With ${name} doctors also follow ${join(follow)}; your record has none.`);
  }
  for (const system of question.systems) {
    const tests = OBSERVATIONS.filter((row) => row.system === system && !/^(?:Sys|Dias)tolic /.test(row.name)).map(
      ({ name }) => name,
    );
    if (tests.length > 0 && !tests.some((test) => hasReading(holds, test)))
      lines.push(`Your record has no measurement of the ${system} system. Usual ones are ${join(tests.slice(0, 5))}.`);
  }
  if (series.lines.length > 0 && series.notMeasured.length > 0)
    lines.push(`Of the usual tests your record has no ${join(series.notMeasured.slice(0, 5))}.`);
  const unheld = question.terms.filter(
    (term) =>
      term.kind === 'observation' &&
      !hasReading(holds, term.name) &&
      ![...said.readings, ...said.others].some(({ name }) => name === term.name),
  );
  if (unheld.length > 0 && !isEmptyRecord(view))
    lines.push(`Your record has no ${join(unheld.map(({ name }) => inSentence(name)))}.`);
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
  if (!readings.some(({ name }) => name === 'HbA1c')) return [];
  const treated =
    medications.some((name) => DIABETES_DRUGS.test(termOf(name, 'drug')?.drugClass ?? '')) ||
    conditions.some((name) => /diabetes/i.test(name));
  if (!treated) return [];
  return [
    'The range for HbA1c is that of people without diabetes. For many adults who are treated for diabetes the goal is below 7 % (American Diabetes Association); yours is set with your doctor.',
  ];
}

/** They change within hours, so an earlier value or the next visit is of no use. */
const OF_THE_MOMENT = new Set(['Body temperature', 'Heart rate', 'Respiratory rate', 'Oxygen saturation']);
const FEVER_FROM = 38;
const MOST_SYMPTOMS = 2;

export function whenToSeeSomeone(readings: readonly DescribedReading[], said: Said, terms: readonly Term[]): string {
  const outside = readings.filter(({ standing }) => standing && standing !== 'normal');
  const grave = outside.filter(({ standing }) => standing?.startsWith('critical'));
  if (grave.length > 0)
    return `Have ${join(unique(grave.map(({ title }) => title)))} checked today, even if you feel well.`;
  const lines: string[] = [];
  const lasting = unique(outside.filter(({ name }) => !OF_THE_MOMENT.has(name)).map(({ name }) => name));
  if (lasting.length > 0)
    lines.push(`Talk about your ${join(lasting.map(inSentence))} at your next visit, or sooner if you feel unwell.`);
  const [only] = lasting;
  const facts = only && lasting.length === 1 ? topicFacts(only) : null;
  if (facts?.see) lines.push(`${only}: ${facts.see} (${facts.source})`);
  const feverish = outside.some((reading) => reading.name === 'Body temperature' && isFever(reading));
  const moment = unique(outside.filter(({ name }) => OF_THE_MOMENT.has(name)).map(({ name }) => name)).filter(
    (name) => !(feverish && name === 'Body temperature'),
  );
  if (moment.length > 0)
    lines.push(
      `Measure your ${join(moment.map(inSentence))} again after ten minutes of rest; if it stays so, or you feel unwell, speak to a doctor today.`,
    );
  const symptoms = unique([
    ...(feverish ? ['Fever'] : []),
    ...said.findings.filter((one) => one.kind === 'symptom' && !isOver(one)).map(({ name }) => name),
    ...terms.filter(({ kind }) => kind === 'symptom').map(({ name }) => name),
  ]);
  lines.push(...aboutSymptoms(symptoms));
  if (said.others.length > 0)
    lines.push(
      'For somebody else, ask their own doctor, and at once if they are hard to wake, breathe badly or get worse.',
    );
  if (lines.length === 0 && said.findings.length > 0)
    lines.push('See your doctor if you feel unwell or notice a change.');
  if (said.medications.length > 0)
    lines.push('Please do not change or stop a prescribed medicine without asking whoever prescribed it.');
  return lines.join('\n');
}

/** What the tables say for each symptom, and one rule for those they do not know. */
function aboutSymptoms(symptoms: readonly string[]): string[] {
  const known = symptoms.flatMap((name) => {
    const facts = topicFacts(name);
    return facts?.see ? [`${name}: ${facts.see} (${facts.source})`] : [];
  });
  const others = symptoms.filter((name) => !topicFacts(name)?.see);
  const general =
    others.length > 0
      ? [
          `See a doctor about ${join(others).toLowerCase()} if it is strong, new, getting worse or does not pass within a few days, and at once if it becomes severe.`,
        ]
      : [];
  return [...known.slice(0, MOST_SYMPTOMS), ...general];
}

function isFever({ title }: DescribedReading): boolean {
  const value = Number(/[\d.]+/.exec(title)?.[0]);
  return (value > 80 ? ((value - 32) * 5) / 9 : value) >= FEVER_FROM;
}

/** "Blood pressure" within a sentence is "blood pressure"; "HbA1c" and "LDL cholesterol" stay. */
export function inSentence(name: string): string {
  return /^[A-Z][a-z]+(?:\s|$)/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}

/** Symptoms that a medicine which is taken is known to bring. */
export function knownEffects(said: Said, taken: readonly string[]): string[] {
  const symptoms = said.findings.filter((one) => one.kind === 'symptom' && !isOver(one)).map(({ name }) => name);
  if (symptoms.length === 0) return [];
  const drugs = unique([...taken, ...said.medications.map(({ name }) => name)]).flatMap((drug) => {
    const effects = drugEffects(drug);
    return effects ? [{ drug, ...effects }] : [];
  });
  return symptoms.flatMap((symptom) =>
    drugs
      .filter(({ common }) => common.includes(symptom))
      .map(
        ({ drug, source }) =>
          `${symptom} is a known side effect of ${drug} (${source}). It may have other causes; tell whoever prescribed it.`,
      ),
  );
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

/** Whether the record has such a measurement, under whatever name. Many answers do not need to know. */
function holder({ sections }: RecordView, { names }: SeriesLines): (test: string) => boolean {
  let held: ReadonlySet<string> | undefined;
  return (test) => {
    held ??= new Set(sections.observations.map(({ name }) => termOf(name, 'observation')?.name ?? name));
    return names.has(test) || held.has(test);
  };
}

function hasReading(holds: (test: string) => boolean, name: string): boolean {
  return relatedTypes(name).some(holds);
}

function unique(words: string[]): string[] {
  return [...new Set(words)];
}
