/** The input of every part of a reply, made once: the message as it was understood, what was looked up, and what follows from both. */
import {
  type DescribedReading,
  isFever,
  isOfLastWeeks,
  type Known,
  type Moment,
  once,
  onlyCompared,
  plansPregnancy,
  type RedFlag,
  relatedTypes,
  substancesIn,
  termOf,
  unique,
} from '../../../../clinical/index.ts';
import { type Conversation, resultText } from '../../../../engine/models/offline/conversation.ts';
import { EMPTY_VIEW, isActive, type RecordView } from '../record-view.ts';
import { alarmsOf, isStillUrgent } from './alarms.ts';
import { ASK, requestsOf } from './lookups.ts';
import { checkMedicines, type MedicineCheck } from './medicine-check.ts';
import type { Understood } from './message.ts';
import { type Asked, isAsked, takenIn } from './question.ts';
import { isOver, isStopped, readMessage, type Said } from './said.ts';
import { type Course, coursesOf } from './series.ts';
import { whomMeant } from './whom.ts';

export type Scene = Understood & {
  text: string;
  /** What the user said before, oldest first. */
  earlier: readonly string[];
  /** The last reply to the user. */
  lastReply: string;
  /** What stands before the reply. */
  above: string;
  moment: Moment;
  /** Somebody needs help now; what to do stands before the reply. */
  alarms: readonly RedFlag[];
  /** One of the last messages raised an alarm that still holds. */
  alarmBefore(): boolean;
  /** Empty where another person is meant. */
  view: RecordView;
  courses: readonly Course[];
  /** Those of them that the question or the values of the message are about. */
  asked: readonly Course[];
  notMeasured: readonly string[];
  /** Values that the answer is about: those of the message, else the latest on record. */
  readings: readonly DescribedReading[];
  /** Present symptoms, stated now or before. */
  symptoms: readonly string[];
  /** Those of them that this message states. */
  toldNow: readonly string[];
  /** Medicines that are taken. */
  taken: readonly string[];
  pregnant: boolean;
  diabetic(): boolean;
  check: MedicineCheck;
  /** The record's answer to a question that was sent to it. */
  recordAnswer(asked: Asked): string;
};

const DIABETES_DRUGS = /biguanide|sulfonylurea|insulin|GLP-1|SGLT2|DPP-4|thiazolidinedione/i;
const UNANSWERED = /^(?:The record could not be asked|The record gave no answer|I could not read this)/;
const LACKS = /^Your record (?:holds|lists|has) no(?:thing)?\b/;

const NOT_PRESENT = new Set(['resolved', 'history', 'inactive']);

/** `above`: what the user is told before the reply. */
export function sceneOf(
  conversation: Conversation,
  understood: Understood,
  record: RecordView,
  moment: Moment,
  above: string,
): Scene {
  const { text, earlier, lastReply } = conversation;
  const { said, question, whom, medicines } = understood;
  const elses = whom.who === 'relative';
  const view = elses ? EMPTY_VIEW : record;
  const courses = coursesOf(conversation, view);
  const values = said.readings.map(({ name }) => name);
  const asked = courses.all.filter(
    ({ name }) => courses.fromTools.has(name) || values.includes(name) || isAsked(question, name),
  );
  const own = said.readings.length > 0 ? said.readings : asked.map(({ latest }) => latest);
  const readings = elses ? readingsOfOthers(understood, earlier, moment) : own;
  const toldNow = elses ? complaintsOfOther(understood) : symptomsIn(said, said.readings);
  const active = view.sections.medications.filter(isActive).map(({ name }) => name);
  const told = said.medications.filter((one) => !isStopped(one)).map(({ name }) => name);
  const stopped = said.medications.filter(isStopped).map(({ name }) => name);
  const taken = elses ? unique([...earlier, text].flatMap(takenIn)) : active.filter((name) => !stopped.includes(name));
  const pregnant =
    !said.denied.includes('Pregnancy') &&
    (view.sections.conditions.some(({ name, status }) => name === 'Pregnancy' && status !== 'resolved') ||
      // By its test, in whatever words.
      said.concerns.has('Pregnancy') ||
      // What a pregnancy speaks against is to be known before it.
      [...earlier, text].some((one) => substancesIn(one).includes('pregnancy') || plansPregnancy(one)));
  const known = knownFrom(view, active, moment.now, said.denied);
  const wants = question.asked.find(({ act }) => act === 'take' || act === 'clash')?.act;
  return {
    said,
    question,
    whom,
    medicines,
    text,
    earlier,
    lastReply,
    above,
    moment,
    alarms: alarmsOf(earlier, text, known),
    alarmBefore: once(() => isStillUrgent(earlier, text, known)),
    view,
    courses: courses.all,
    asked,
    notMeasured: courses.notMeasured,
    readings,
    symptoms: toldNow.length > 0 ? toldNow : symptomsBefore(understood, earlier, moment),
    toldNow,
    taken: unique([...taken, ...told]),
    pregnant,
    diabetic: () =>
      [...active, ...told].some((name) => DIABETES_DRUGS.test(termOf(name, 'drug')?.drugClass ?? '')) ||
      [...said.findings, ...view.sections.conditions].some(({ name }) => /diabetes/i.test(name)),
    check: checkMedicines(
      {
        asked: medicines,
        focus: question.mayTake,
        wants: wants === 'take' || wants === 'clash' ? wants : null,
        view,
        said,
        alsoTaken: elses ? taken : [],
        compared: onlyCompared(text),
        alsoHas: elses ? conditionsOfOthers([...earlier, text], moment) : [],
        pregnant,
        whom,
        above,
      },
      conversation,
    ),
    recordAnswer: (one) => recordAnswer(one, understood, conversation),
  };
}

