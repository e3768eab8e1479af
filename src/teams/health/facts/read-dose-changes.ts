/**
 * A dose that is another one from now on at one time of day: "halved the evening one from tonight". What it was before stands in the
 * record only, so the change is told and the record works out the doses.
 */
import {
  dosesIn,
  findTerms,
  findTimes,
  isQuestion,
  type Moment,
  patternsOf,
  sentenceAt,
  timeIn,
} from '../../../clinical/index.ts';
import type { CorrectionInput } from '../../../record/index.ts';

const { pattern } = patternsOf('health-offline', 'read-dose-changes');

const CHANGED = pattern('CHANGED', 'i');
const ONE_OF_THE_DAY = pattern('ONE_OF_THE_DAY', 'iu');
const DAY = 'YYYY-MM-DD'.length;

export function readDoseChanges(text: string, moment: Moment): CorrectionInput[] {
  const found = ONE_OF_THE_DAY.exec(text);
  if (!found?.groups?.time) return [];
  const sentence = sentenceAt(text, found.index);
  const words = text.slice(sentence.start, sentence.end);
  const change = CHANGED.exec(words);
  const at = timeIn(found.groups.time);
  if (!change?.groups || !at || isQuestion(words)) return [];
  const named = findTerms(words).find(({ term }) => term.kind === 'drug')?.term.name;
  if (found.groups.drug && !named) return [];
  const dose = dosesIn(words).find(({ start }) => start > change.index)?.value.value;
  const factor = change.groups.half ? 0.5 : change.groups.double ? 2 : undefined;
  if (typeof dose !== 'number' && factor === undefined) return [];
  const day = findTimes(words, moment)[0]?.told ?? moment.now.toISOString();
  return [
    {
      action: 'change',
      kind: 'medication',
      ...(named && { name: named }),
      dose: { at, ...(typeof dose === 'number' ? { value: dose } : { factor }) },
      effective_time: day.length > DAY ? day.slice(0, DAY) : day,
      quote: words,
      start: sentence.start,
    },
  ];
}
