/** What the message states, repeated, so that the person sees what was understood and what was not. */

import {
  bareReading,
  type DescribedReading,
  inSentence,
  join,
  patternsOf,
  termOf,
  unique,
} from '../../../clinical/index.ts';
import { isFever } from './consultant-advice.ts';
import { whose } from './consultant-concerns.ts';
import { takenIn } from './consultant-question.ts';
import { isActive } from './consultant-record.ts';
import { type Said, toldLines } from './consultant-said.ts';
import type { Scene } from './consultant-scene.ts';
import type { Whom } from './consultant-whom.ts';
import type { RecordView } from './record-view.ts';

const LOSS =
  /\b(?:died|passed away|passed on|lost my (?:\w+ )?(?:mother|mum|mom|father|dad|wife|husband|partner|son|daughter|child|baby|brother|sister|friend))\b/i;

/** Words beside a number that carry no meaning of their own. */
const SMALL_WORDS = patternsOf('health-offline', 'consultant-told').words('SMALL_WORDS');
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;

export function condolence(text: string): string {
  return LOSS.test(text) && /\bmy\b/i.test(text) ? 'I am sorry for your loss.' : '';
}

/** The lines of "What you told me": without what the answer has already. */
export function whatWasTold({ said, view }: Scene, known: readonly string[], shares: boolean): string[] {
  const lines = [...toldLines(said, known), ...stillListed(said, view)];
  return shares ? lines.filter((line) => !isRecipient(line, said)) : lines;
}

/** Values of another person; a child is not judged by the ranges of adults. */
export function judgedForOthers(others: readonly DescribedReading[], whom: Whom): string {
  const name = whom.who === 'relative' ? whom.noun : 'somebody else';
  const isChild = whom.who === 'relative' && whom.child;
  const judged = others.filter(({ standing }) => standing !== null);
  if (!isChild && judged.length > 0) return judged.map(({ line }) => `For ${name}: ${line}.`).join(' ');
  const fevers = others.filter(isFever);
  return [
    `${others.map(({ title }) => title).join(', ')} for ${name}.`,
    ...fevers.map(() => 'That is a fever: 38 °C (100.4 °F) or more.'),
    ...(isChild && fevers.length < others.length
      ? ['My ranges are for adults, so I do not judge a child by them.']
      : []),
  ].join(' ');
}

export function toldOfOthers({ text, said: { others }, whom, toldNow, question }: Scene): string {
  const fever = others.some(isFever);
  const named = [...toldNow.filter((name) => !(fever && name === 'Fever')), ...takenIn(text)].map(inSentence);
  const complaints =
    whom.who === 'relative' && named.length > 0 && question.asked.length === 0
      ? `Understood: ${join(unique(named))} (${whom.noun}).`
      : '';
  const told = [others.length > 0 ? judgedForOthers(others, whom) : '', complaints].filter(Boolean).join(' ');
  return told ? `${told} I have not filed it: this record is yours.` : '';
}

/** "No fever, no weight loss." */
export function deniedLine({ denied }: Said): string {
  const findings = unique(denied).filter((name) => termOf(name, 'symptom') ?? termOf(name, 'condition'));
  return findings.length > 0 ? `Understood: no ${join(findings.map(inSentence), 'and no')}.` : '';
}

/** For a message without a question or a readable fact: it continues the current topic, or the reply says that it was not understood. */
export function unclear(scene: Scene, lastReply: string): string {
  const { text, question, symptoms } = scene;
  if (/\d/.test(text)) return unreadNumber(scene);
  const conditions = question.terms.filter(({ kind }) => kind === 'condition').map(({ name }) => name);
  const about = unique([...symptoms, ...conditions]).map(inSentence);
  const again = /\bsee an? |\bambulance\b|at once/i.test(lastReply);
  const holds = again ? ' What I said about when to see someone still holds.' : '';
  if (about.length > 0) return `Understood. I take it that this is still about ${whose(scene)} ${join(about)}.${holds}`;
  return 'I could not read a complaint, a value or a question out of this. Tell me what you feel, what was measured, or what you want to know.';
}

/** A number without a name is judged as the measurement that the conversation is about, or the reply says that it was not read. */
function unreadNumber({ text, question: { terms }, moment }: Scene): string {
  const tests = terms.filter(({ kind }) => kind === 'observation');
  const words = text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  const isBare = words.every((word) => SMALL_WORDS.has(word) || MONTH.test(word));
  const found = isBare ? bareReading(text, tests, moment).filter(({ standing }) => standing) : [];
  const [only] = found;
  if (only)
    return `I take that as ${found.length > 1 ? 'readings' : 'a reading'}: ${found.map(({ line }) => `${line}.`).join(' ')} Nothing of it is filed: for that, say the name with the number, such as “${only.title}”.`;
  const [test] = tests;
  const why = test ? `: it is not clear what was measured, or the number does not fit ${inSentence(test.name)}` : '';
  const example = test ? `“${inSentence(test.name)} … on …”` : '“blood pressure 130/80 yesterday”';
  return `I could not read a value out of this${why}. Nothing of it is filed; say it with its name, unit and date, such as ${example}.`;
}

/** In "Send it to Dr. Patel" the doctor is only a recipient. */
function isRecipient(line: string, { care }: Said): boolean {
  return care.some(({ kind, name }) => kind === 'practitioner' && line === `${name}.`);
}

/** Medicines that the message says were stopped and that are still active in the record. */
function stillListed({ medications }: Said, view: RecordView): string[] {
  const stopped = medications.filter(({ status }) => status === 'stopped' || status === 'past').map(({ name }) => name);
  const listed = view.sections.medications.filter((entry) => isActive(entry) && stopped.includes(entry.name));
  return listed.map(({ name }) => `Your record listed ${name} as taken until now.`);
}