/** The symptoms that a message states; a fever also by its temperature. */
function symptomsIn(said: Said, readings: readonly DescribedReading[]): string[] {
  return unique([
    ...(readings.some(isFever) ? ['Fever'] : []),
    ...said.findings.filter((one) => one.kind === 'symptom' && !isOver(one)).map(({ name }) => name),
  ]);
}

/** A relative's complaint is not a finding of the person, but it is the topic. */
function complaintsOfOther({ said, question }: Understood): string[] {
  const named = question.goesOn ? [] : question.terms.filter(({ kind }) => kind === 'symptom').map(({ name }) => name);
  return unique([...symptomsIn(said, said.others), ...complaintsIn(said), ...named]);
}

function complaintsIn({ concerns }: Said): string[] {
  return [...concerns].filter((name) => termOf(name, 'symptom')?.name === name);
}

/** What the conversation says that the relative has. */
function conditionsOfOthers(messages: readonly string[], moment: Moment): string[] {
  return unique(
    messages.slice(-EARLIER_MESSAGES).flatMap((message) => {
      const { family, nearby } = readMessage(message, moment);
      return [...family, ...nearby].map(({ name }) => name);
    }),
  );
}

/** A question about a relative's value may come one message after the value. What was told before of oneself is not theirs. */
function readingsOfOthers(
  { said }: Understood,
  earlier: readonly string[],
  moment: Moment,
): readonly DescribedReading[] {
  if (said.others.length + said.readings.length > 0) return [...said.others, ...said.readings];
  for (const [nth, message] of [...earlier.entries()].reverse()) {
    const { others, readings } = readMessage(message, moment);
    const isTheirs = readings.length > 0 && whomMeant(message, earlier.slice(0, nth)).who === 'relative';
    if (others.length > 0 || isTheirs) return isTheirs ? [...others, ...readings] : others;
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

/** Answers are in the order of the questions. What this message tells is not in the record yet, and so not missing there. */
function recordAnswer(asked: Asked, { question, said }: Understood, { allResponses }: Conversation): string {
  const place = asked.request ? requestsOf(question).indexOf(asked.request) : -1;
  const answers = allResponses.filter(({ name }) => name === ASK);
  const text = place < 0 ? '' : resultText(answers[place]?.result);
  const told = new Set([...said.facts, ...said.readings].map(({ name }) => name));
  const isTold = LACKS.test(text) && asked.terms.some(({ name }) => relatedTypes(name).some((one) => told.has(one)));
  return UNANSWERED.test(text) || isTold ? '' : text;
}

/** What stands in the record, as the red flags need it. `denied`: what the message says is not so. */
function knownFrom(
  { sections }: RecordView,
  medicines: readonly string[],
  now: Date,
  denied: readonly string[],
): Known {
  const present = [
    ...sections.conditions.filter(({ name, status }) => !NOT_PRESENT.has(status ?? '') && !denied.includes(name)),
    ...sections.procedures.filter(({ time, told }) => !told && isOfLastWeeks(time, now)),
  ].map(({ name }) => name);
  return { medicines, present, pregnant: present.includes('Pregnancy') };
}
