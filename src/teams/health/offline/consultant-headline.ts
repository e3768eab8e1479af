/** The first sentence where no other rule answers: the values of the message, else the latest on record, else that there are none. */
import {
  aspectOf,
  type DescribedReading,
  dateText,
  describe,
  drugGroupIn,
  inSentence,
  join,
  shortTitle,
  termFacts,
  unique,
} from '../../../clinical/index.ts';
import { type Asked, OWN_DATA } from './consultant-question.ts';
import { bodyMassOf, representativeOf } from './consultant-readings.ts';
import type { Moment } from './consultant-said.ts';
import type { Scene } from './consultant-scene.ts';

/** Everyday names of the body systems. */
const LAY_SYSTEMS: Readonly<Record<string, string>> = {
  cardiovascular: 'heart and circulation',
  respiratory: 'lungs',
  hepatic: 'liver',
  renal: 'kidneys',
  endocrine: 'hormones and sugar',
  gastrointestinal: 'stomach and gut',
  neurological: 'brain and nerves',
  hematological: 'blood',
  musculoskeletal: 'bones and muscles',
  dermatological: 'skin',
  ent: 'ears, nose and throat',
  ocular: 'eyes',
  mental: 'mood and mind',
  reproductive: 'reproductive organs',
};
const WHAT_IS = /^\W*(?:what(?:['’]s| is| are)|explain|tell me about|define)\b(?!.*\b(?:my|his|her)\b)/i;
const ADVICE = /\b(?:can|could|should|would|will|may|might|must|shall)\b/i;
const MAX_NAME_WORDS = 3;
const NO_ANSWER =
  'I have no answer to that: it is not in your record, and my tables do not reach so far. A doctor or pharmacist can say.';

/** A question without an answer, beside others that were answered. */
export function openQuestion({ text }: Asked): string {
  return ADVICE.test(text) ? `I have no answer in my tables to “${text}”; a doctor or pharmacist can say.` : '';
}

/** Values in the message: one as its whole line, several in one sentence. */
export function stated({ said, moment }: Pick<Scene, 'said' | 'moment'>): string {
  const [line, ...more] = said.readingLines;
  return line && more.length === 0 ? line : inShort(grouped(said.readings), '', moment);
}

/** "It was 6.5 today. Is it getting better?": compared with the latest on record; whether that is better is not said. */
export function wayOfTold({ said, told, moment }: Scene): string {
  const lines = said.readings.flatMap((reading) => {
    const before = told.readings.find(({ name }) => name === reading.name);
    const [now, then] = [
      Number.parseFloat(shortTitle(reading)),
      before ? Number.parseFloat(shortTitle(before)) : Number.NaN,
    ];
    if (!before || Number.isNaN(now) || Number.isNaN(then)) return [];
    const way = now === then ? 'the same as' : now < then ? 'lower than' : 'higher than';
    const when = before.time ? ` (${dateText(before.time, moment.timezone)})` : '';
    return [`${reading.title} is ${way} the last on record, ${shortTitle(before)}${when}.`];
  });
  return lines.join(' ') || stated({ said, moment });
}

/** "What is my BMI?" where only weight and height are on record. */
export function bodyMassAnswer({ terms }: Asked, { view, moment }: Scene): string {
  if (!terms.some(({ name }) => name === 'Body mass index')) return '';
  const newest = ['Weight', 'Height'].flatMap(
    (name) => view.sections.observations.find((one) => one.name === name) ?? [],
  );
  const from = describe(newest);
  const found = bodyMassOf(from);
  if (!found) return '';
  const parts = from.map(
    ({ title, time }) => `${inSentence(title)}${time ? ` (${dateText(time, moment.timezone)})` : ''}`,
  );
  return `From ${join(parts)} on your record: ${found.line}.`;
}

/** For a question that the record answers as a whole: a condition, an organ, "how am I doing". */
export function fromWhole({ text, act, terms }: Asked, scene: Scene): string {
  const { view, told, question, moment } = scene;
  if (!view.readable)
    return 'I could not read your record just now, and there is no value in your message that I could compare.';
  if (act === 'prepare') return toRaise(scene);
  const recorded = inShort(told.readings, 'your latest ', moment);
  if (recorded && act === 'way') {
    const ways = told.ways.length > 0 ? join(told.ways) : 'one value each, so I cannot say which way it goes';
    return `${recorded.slice(0, -1)}; ${ways}.`;
  }
  if (recorded) return recorded;
  if (ADVICE.test(text)) return NO_ANSWER;
  const [topic] = terms;
  // "What is flurbomycin?" is not about an earlier topic.
  if (topic && WHAT_IS.test(text) && (!question.goesOn || /\b(?:it|that|this|they|these)\b/i.test(text)))
    return termFacts(topic, aspectOf(text));
  const about = aboutWhat(scene);
  if (told.lines.length > 0) return about ? `Here is what your record says about ${about}.` : '';
  const isLong = text.trim().split(/\s+/).length > MAX_NAME_WORDS;
  if (question.goesOn || !about || (isLong && !OWN_DATA.test(text))) return NO_ANSWER;
  return `Your record holds nothing about ${about}.`;
}

/** Values out of range, in the message or on record. */
function toRaise({ said, readings, moment }: Scene): string {
  const outside = readings.filter(({ standing }) => standing && standing !== 'normal');
  const found = inShort(outside, said.readings.length > 0 ? '' : 'your latest ', moment);
  return found
    ? `${found} These are what I would raise.`
    : 'No value that I know of is out of range; I would raise what troubles you most, since when, and what you take for it.';
}

function aboutWhat({ text, question }: Scene): string {
  if (question.systems.size > 0)
    return `your ${join([...question.systems].map((system) => LAY_SYSTEMS[system] ?? `${system} system`))}`;
  const group = drugGroupIn(text);
  return group?.said ?? join(unique(question.terms.map(({ name }) => inSentence(name))));
}

/** "In short: X is within the usual range; Y is above it." */
export function inShort(readings: readonly DescribedReading[], whose: string, { timezone }: Moment): string {
  const judged = readings.filter(({ standing }) => standing !== null);
  if (judged.length === 0) return '';
  const name = (reading: DescribedReading) => {
    const when = whose && reading.time ? ` (${dateText(reading.time, timezone)})` : '';
    return `${whose ? inSentence(reading.title) : reading.title}${when}`;
  };
  const parts = (['high', 'low', 'normal'] as const).flatMap((way) => {
    const here = judged.filter(({ standing }) => standing === way || standing === `critical-${way}`);
    if (here.length === 0) return [];
    const verb = here.length > 1 ? 'are' : 'is';
    return [
      `${whose}${join(unnamed(here.map(name)))} ${verb} ${{ normal: 'within', low: 'below', high: 'above' }[way]} the usual range`,
    ];
  });
  return `In short: ${parts.join('; ')}.`;
}

/** "Potassium 5.3 mmol/L and 5.7 mmol/L": the name once. */
function unnamed(titles: readonly string[]): string[] {
  const nameOf = (title = '') => title.replace(/ [<>≤≥]?\d.*/s, '');
  return titles.map((title, index) =>
    index > 0 && nameOf(title) === nameOf(titles[index - 1]) ? title.slice(nameOf(title).length + 1) : title,
  );
}

/** Several readings of one kind are represented by one. */
function grouped(readings: readonly DescribedReading[]): DescribedReading[] {
  const kinds = new Map<string, DescribedReading[]>();
  for (const reading of readings) kinds.set(reading.name, [...(kinds.get(reading.name) ?? []), reading]);
  return [...kinds.values()].flatMap((series) => {
    const one = representativeOf(series);
    return one ? [one] : series;
  });
}
