/** The input of all answers, computed once: the message as it was understood, what was looked up, and what follows from both. */
import { type DescribedReading, describeReadings, substancesIn, termOf, unique } from '../../../clinical/index.ts';
import { type Conversation, resultText } from '../../../engine/models/offline/conversation.ts';
import { symptomsIn } from './consultant-advice.ts';
import { ASK, requestsOf } from './consultant-lookups.ts';
import { checkMedicines, type MedicineCheck } from './consultant-medicines.ts';
import type { Understood } from './consultant-message.ts';
import { type Asked, takenIn } from './consultant-question.ts';
import { type FromRecord, fromRecord, isActive } from './consultant-record.ts';
import { type Moment, readMessage, type Said } from './consultant-said.ts';
import { type SeriesLines, seriesLines } from './consultant-series.ts';
import { readMeasurements } from './read-message.ts';
import { EMPTY_VIEW, type RecordView } from './record-view.ts';

export type Scene = Understood & {
  text: string;
  /** The last reply to the user. */
  lastReply: string;
  moment: Moment;
  /** Empty where another person is meant. */
  view: RecordView;
  series: SeriesLines;
  told: FromRecord;
  /** Values that the answer is about: those of the message, else the latest on record. */
  readings: readonly DescribedReading[];
  /** Present symptoms, stated now or before. */
  symptoms: readonly string[];
  /** Those of them that this message states. */
  toldNow: readonly string[];
  /** Medicines that are taken. */
  taken: readonly string[];
  pregnant: boolean;
  diabetic: boolean;
  check: MedicineCheck;
  /** The record's answer to a question that was sent to it. */
  recordAnswer(asked: Asked): string;
};

const DIABETES_DRUGS = /biguanide|sulfonylurea|insulin|GLP-1|SGLT2|DPP-4|thiazolidinedione/i;
const UNANSWERED = /^(?:The record could not be asked|The record gave no answer|I could not read this)/;

export function sceneOf(conversation: Conversation, understood: Understood, record: RecordView, moment: Moment): Scene {
  const { text, earlier, lastReply } = conversation;
  const { said, question, whom, medicines } = understood;
  const elses = whom.who === 'relative';
  const view = elses ? EMPTY_VIEW : record;
  const series = seriesLines(conversation, moment.timezone, unitsIn(view));
  const told = fromRecord(view, question, said, series, moment);
  const own = said.readings.length > 0 ? said.readings : told.readings;
  const readings = elses ? readingsOfOthers(understood, earlier, moment) : own;
  const named = question.goesOn ? [] : question.terms.filter(({ kind }) => kind === 'symptom').map(({ name }) => name);
  const here = elses
    ? unique([...symptomsIn(said, said.others), ...complaintsIn(said), ...named])
    : symptomsIn(said, readings);
  const active = view.sections.medications.filter(isActive).map(({ name }) => name);
  const taken = elses ? unique([...earlier, text].flatMap(takenIn)) : active;
  const pregnant =
    view.sections.conditions.some(({ name, status }) => name === 'Pregnancy' && status !== 'resolved') ||
    [...earlier, text].some((message) => substancesIn(message).includes('pregnancy'));
  const wants = question.asked.find(({ act }) => act === 'take' || act === 'clash')?.act;
  return {
    ...understood,
    text,
    lastReply,
    moment,
    view,
    series,
    told,
    readings,
    symptoms: here.length > 0 ? here : symptomsBefore(understood, earlier, moment),
    toldNow: here,
    taken: unique([...taken, ...said.medications.map(({ name }) => name)]),
    pregnant,
    diabetic:
      [...active, ...said.medications.map(({ name }) => name)].some((name) =>
        DIABETES_DRUGS.test(termOf(name, 'drug')?.drugClass ?? ''),
      ) || [...said.findings, ...view.sections.conditions].some(({ name }) => /diabetes/i.test(name)),
    check: checkMedicines(
      {
        asked: medicines,
        focus: question.mayTake,
        wants: wants === 'take' || wants === 'clash' ? wants : null,
        view,
        said,
        alsoTaken: elses ? taken : [],
        pregnant,
        whom,
      },
      conversation,
    ),
    recordAnswer: (asked) => recordAnswer(asked, understood, conversation),
  };
}

/** The unit of the newest entry of each kind. */
function unitsIn({ sections }: RecordView): Map<string, string> {
  const units = new Map<string, string>();
  for (const { name, unit } of sections.observations) if (unit && !units.has(name)) units.set(name, unit);
  return units;
}

/** A question about a relative's value may come one message after the value. */
function readingsOfOthers(
  { said }: Understood,
  earlier: readonly string[],
  moment: Moment,
): readonly DescribedReading[] {
  if (said.others.length > 0) return said.others;
  for (const message of earlier.toReversed()) {
    const read = describeReadings(readMeasurements(message, moment));
    if (read.length > 0) return read;
  }
  return [];
}

/** Acts that may refer to an earlier complaint. */
const ON_COMPLAINTS: ReadonlySet<Asked['act']> = new Set(['care', 'help', 'cause', 'need']);
/** "Is it normal that it is worse at night?": only the second "it" refers to something. */
const IS_NORMAL = /\bis (?:it|this|that) (?:normal|common|usual) to\b/i;
const MEANS_IT = /\bis (?:it|this|that) (?:normal|common|usual)\b.{0,200}\b(?:it|this|that is|they)\b/i;
const EARLIER_MESSAGES = 6;
const MAX_COMPLAINTS = 3;

/** "What should I do?": refers to the latest complaint, if the conversation is still about it. */
function symptomsBefore({ said, question, whom }: Understood, earlier: readonly string[], moment: Moment): string[] {
  const { asked, goesOn } = question;
  const goesBack =
    asked.length > 0
      ? asked.some(
          ({ act, text }) =>
            ON_COMPLAINTS.has(act) || MEANS_IT.test(text) || (act === 'general' && goesOn && !IS_NORMAL.test(text)),
        )
      : goesOn || said.denied.length > 0;
  if (!goesBack) return [];
  const found = earlier.slice(-EARLIER_MESSAGES).flatMap((message) => {
    const before = readMessage(message, moment);
    const told = symptomsIn(before, whom.who === 'relative' ? before.others : before.readings);
    return whom.who === 'relative' ? [...told, ...complaintsIn(before)] : told;
  });
  return unique(found.toReversed()).slice(0, MAX_COMPLAINTS).toReversed();
}

/** A relative's complaint is not a finding of the person, but it is the topic. */
function complaintsIn({ concerns }: Said): string[] {
  return [...concerns].filter((name) => termOf(name, 'symptom')?.name === name);
}

/** Answers are in the order of the questions. */
function recordAnswer(asked: Asked, { question }: Understood, { allResponses }: Conversation): string {
  const place = asked.request ? requestsOf(question).indexOf(asked.request) : -1;
  const answers = allResponses.filter(({ name }) => name === ASK);
  const text = place < 0 ? '' : resultText(answers[place]?.result);
  return UNANSWERED.test(text) ? '' : text;
}
