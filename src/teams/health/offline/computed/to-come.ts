/** "What do I still have to do?": what is planned, by this message and by the record. */
import { dateText, daysFrom, join, type Moment, patternsOf, unique } from '../../../../clinical/index.ts';
import type { Entry, RecordView } from '../record-view.ts';
import type { Asked } from '../reply/question.ts';
import { isStopped } from '../reply/said.ts';
import type { Scene } from '../reply/scene.ts';

const ASKS = patternsOf('health-offline', 'to-come').pattern('ASKS', 'i');
const PLANNED: ReadonlySet<string> = new Set(['scheduled', 'planned']);

export function onToCome({ text }: Asked, { said, view, moment }: Scene): string {
  if (!ASKS.test(text)) return '';
  const { procedures, medications } = view.sections;
  const told = said.facts.filter(isPlanned).map(({ name, effective_time: time }) => ({ name, ...(time && { time }) }));
  const entries = [...told, ...visitsToCome(view, moment), ...[...procedures, ...medications].filter(isPlanned)];
  const items = unique(
    entries.toSorted(soonest).map(({ name, time }) => `${name}${time ? ` (${dateText(time, moment.timezone)})` : ''}`),
  );
  const planned = items.length > 0 ? `Still to come: ${join(items)}.` : 'I know of nothing that is planned.';
  const isTaken = said.medications.some((one) => !isStopped(one) && !isPlanned(one));
  const medicines = isTaken ? ' Take what was prescribed for as long as it was prescribed.' : '';
  return `${planned}${medicines} Whoever treats you knows whether anything else is due.`;
}

/** Appointments with a day that is not over, the next one first. */
export function visitsToCome({ sections }: RecordView, moment: Moment): Entry[] {
  return sections.encounters.filter(({ time, told }) => time && !told && daysFrom(time, moment) >= 0).toSorted(soonest);
}

/** All times have the same format, so that they compare as text. */
function soonest({ time: one = '~' }: Pick<Entry, 'time'>, { time: other = '~' }: Pick<Entry, 'time'>): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function isPlanned({ status }: { status?: string | undefined }): boolean {
  return PLANNED.has(status ?? '');
}
