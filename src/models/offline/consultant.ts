/**
 * HealthConsultantAgent without a model: looks into the record, then says where the stated and recorded values stand, what
 * is missing and when to see someone. It reports and compares; it never diagnoses and never fills a gap.
 */
import type { DescribedReading } from '../../clinical/answers/readings.ts';
import { topicFacts } from '../../clinical/answers/topic-facts.ts';
import { dateText } from '../../clinical/questions/date-words.ts';
import { redFlags } from '../../clinical/red-flags/red-flags.ts';
import { isQuestion } from '../../clinical/text/context.ts';
import { plainText } from '../../clinical/triage/features.ts';
import { requestsIn } from '../../clinical/triage/requests.ts';
import { isCourtesy } from '../../clinical/triage/triage.ts';
import {
  familyAnswer,
  inSentence,
  join,
  knownEffects,
  missing,
  treatmentGoals,
  whenToSeeSomeone,
} from './consultant-advice.ts';
import { ASK, RECORD, seriesLeftOut, stillToLookUp, TOPIC } from './consultant-lookups.ts';
import { checkMedicines } from './consultant-medicines.ts';
import { type Understood, understand } from './consultant-message.ts';
import type { Question } from './consultant-question.ts';
import { standsFor } from './consultant-readings.ts';
import { type FromRecord, fromRecord, isActive } from './consultant-record.ts';
import { linesBeyond, type Moment, type Said } from './consultant-said.ts';
import { seriesLines } from './consultant-series.ts';
import { type Conversation, readConversation, resultText } from './conversation.ts';
import { type RecordView, readRecord } from './record-view.ts';
import type { Rule } from './rule.ts';

const WELCOME = 'You are welcome. If anything changes, or you want to go over a value or a medicine, just ask.';

const MOST_EXPLAINED = 3;

/** The advice itself stands at the beginning of every reply that needs it, whoever writes the reply. */
const URGENT = 'This may be urgent: please act on the advice at the beginning before anything else here.';

export const consult: Rule = (request) => {
  const conversation = readConversation(request);
  const { text, earlier, responses } = conversation;
  if (isCourtesy(text)) return { text: WELCOME };
  const moment = { now: new Date(request.context.now), timezone: request.context.timezone };
  const understood = understand(text, earlier, moment);
  const first = stillToLookUp(request, conversation, understood);
  if (first.length > 0) return { calls: first };
  const view = readRecord(responses.get(RECORD));
  const more = seriesLeftOut(request, conversation, understood.question, view);
  return more.length > 0 ? { calls: more } : { text: answer(conversation, understood, view, moment) };
};

function answer(
  conversation: Conversation,
  { said, question, medicines: named }: Understood,
  view: RecordView,
  moment: Moment,
): string {
  const { text, responses } = conversation;
  const series = seriesLines(conversation, moment.timezone);
  const told = fromRecord(view, question, said, series, moment);
  const topic = resultText(responses.get(TOPIC));
  const asked = precise(responses.get(ASK));
  const medicines = checkMedicines(named, question.asksWhether, view, said, conversation);

  const readings = said.readings.length > 0 ? said.readings : told.readings;
  const medications = [...said.medications, ...view.sections.medications].map(({ name }) => name);
  const conditions = [...said.findings, ...view.sections.conditions].map(({ name }) => name);
  const taken = view.sections.medications.filter(isActive).map(({ name }) => name);
  const known = isQuestion(text) ? view.sections.conditions.map(({ name }) => name) : [];
  const panel = requestsIn(plainText(text)).panel ?? '';
  const blocks = [
    medicines.allergyWarning,
    medicines.verdict || asked || headline(said, question, view, told, moment),
    block('What may belong together:', knownEffects(said, taken)),
    familyAnswer(said.family),
    block(
      'What you told me:',
      [...linesBeyond(said, known), ...stillListed(said, view)].filter((line) => !(panel && isRecipient(line, said))),
    ),
    block('How these medicines go together:', medicines.lines),
    topic && `What this conversation is about: ${topic}`,
    correction(said) || block('What your record holds:', told.lines),
    treatmentGoals(readings, medications, conditions).join(' '),
    block('What is missing:', missing(view, said, question, series)),
    question.asksWhy ? whyInGeneral(question) : '',
    question.asksMeaning ? whatTheyAre(readings) : '',
    panel,
    redFlags(text).length > 0 ? URGENT : whenToSeeSomeone(readings, said, concerning(question, said)),
  ];
  return blocks.filter(Boolean).join('\n\n');
}

