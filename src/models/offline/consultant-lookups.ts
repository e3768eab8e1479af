/** What the consultant looks up before it answers: the record always, and beside it what the question is about in particular. */

import { substancesIn } from '../../clinical/medicines/interactions.ts';
import type { Intent } from '../../clinical/questions/question.ts';
import { readRecordQuestion } from '../../clinical/questions/read-question.ts';
import { isAboutSomeoneElse } from '../../clinical/questions/whose.ts';
import { asks } from '../../clinical/text/questions.ts';
import { sentencesOf } from '../../clinical/text/sentences.ts';
import type { ModelRequest } from '../model.ts';
import type { Understood } from './consultant-message.ts';
import type { Question } from './consultant-question.ts';
import { isStopped, type Moment, type Said } from './consultant-said.ts';
import { type Conversation, hasTool } from './conversation.ts';
import type { RecordView } from './record-view.ts';
import { hasTopic } from './triage.ts';

export const RECORD = 'get_patient_record';
export const SERIES = 'get_series';
export const SYSTEM = 'review_body_system';
export const CHECK = 'check_interactions';
export const ASK = 'ask_record';
export const TOPIC = 'ask_about_topic';
const MOST_SERIES = 3;
const MOST_SYSTEMS = 2;

/** Questions that want one precise thing out of the record; others are answered from it as a whole. */
const PRECISE: ReadonlySet<Intent> = new Set(['count', 'highest', 'lowest', 'average', 'when', 'since', 'first']);

type Call = { name: string; args: Record<string, unknown> };

/** Empty once everything that this message needs, and that there are tools for, has been looked up. */
export function stillToLookUp(
  request: ModelRequest,
  { text, responses }: Conversation,
  { question, said, medicines, precise }: Understood,
): Call[] {
  const wanted: Call[] = [{ name: RECORD, args: {} }];
  if (hasTopic(request)) wanted.push({ name: TOPIC, args: { request: text } });
  for (const name of seriesWanted(question, said)) wanted.push({ name: SERIES, args: { name } });
  for (const system of [...question.systems].slice(0, MOST_SYSTEMS)) wanted.push({ name: SYSTEM, args: { system } });
  if (medicines.length > 0) wanted.push({ name: CHECK, args: { substances: medicines } });
  if (precise) wanted.push({ name: ASK, args: { request: precise } });
  return wanted.filter(({ name }) => hasTool(request, name) && !responses.has(name));
}

/** Of a record too long to have come whole: what was asked about comes by itself, though nothing named it. */
export function seriesLeftOut(
  request: ModelRequest,
  { responses }: Conversation,
  { terms }: Question,
  { partial }: RecordView,
): Call[] {
  if (!partial.includes('observations') || responses.has(SERIES) || !hasTool(request, SERIES)) return [];
  const names = terms.filter(({ kind }) => kind === 'observation').map(({ name }) => name);
  return names.slice(0, MOST_SERIES).map((name) => ({ name: SERIES, args: { name } }));
}

/** Every medicine that is taken by the message, or that it asks about. */
export function medicinesToCheck(text: string, question: Question, said: Said): string[] {
  const told = said.medications.filter((mention) => !isStopped(mention)).map(({ name }) => name);
  const asked = question.mayTake.length > 0 || question.mentionsTaking ? substancesIn(text) : [];
  return [...new Set([...told, ...question.mayTake, ...asked, ...question.namedDrugs])].filter(
    (name) => !said.notTaken.has(name),
  );
}

function seriesWanted({ terms }: Question, { readings }: Said): string[] {
  const asked = terms.filter(({ kind }) => kind === 'observation').map(({ name }) => name);
  return [...new Set([...asked, ...readings.map(({ name }) => name)])].slice(0, MOST_SERIES);
}

/** "When should I see a doctor?" asks for advice, not for a date in the record. */
const ASKS_ADVICE =
  /\b(?:when|what|how (?:often|many|much))\s+(?:should|shall|must|can|could|would|do (?:i|we) (?:need|have|do))\b|^\s*if\b/i;

/** The sentences that ask, where they want one thing out of the record. What the message tells beside them is no question. */
export function preciseQuestion(text: string, said: Said, moment: Moment): string | null {
  const request = sentencesOf(text)
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter(asks)
    .join(' ');
  if (request === '' || ASKS_ADVICE.test(request)) return null;
  const question = readRecordQuestion(request, moment);
  if (!question) return null;
  // "Yesterday I had 101, today 99, is that better?": the times are those of the values that it tells.
  const bounded = said.readings.length === 0 && (question.period !== null || question.bound !== null);
  return (bounded || PRECISE.has(question.intent)) && !isAboutSomeoneElse(text) ? request : null;
}
