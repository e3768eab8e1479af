/**
 * HealthConsultantAgent without a model: looks into the record, then says where the stated and recorded values stand, what
 * is missing and when to see someone. It reports and compares; it never diagnoses and never fills a gap.
 */
import { redFlags } from '../../clinical/red-flags.ts';
import { isCourtesy } from '../../clinical/triage.ts';
import { findTerms } from '../../clinical/vocabulary.ts';
import type { ModelRequest } from '../model.ts';
import { join, missing, treatmentGoals, whenToSeeSomeone } from './consultant-advice.ts';
import { type Question, readQuestion } from './consultant-question.ts';
import { fromRecord } from './consultant-record.ts';
import { readMessage, type Said } from './consultant-said.ts';
import { type Conversation, hasTool, readConversation, resultText } from './conversation.ts';
import { type Entry, entriesOf, type RecordView, readRecord } from './record-view.ts';
import type { Rule, RuleAnswer } from './rule.ts';
import { hasTopic } from './triage.ts';

const RECORD = 'get_patient_record';
const SERIES = 'get_observations';
const TOPIC = 'ask_about_topic';
const MOST_SERIES = 3;
const WELCOME = 'You are welcome. If anything changes, or you want to go over a value or a medicine, just ask.';

/** The advice itself stands at the beginning of every reply that needs it, whoever writes the reply. */
const URGENT = 'This may be urgent: please act on the advice at the beginning before anything else here.';

export const consult: Rule = (request) => {
  const conversation = readConversation(request);
  if (isCourtesy(conversation.text)) return { text: WELCOME };
  const question = readQuestion(conversation.text, conversation.earlier);
  return stillToLookUp(request, conversation, question) ?? { text: answer(request, conversation, question) };
};

/** The record first; then, if it is too long to have come whole, the series that the question names. */
function stillToLookUp(
  request: ModelRequest,
  { text, responses }: Conversation,
  question: Question,
): RuleAnswer | null {
  const calls: { name: string; args: Record<string, unknown> }[] = [];
  if (!responses.has(RECORD) && hasTool(request, RECORD)) calls.push({ name: RECORD, args: {} });
  if (!responses.has(TOPIC) && hasTopic(request) && hasTool(request, TOPIC))
    calls.push({ name: TOPIC, args: { request: text } });
  if (calls.length > 0) return { calls };
  const partial = readRecord(responses.get(RECORD)).partial.includes('observations');
  if (!partial || responses.has(SERIES) || !hasTool(request, SERIES)) return null;
  const names = question.terms.filter(({ kind }) => kind === 'observation').map(({ name }) => name);
  if (names.length === 0) return null;
  return { calls: names.slice(0, MOST_SERIES).map((name) => ({ name: SERIES, args: { name } })) };
}

function answer(request: ModelRequest, conversation: Conversation, question: Question): string {
  const moment = { now: new Date(request.context.now), timezone: request.context.timezone };
  const view = withSeries(readRecord(conversation.responses.get(RECORD)), conversation);
  const said = readMessage(conversation.text, moment);
  const told = fromRecord(
    view,
    question,
    said.readings.map(({ name }) => name),
    moment,
  );
  const topic = resultText(conversation.responses.get(TOPIC));

  const readings = said.readings.length > 0 ? said.readings : told.readings;
  const medications = [...said.medications, ...view.sections.medications].map(({ name }) => name);
  const conditions = [...said.findings, ...view.sections.conditions].map(({ name }) => name);
  const gaps = missing(view, said, question);
  const blocks = [
    allergyWarning(conversation.text, view.sections.allergies),
    headline(said, question, view),
    block('What you told me:', said.lines),
    topic && `What this conversation is about: ${topic}`,
    block('What your record holds:', told.lines),
    treatmentGoals(readings, medications, conditions).join(' '),
    block('What is missing:', gaps),
    question.asksWhy
      ? 'What lies behind this is a judgement that needs a doctor, who can examine you; I only compare what is written.'
      : '',
    redFlags(conversation.text).length > 0 ? URGENT : whenToSeeSomeone(readings, said, question.terms),
  ];
  return blocks.filter(Boolean).join('\n\n');
}

/** The short answer first: how the stated values stand, all together. */
function headline(said: Said, question: Question, view: RecordView): string {
  const judged = said.readings.filter(({ standing }) => standing !== null);
  const within = judged.filter(({ standing }) => standing === 'normal').map(({ title }) => title);
  const outside = judged.filter(({ standing }) => standing !== 'normal').map(({ title }) => title);
  if (within.length > 0 && outside.length > 0)
    return `In short: ${join(within)} is within the usual range; ${join(outside)} is outside it.`;
  if (outside.length > 0)
    return `In short: ${join(outside)} ${outside.length > 1 ? 'are' : 'is'} outside the usual range.`;
  if (within.length > 0) return `In short: ${join(within)} ${within.length > 1 ? 'are' : 'is'} within the usual range.`;
  if (said.lines.length > 0) return '';
  const about =
    question.systems.size > 0
      ? `your ${join([...question.systems])} system`
      : join(question.terms.map(({ name }) => name));
  if (!view.readable)
    return 'I could not read your record just now, and there is no value in your message that I could compare.';
  return about ? `Here is what I can say about ${about} from your record.` : 'Here is what I can say from your record.';
}

/** A named medicine that the record lists as an allergy comes before anything else. */
function allergyWarning(text: string, allergies: readonly Entry[]): string {
  const named = findTerms(text).filter(({ term }) => term.kind === 'drug' || term.kind === 'allergen');
  const clash = allergies.find(({ name }) =>
    named.some(({ term }) => name.toLowerCase().includes(term.name.toLowerCase())),
  );
  if (!clash) return '';
  const reaction = clash.reaction ? ` (${clash.reaction})` : '';
  return `Careful: your record lists an allergy to ${clash.name}${reaction}. Do not take it before a doctor or pharmacist has said that it is safe for you.`;
}

function withSeries(view: RecordView, { allResponses }: Conversation): RecordView {
  const series = allResponses
    .filter(({ name }) => name === SERIES)
    .flatMap(({ result }) => entriesOf((result as { observations?: unknown } | null)?.observations));
  if (series.length === 0) return view;
  const names = new Set(series.map(({ name }) => name));
  const others = view.sections.observations.filter(({ name }) => !names.has(name));
  return {
    ...view,
    partial: view.partial.filter((section) => section !== 'observations'),
    sections: { ...view.sections, observations: [...series, ...others] },
  };
}

function block(title: string, lines: readonly string[]): string {
  return lines.length > 0 ? `${title}\n${lines.map((line) => `- ${line}`).join('\n')}` : '';
}
