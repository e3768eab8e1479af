/** Information that is missing for a better answer. */
import { inSentence, join, OBSERVATIONS, once, relatedTypes, termOf, unique } from '../../../clinical/index.ts';
import { RECORD_ACTS } from './consultant-acts.ts';
import { SHORT_LIVED } from './consultant-advice.ts';
import type { Question } from './consultant-question.ts';
import { isStopped, type Said } from './consultant-said.ts';
import type { Scene } from './consultant-scene.ts';
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
/** "Was", "came back": statements about the past, where a date would help. */
const PAST = /\b(?:was|were|had|came|got|showed|measured|said|been|used)\b/i;

export function missing({ text, view, said, question, series, whom, recordAnswer }: Scene): string[] {
  if (whom.who === 'relative') return [];
  if (!view.readable) return ['I could not read your record just now, so this rests on your message alone.'];
  const holds = holder(view, series);
  return [
    ...unitsAndDates(text, said),
    ...earlierValues(view, said, holds),
    ...followed(said, (test) => holds(test) || said.readings.some(({ name }) => name === test)),
    ...(question.asked.some((one) => RECORD_ACTS.has(one.act) && !recordAnswer(one)) ? ofSystems(question, holds) : []),
    ...(series.lines.length > 0 && series.notMeasured.length > 0
      ? [`Of the usual tests your record has no ${join(series.notMeasured.slice(0, 5))}.`]
      : []),
    ...notSeen(view, series),
  ];
}

function unitsAndDates(text: string, { readings, corrected, unitless }: Said): string[] {
  const undated = unique(
    readings
      .filter(({ time, name }) => !time && !corrected.has(name) && !SHORT_LIVED.has(name) && name !== 'Height')
      .map(({ name }) => inSentence(name)),
  );
  return [
    ...(unitless.length > 0 ? [`You gave no unit, so I took ${join(unitless)}; tell me if that is wrong.`] : []),
    ...(undated.length > 0 && PAST.test(text)
      ? [`You gave no date for ${join(undated)}; an old value may no longer hold.`]
      : []),
  ];
}

function earlierValues(view: RecordView, { readings }: Said, holds: (test: string) => boolean): string[] {
  if (readings.length === 0) return [];
  if (isEmptyRecord(view)) return ['Your record holds nothing yet, so there are no earlier values to compare with.'];
  const unseen = unique(readings.map(({ name }) => name)).filter(
    (name) => !hasReading(holds, name) && !SHORT_LIVED.has(name) && name !== 'Height',
  );
  const it = unseen.length > 1 ? 'they are' : 'it is';
  return unseen.length > 0
    ? [`Your record has no earlier ${join(unseen.map(inSentence), 'or')}, so I cannot say which way ${it} going.`]
    : [];
}

/** "With Lisinopril and Furosemide doctors also follow potassium and creatinine, with Levothyroxine TSH; …" */
function followed({ medications }: Said, holds: (test: string) => boolean): string[] {
  const byTests = new Map<string, string[]>();
  for (const name of unique(medications.filter((mention) => !isStopped(mention)).map((one) => one.name))) {
    const tests = (FOLLOWED[termOf(name, 'drug')?.drugClass ?? ''] ?? []).filter((test) => !holds(test));
    const words = join(tests.map(inSentence));
    if (words) byTests.set(words, [...(byTests.get(words) ?? []), name]);
  }
  const [first, ...others] = [...byTests];
  if (!first) return [];
  const parts = [
    `With ${join(first[1])} doctors also follow ${first[0]}`,
    ...others.map(([tests, names]) => `with ${join(names)} ${tests}`),
  ];
  return [`${parts.join(', ')}; your record has none.`];
}

function ofSystems({ systems }: Question, holds: (test: string) => boolean): string[] {
  return [...systems].flatMap((system) => {
    const tests = OBSERVATIONS.filter((row) => row.system === system && !/^(?:Sys|Dias)tolic /.test(row.name)).map(
      ({ name }) => name,
    );
    return tests.length > 0 && !tests.some((test) => hasReading(holds, test))
      ? [
          `Your record has no measurement of the ${system === 'ent' ? 'ear, nose and throat' : system} system. Usual ones are ${join(tests.slice(0, 5))}.`,
        ]
      : [];
  });
}

function notSeen({ partial }: RecordView, series: SeriesLines): string[] {
  const unseen = partial.filter((section) => section !== 'observations' || series.names.size === 0);
  return unseen.length > 0 ? [`Your record is long; of ${join(unseen)} I have seen only the newest entries.`] : [];
}

/** Whether the record has such a measurement, under any name. Computed on demand, because many answers do not need it. */
function holder({ sections }: RecordView, { names }: SeriesLines): (test: string) => boolean {
  const held = once(() => new Set(sections.observations.map(({ name }) => termOf(name, 'observation')?.name ?? name)));
  return (test) => names.has(test) || held().has(test);
}

function hasReading(holds: (test: string) => boolean, name: string): boolean {
  return relatedTypes(name).some(holds);
}
