/** What the consultant looks up before it answers: the record always, and beside it what the question is about in particular. */

import { unique } from '../../../../clinical/index.ts';
import type { ModelRequest } from '../../../../engine/models/model.ts';
import { type Conversation, hasTool } from '../../../../engine/models/offline/conversation.ts';
import type { RecordView } from '../record-view.ts';
import { hasTopic } from '../triage.ts';
import type { Understood } from './message.ts';
import type { Question } from './question.ts';
import type { Said } from './said.ts';

export const RECORD = 'get_patient_record';
export const SERIES = 'get_series';
export const SYSTEM = 'review_body_system';
export const CHECK = 'check_interactions';
export const ASK = 'ask_record';
export const TOPIC = 'ask_about_topic';
const MAX_SERIES = 3;
/** Of each part of the record, for a summary of all of it. */
const MAX_SUMMARISED = 50;
const MAX_SYSTEMS = 2;

type Call = { name: string; args: Record<string, unknown> };

/** Empty once everything that this message needs, and that there are tools for, has been looked up. */
export function stillToLookUp(
  request: ModelRequest,
  { text, responses }: Conversation,
  { question, said, medicines, whom }: Understood,
): Call[] {
  const isSummary = question.asked.some(({ act }) => act === 'handover' || act === 'known');
  const wanted: Call[] = [{ name: RECORD, args: isSummary ? { limit: MAX_SUMMARISED } : {} }];
  if (hasTopic(request)) wanted.push({ name: TOPIC, args: { request: text } });
  // The record has nothing about a relative's values.
  if (whom.who !== 'relative') {
    for (const name of seriesWanted(question, said, hasTool(request, ASK)))
      wanted.push({ name: SERIES, args: { name } });
    for (const system of [...question.systems].slice(0, MAX_SYSTEMS)) wanted.push({ name: SYSTEM, args: { system } });
    if (medicines.length > 0) wanted.push({ name: CHECK, args: { substances: medicines } });
    for (const asked of requestsOf(question)) wanted.push({ name: ASK, args: { request: asked } });
  }
  return wanted.filter(({ name }) => hasTool(request, name) && !responses.has(name));
}

/** What was asked of the record, in the order of the questions. */
export function requestsOf({ asked }: Question): string[] {
  return asked.flatMap(({ request }) => (request ? [request] : []));
}

/** Where a long record was returned in part: the series of the measurements that the conversation is about. */
export function seriesLeftOut(
  request: ModelRequest,
  { responses }: Conversation,
  { terms }: Question,
  { partial }: RecordView,
): Call[] {
  if (!partial.includes('observations') || responses.has(SERIES) || !hasTool(request, SERIES)) return [];
  const names = terms.filter(({ kind }) => kind === 'observation').map(({ name }) => name);
  return names.slice(0, MAX_SERIES).map((name) => ({ name: SERIES, args: { name } }));
}

/** The series of the values in the message, and of questions that are not sent to `ask_record`. */
function seriesWanted({ terms, asked }: Question, { readings }: Said, canAsk: boolean): string[] {
  const answered = canAsk && asked.length > 0 && asked.every(({ request }) => request !== null);
  const named = answered ? [] : terms.filter(({ kind }) => kind === 'observation').map(({ name }) => name);
  return unique([...named, ...readings.map(({ name }) => name)]).slice(0, MAX_SERIES);
}
