/** What the consultant looks up before it answers: the record always, and beside it what the question is about in particular. */

import { substancesIn } from '../../clinical/medicines/interactions.ts';
import type { Intent } from '../../clinical/questions/question.ts';
import { readRecordQuestion } from '../../clinical/questions/read-question.ts';
import { isAboutSomeoneElse } from '../../clinical/questions/whose.ts';
import { isQuestion } from '../../clinical/text/context.ts';
import type { ModelRequest } from '../model.ts';
import type { Question } from './consultant-question.ts';
import type { Moment, Said } from './consultant-said.ts';
import { type Conversation, hasTool } from './conversation.ts';
import { readRecord } from './record-view.ts';
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

/** Null once everything that this message needs, and that there are tools for, has been looked up. */
export function stillToLookUp(
  request: ModelRequest,
  conversation: Conversation,
  question: Question,
  said: Said,
  moment: Moment,
): Call[] | null {
  const { text, responses } = conversation;
  const wanted: Call[] = [{ name: RECORD, args: {} }];
  if (hasTopic(request)) wanted.push({ name: TOPIC, args: { request: text } });
  for (const name of seriesWanted(question, said)) wanted.push({ name: SERIES, args: { name } });
  for (const system of [...question.systems].slice(0, MOST_SYSTEMS)) wanted.push({ name: SYSTEM, args: { system } });
  const substances = medicinesToCheck(text, question, said);
  if (substances.length > 0) wanted.push({ name: CHECK, args: { substances } });
  if (asksPrecisely(text, moment)) wanted.push({ name: ASK, args: { request: text } });
  const calls = wanted.filter(({ name }) => hasTool(request, name) && !responses.has(name));
  if (calls.length > 0) return calls;

  // Too long to have come whole: what was asked about comes by itself, though nothing named it.
  const partial = readRecord(responses.get(RECORD)).partial.includes('observations');
  const names = question.terms.filter(({ kind }) => kind === 'observation').map(({ name }) => name);
  if (!partial || names.length === 0 || responses.has(SERIES) || !hasTool(request, SERIES)) return null;
  return names.slice(0, MOST_SERIES).map((name) => ({ name: SERIES, args: { name } }));
}

/** Every medicine that is taken by the message, or that it asks about. */
export function medicinesToCheck(text: string, question: Question, said: Said): string[] {
  const told = said.medications
    .filter(({ status }) => status !== 'stopped' && status !== 'past')
    .map(({ name }) => name);
  const asked = question.mayTake.length > 0 || question.mentionsTaking ? substancesIn(text) : [];
  return [...new Set([...told, ...question.mayTake, ...asked, ...question.namedDrugs])];
}

function seriesWanted({ terms }: Question, { readings }: Said): string[] {
  const asked = terms.filter(({ kind }) => kind === 'observation').map(({ name }) => name);
  return [...new Set([...asked, ...readings.map(({ name }) => name)])].slice(0, MOST_SERIES);
}

function asksPrecisely(text: string, moment: Moment): boolean {
  const question = readRecordQuestion(text, moment);
  if (!question || !isQuestion(text) || isAboutSomeoneElse(text)) return false;
  return PRECISE.has(question.intent) || question.period !== null || question.bound !== null;
}
