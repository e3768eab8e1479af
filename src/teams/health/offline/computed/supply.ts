/**
 * How long a supply lasts: so many tablets, so many a day, today's taken or not. The count comes from the message, how often it is taken
 * from the message or else from the record; where one of them is missing, it is asked for. The arithmetic is shown.
 */
import {
  counted,
  dateText,
  dayDoses,
  daysFrom,
  findTerms,
  findTimes,
  inSentence,
  localTime,
  type Moment,
  perDayIn,
  shift,
  stockIn,
  takenToday,
  tellsSupply,
} from '../../../../clinical/index.ts';
import { takenMedicine } from '../record-view.ts';
import type { Scene } from '../reply/scene.ts';

const UNTIL = /\b(?:until|till|til|to|through|up to|before|for)\s+(?:the\s+)?$/i;
const FROM_TOMORROW = /\b(?:start|begin|open|from|as of|beginning)\w*\b.{0,20}\btomorrow\b/i;
/** Practices ask for some working days; a week before the last dose leaves time for a holiday. */
const RENEWAL_DAYS = 7;
const MOST = 1_000;

type Supply = { stock: number; perDay: number; what: string; piece: string };

export function onSupply(scene: Scene): string {
  const { text, moment } = scene;
  const stock = tellsSupply(text) ? stockIn(text) : null;
  if (!stock) return '';
  const medicine = medicineMeant(scene);
  const perDay = perDayIn(text) ?? (medicine ? perDayOnRecord(medicine, scene) : null);
  const what = `${stock.piece}${medicine ? ` of ${inSentence(medicine)}` : ''}`;
  if (!perDay)
    return `${stock.count} ${what}: how many of them do you take on a day? Then I can say on which day the last one is.`;
  if (perDay > MOST) return '';
  return lasting({ stock: stock.count, perDay, what, piece: stock.piece }, text, moment);
}

function lasting(supply: Supply, text: string, moment: Moment): string {
  const { stock, perDay, what } = supply;
  const rate = `${stock} ${what} at ${perDay} a day`;
  if (FROM_TOMORROW.test(text)) return `${rate}, ${lastDay(supply, 0, text, moment, 'from tomorrow')}`;
  const taken = takenToday(text, perDay);
  if (taken !== null) {
    const how = taken === 0 ? 'none taken today yet' : taken >= perDay ? 'today’s taken' : `${taken} taken today`;
    return `${rate}, ${lastDay(supply, Math.max(0, perDay - taken), text, moment, how)}`;
  }
  const [none, all] = [perDay, 0].map((left) => dayAfter(lastOffset(supply, left), moment));
  const days = Math.floor(stock / perDay);
  const over = stock - days * perDay;
  const sum = `${stock} ÷ ${perDay} = ${counted(days, 'day')}${over > 0 ? ` and ${over} over` : ''}`;
  const last = `If you have had none today, the last is on ${none}; if today’s are taken, on ${all}.`;
  const next = `${renewal(lastOffset(supply, perDay), moment)}${enough(supply, perDay, text, moment)}`;
  return `${rate}: ${sum}. ${last} ${next}`;
}

/** `left`: how many are still to be taken today. */
function lastDay(supply: Supply, left: number, text: string, moment: Moment, how: string): string {
  const { stock, perDay } = supply;
  const rest = Math.max(0, stock - left);
  const days = Math.floor(rest / perDay);
  const over = rest - days * perDay;
  const offset = lastOffset(supply, left);
  const today = left > 0 ? `${stock} − ${left} today = ${rest}; ` : '';
  const sum = `${today}${rest} ÷ ${perDay} = ${counted(days, 'full day')}${over > 0 ? ` and ${over} on the last` : ''}`;
  return `${how}: the last is on ${dayAfter(offset, moment)} (${sum}). ${renewal(offset, moment)}${enough(supply, left, text, moment)}`;
}

/** In days from today. */
function lastOffset({ stock, perDay }: Supply, left: number): number {
  return stock <= left ? 0 : Math.ceil((stock - left) / perDay);
}

function renewal(offset: number, moment: Moment): string {
  return offset <= RENEWAL_DAYS
    ? 'Ask for the next prescription today: practices need some working days.'
    : `Ask for the next prescription by ${dayAfter(offset - RENEWAL_DAYS, moment)}, a week before.`;
}

/** "Is that enough till 1 December?" */
function enough(supply: Supply, left: number, text: string, moment: Moment): string {
  const until = findTimes(text, moment, true).find(({ start }) =>
    UNTIL.test(text.slice(Math.max(0, start - 20), start)),
  );
  if (!until) return '';
  const days = daysFrom(until.iso, moment);
  if (days <= 0) return '';
  const missing = left + days * supply.perDay - supply.stock;
  const day = dateText(until.iso, moment.timezone);
  return missing > 0
    ? ` That is not enough until ${day}: ${missing} short.`
    : ` That is enough until ${day}${missing < 0 ? `, with ${-missing} over` : ''}.`;
}

/** One piece each time, unless the record has the dose in pieces. */
function perDayOnRecord(name: string, { view }: Scene): number | null {
  const entry = takenMedicine(view, name);
  const doses = entry && dayDoses({ ...entry, value: entry.value ?? 1, unit: entry.unit ?? 'tablet' });
  if (!entry || !doses || doses.length === 0) return null;
  const isPieces = /tablet|pill|capsule|puff|drop|spray/i.test(entry.unit ?? '');
  return isPieces ? doses.reduce((sum, { value }) => sum + value, 0) : doses.length;
}

function medicineMeant({ text, question, taken }: Scene): string | null {
  const named = findTerms(text).find(({ term }) => term.kind === 'drug')?.term.name;
  const before = question.terms.find(({ kind }) => kind === 'drug')?.name;
  return named ?? before ?? (taken.length === 1 ? (taken[0] ?? null) : null);
}

function dayAfter(days: number, moment: Moment): string {
  const { year, month, day } = shift(localTime(moment), 'day', days);
  return dateText(new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10), 'UTC');
}
