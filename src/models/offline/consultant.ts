/**
 * HealthConsultantAgent without a model: looks into the record, then says where the stated and recorded values stand, what
 * is missing and when to see someone. It reports and compares; it never diagnoses and never fills a gap.
 */
import { redFlags } from '../../clinical/red-flags/red-flags.ts';
import { isCourtesy } from '../../clinical/triage/triage.ts';
import { familyAnswer, join, missing, treatmentGoals, whenToSeeSomeone } from './consultant-advice.ts';
import { ASK, medicinesToCheck, RECORD, stillToLookUp, TOPIC } from './consultant-lookups.ts';
import { checkMedicines } from './consultant-medicines.ts';
import { type Question, readQuestion } from './consultant-question.ts';
import { fromRecord } from './consultant-record.ts';
import { type Moment, readMessage, type Said } from './consultant-said.ts';
import { seriesLines } from './consultant-series.ts';
import { type Conversation, readConversation, resultText } from './conversation.ts';
import { type RecordView, readRecord } from './record-view.ts';
import type { Rule } from './rule.ts';

const WELCOME = 'You are welcome. If anything changes, or you want to go over a value or a medicine, just ask.';

/** The advice itself stands at the beginning of every reply that needs it, whoever writes the reply. */
const URGENT = 'This may be urgent: please act on the advice at the beginning before anything else here.';

export const consult: Rule = (request) => {
  const conversation = readConversation(request);
  const { text, earlier } = conversation;
  if (isCourtesy(text)) return { text: WELCOME };
  const moment = { now: new Date(request.context.now), timezone: request.context.timezone };
  const said = readMessage(text, moment);
  const theirs = said.family.map(({ name }) => name);
  const question = readQuestion(text, earlier, said.lines.length + theirs.length > 0, theirs);
  const calls = stillToLookUp(request, conversation, question, said, moment);
  return calls ? { calls } : { text: answer(conversation, question, said, moment) };
};

function answer(conversation: Conversation, question: Question, said: Said, moment: Moment): string {
  const { text, responses } = conversation;
  const view = readRecord(responses.get(RECORD));
  const series = seriesLines(conversation, moment.timezone);
  const told = fromRecord(view, question, said, series, moment);
  const topic = resultText(responses.get(TOPIC));
  const asked = precise(responses.get(ASK));
  const medicines = checkMedicines(medicinesToCheck(text, question, said), question.asksWhether, view, conversation);

  const readings = said.readings.length > 0 ? said.readings : told.readings;
  const medications = [...said.medications, ...view.sections.medications].map(({ name }) => name);
  const conditions = [...said.findings, ...view.sections.conditions].map(({ name }) => name);
  const blocks = [
    medicines.allergyWarning,
    medicines.verdict || asked || headline(said, question, view),
    familyAnswer(said.family),
    block('What you told me:', said.lines),
    block('How these medicines go together:', medicines.lines),
    topic && `What this conversation is about: ${topic}`,
    block('What your record holds:', told.lines),
    treatmentGoals(readings, medications, conditions).join(' '),
    block('What is missing:', missing(view, said, question, series)),
    question.asksWhy
      ? 'What lies behind this is a judgement that needs a doctor, who can examine you; I only compare what is written.'
      : '',
    redFlags(text).length > 0 ? URGENT : whenToSeeSomeone(readings, said, question.terms),
  ];
  return blocks.filter(Boolean).join('\n\n');
}

/** What the record said to a precise question, if it could be asked. */
function precise(result: unknown): string | null {
  const text = resultText(result);
  return text && !/^(?:The record could not be asked|I could not read this)/.test(text) ? text : null;
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
  if (said.lines.length > 0 || said.family.length > 0) return '';
  const about =
    question.systems.size > 0
      ? `your ${join([...question.systems])} system`
      : join([...new Set(question.terms.map(({ name }) => name))]);
  if (!view.readable)
    return 'I could not read your record just now, and there is no value in your message that I could compare.';
  return about ? `Here is what I can say about ${about} from your record.` : 'Here is what I can say from your record.';
}

function block(title: string, lines: readonly string[]): string {
  return lines.length > 0 ? `${title}\n${lines.map((line) => `- ${line}`).join('\n')}` : '';
}