/** What the message names without having it ("no fever", "my boss is a headache") needs no advice. */
function concerning({ terms, goesOn }: Question, { concerns }: Said): Question['terms'] {
  return goesOn ? terms : terms.filter(({ name }) => concerns.has(name));
}

/** What the record said to a precise question, if it could be asked. */
function precise(result: unknown): string | null {
  const text = resultText(result);
  return text && !/^(?:The record could not be asked|I could not read this)/.test(text) ? text : null;
}

/** "Send it to Dr. Patel" tells nothing of Dr. Patel. */
function isRecipient(line: string, { care }: Said): boolean {
  return care.some(({ kind, name }) => kind === 'practitioner' && line === `${name}.`);
}

/** The record still shows the slip while this is being written, so it is not quoted. */
function correction({ corrected }: Said): string {
  return corrected.size > 0 ? 'I take this in place of the value that you gave before.' : '';
}

/** What is measured by the values that stand out, as the tables have it. */
function whatTheyAre(readings: readonly DescribedReading[]): string {
  const outside = readings.filter(({ standing }) => standing && standing !== 'normal');
  const lines = [...new Set(outside.map(({ name }) => name))].flatMap((name) => {
    const facts = topicFacts(name);
    return facts?.what ? [`${name}: ${facts.what} (${facts.source}).`] : [];
  });
  const limits = 'What they mean together for you is for a doctor to say, who can examine you.';
  return lines.length > 0 ? `${block('What is out of range:', lines.slice(0, MOST_EXPLAINED))}\n${limits}` : '';
}

/** What the tables name as common causes, never which of them it is. */
function whyInGeneral({ terms }: Question): string {
  const causes = terms.flatMap(({ name }) => {
    const facts = topicFacts(name);
    return facts?.causes
      ? [`Common causes in general for ${inSentence(name)}: ${facts.causes} (${facts.source}).`]
      : [];
  });
  return [
    ...causes.slice(0, 1),
    'What lies behind it for you is a judgement that needs a doctor, who can examine you; I only compare what is written.',
  ].join(' ');
}

/** A medicine that was given up and stands in the record as taken. */
function stillListed({ medications }: Said, view: RecordView): string[] {
  const stopped = medications.filter(({ status }) => status === 'stopped' || status === 'past').map(({ name }) => name);
  const listed = view.sections.medications.filter((entry) => isActive(entry) && stopped.includes(entry.name));
  return listed.map(({ name }) => `Your record listed ${name} as taken until now.`);
}

/** The short answer first: how the stated values stand, else the latest on record, all together. */
function headline(said: Said, question: Question, view: RecordView, told: FromRecord, moment: Moment): string {
  const stated = inShort(grouped(said.readings), '', moment);
  if (stated) return stated;
  if (said.readings.length > 0 || said.family.length > 0) return '';
  if (!view.readable)
    return 'I could not read your record just now, and there is no value in your message that I could compare.';
  const recorded = inShort(told.readings, 'your latest ', moment);
  if (recorded && question.asksWhatToRaise) return `${recorded} These are what I would raise.`;
  if (recorded && question.asksWay && told.ways.length > 0) return `${recorded.slice(0, -1)}; ${join(told.ways)}.`;
  if (recorded) return recorded;
  if (said.lines.length > 0) return '';
  const about =
    question.systems.size > 0
      ? `your ${join([...question.systems].map((system) => LAY_SYSTEMS[system] ?? `${system} system`))}`
      : join([...new Set(question.terms.map(({ name }) => inSentence(name)))]);
  if (told.lines.length > 0) return about ? `Here is what your record says about ${about}.` : '';
  return about ? `Your record holds nothing about ${about}.` : 'I found nothing in your record that answers this.';
}

/** "In short: X is within the usual range; Y is above it." */
function inShort(readings: readonly DescribedReading[], whose: string, { timezone }: Moment): string {
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
      `${whose}${join(here.map(name))} ${verb} ${{ normal: 'within', low: 'below', high: 'above' }[way]} the usual range`,
    ];
  });
  return `In short: ${parts.join('; ')}.`;
}

/** Several readings of a kind speak through one. */
function grouped(readings: readonly DescribedReading[]): DescribedReading[] {
  const kinds = new Map<string, DescribedReading[]>();
  for (const reading of readings) kinds.set(reading.name, [...(kinds.get(reading.name) ?? []), reading]);
  return [...kinds.values()].flatMap((series) => {
    const one = standsFor(series);
    return one ? [one] : series;
  });
}

/** How people call what a system is chiefly about. */
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
};

function block(title: string, lines: readonly string[]): string {
  return lines.length > 0 ? `${title}\n${lines.map((line) => `- ${line}`).join('\n')}` : '';
}
