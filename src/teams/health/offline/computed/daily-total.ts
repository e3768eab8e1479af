/** What a medicine adds up to in a day, as it is taken: from the message, else from the record, with the sum and the label's range. */
import {
  asksForTotal,
  compareDose,
  conflictLine,
  conflicts,
  dailyTotal,
  doseText,
  inSentence,
  join,
  labelDose,
  lines,
} from '../../../../clinical/index.ts';
import { takenMedicine } from '../record-view.ts';
import { type Asked, substancesOf } from '../reply/question.ts';
import type { Scene } from '../reply/scene.ts';

export function onDailyTotal(asked: Asked, scene: Scene): string {
  if (!asksForTotal(asked.text)) return '';
  const names = substancesOf(asked);
  const found = names.map((name) => totalOf(name, scene));
  const open = names.filter((_, nth) => !found[nth]).map(inSentence);
  return lines(
    ...conflicts(names, scene.taken, [])
      .filter(({ kind }) => kind === 'twice')
      .map(conflictLine),
    ...found,
    open.length > 0
      ? `To add up ${join(open)} I need to know how much is in one tablet or sachet, how many are taken each time, and how often.`
      : '',
  );
}

/** "Metformin 850 mg three times a day comes to 2,550 mg a day (3 × 850 mg)." */
function totalOf(name: string, { view, said }: Scene): string {
  const told = said.doses.find((one) => one.name === name);
  const entry = takenMedicine(view, name);
  const kept = told?.frequency && told.value !== undefined ? { ...told, frequency: told.frequency.text } : entry;
  const sum = kept && dailyTotal(kept);
  if (!kept || !sum) return '';
  const { value, unit = '', frequency = '' } = kept;
  const span = labelDose(name);
  const beside = compareDose(name, sum.total, unit);
  const range =
    beside && span
      ? ` That is ${beside
          .replace(/^.*? in all, /, '')
          .replace(doseText(span), `the ${doseText(span)}`)
          .replace('the the', 'the')}.`
      : '';
  return `${name} ${value} ${unit} ${frequency} comes to ${sum.total.toLocaleString('en-US')} ${unit} a day (${sum.sum}).${range}`;
}
