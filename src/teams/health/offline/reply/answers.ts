/** The direct answer to one question of a message: from the record where it holds it, else from the tables; empty where there is none. */
import {
  type Aspect,
  aspectOf,
  bareReading,
  explainReport,
  inSentence,
  join,
  lines,
  termFacts,
  termOf,
  unique,
} from '../../../../clinical/index.ts';
import { computed } from '../computed/computed.ts';
import { beforeOperation } from './before-operation.ts';
import { onCheckUps } from './check-ups.ts';
import { aboutWhat, fromRecord } from './entries.ts';
import { beforePregnancy, inPractice, onTheSituation } from './in-practice.ts';
import { onWorking } from './is-working.ts';
import { IN_GENERAL } from './next-step.ts';
import { inGeneral, onCare, onCause, onFear, onHelp, onNeed, remedies, risksOf } from './on-complaints.ts';
import { onDifference } from './on-difference.ts';
import { onEffect } from './on-effects.ts';
import { onChange, onDose, onSuits, onTake, unknownToTake, whileBreastfeeding } from './on-medicines.ts';
import { onProcedure } from './on-procedures.ts';
import { onTest } from './on-tests.ts';
import { besideRecord, bodyMassAnswer, inShort, ofSomeoneElse, onMeaning } from './on-values.ts';
import { onWhatWasSaid } from './on-what-was-said.ts';
import { ofSystem, overview, toRaise } from './overview.ts';
import { onOwnLists } from './own-lists.ts';
import { ADVICE, type Asked, OF_RECORD, OWN_DATA, takenIn } from './question.ts';
import { isOver } from './said.ts';
import type { Scene } from './scene.ts';
import { type Course, courseLine } from './series.ts';
import { subjectOf } from './subject.ts';
import { takenUpLess } from './taken-up-less.ts';
import { toldBefore } from './told-before.ts';
import { onWhatFor } from './what-for.ts';
import { whatIsKnown } from './what-is-known.ts';

const ERRANDS: readonly [RegExp, string][] = [
  [
    /\b(?:remind|ping|alert|notify|nudge) me\b|\b(?:reminder|alarm|alert)\b/i,
    'I cannot set reminders or write first: an alarm or the calendar of your phone can. Tell me what came of it, and I will put it beside your record.',
  ],
  [
    /diagnos|examin/i,
    'I cannot diagnose or examine: a doctor can. I can put your values and complaints beside what is known.',
  ],
  [
    /\b(?:best|good|nearest|recommend\w*)\b/i,
    'I know no doctors or clinics by quality and cannot recommend one; your own practice can refer you.',
  ],
  [
    /prescri|refill|renew|antibiotic|order/i,
    'I cannot prescribe or order anything: only a doctor or a pharmacist can.',
  ],
  [
    /book|schedul|appoint|arrange|cancel|refer/i,
    'I cannot book, change or cancel appointments: please call the practice or clinic.',
  ],
  [/call|ring|phone/i, 'I cannot call anybody. In an emergency call your local emergency number yourself.'],
];
/** Asked of an organ as such: with a complaint of it, an empty record is no answer. */
const OWN_SYSTEM =
  /\bhow(?:['’]s| is| are| was| were)\b|\b(?:record|values?|results?|tests?|state)\b|\b(?:is|are|was|were) (?:my|his|her) \w+/i;
/** "Will I get cancer?" */
const FORETOLD = /\b(?:will|am|is|are) (?:i|he|she|we|they) (?:going to )?(?:get|develop)\b/i;
const WHAT_IS = /^\W*(?:what(?:['’]s| is| are)|explain|tell me about|define)\b(?!.*\b(?:my|his|her)\b)/i;
/** How something is done is in no record. */
const HOW_TO = /^\W*how (?:do|would) (?:i|you|we|one)\b(?! (?:look|compare|do|stand|feel|see|find)\b)/i;
const POINTS_BACK = /\b(?:it|that|this|they|these)\b/i;
/** Sides of a topic that no record has. */
const UNRECORDED: ReadonlySet<Aspect> = new Set<Aspect>([
  'pain',
  'spread',
  'heredity',
  'prevention',
  'onset',
  'pregnancy',
  'use',
  'side_effects',
  'stopping',
  'see',
]);
/** Sides that need the name: of what was told, nobody asks whether it is that. */
const ONLY_NAMED: ReadonlySet<Aspect> = new Set<Aspect>(['what', 'diagnosis']);
/** More courses than this are told in one sentence. */
const MAX_COURSES = 3;
const UNREADABLE = 'I could not read your record just now, and there is no value in your message that I could compare.';

export function answerTo(asked: Asked, scene: Scene): string {
  const told = toldBefore(asked, scene);
  // Of another person the record says nothing.
  const isOfOther = scene.whom.who === 'relative';
  return lines(told, told && isOfOther ? computed(asked, scene) : known(asked, scene));
}

function known(asked: Asked, scene: Scene): string {
  return (
    onWhatFor(asked, scene) ||
    onWhatWasSaid(asked, scene) ||
    onOwnLists(asked, scene) ||
    computed(asked, scene) ||
    explainReport(scene.text) ||
    onDifference(asked, scene) ||
    whileBreastfeeding(asked, scene) ||
    beforeOperation(asked, scene) ||
    beforePregnancy(asked, scene) ||
    onWorking(asked, scene) ||
    inPractice(asked, scene) ||
    onProcedure(asked, scene) ||
    onTest(asked, scene) ||
    onUse(asked) ||
    onEffect(asked) ||
    lines(takenUpLess(asked, scene), byAct(asked, scene))
  );
}

/** "What does it do?", "what is it for?" of a medicine, whether it is taken or not. */
function onUse({ text, named, act }: Asked): string {
  const medicine = named.find(({ kind }) => kind === 'drug');
  return medicine && act !== 'take' && aspectOf(text) === 'use' ? termFacts(medicine, 'use') : '';
}

function byAct(asked: Asked, scene: Scene): string {
  const ofFamily = scene.said.family.length > 0 && scene.whom.who !== 'relative' && scene.symptoms.length === 0;
  switch (asked.act) {
    case 'errand':
      return ERRANDS.find(([words]) => words.test(asked.text))?.[1] ?? 'That is something that I cannot do from here.';
    case 'take':
      return onTake(asked, scene);
    case 'clash':
      return scene.check.verdict;
    case 'change':
      return onChange(asked, scene);
    case 'dose':
      return onDose(asked, scene);
    case 'suits':
      return onSuits(asked, scene);
    case 'overview':
      return overview(scene);
    case 'prepare':
      return toRaise(scene);
    case 'checks':
      return onCheckUps(scene);
    case 'care':
      return (ofFamily ? '' : onCare(asked, scene)) || onSubject(asked, scene) || (ofFamily ? '' : IN_GENERAL);
    case 'need':
      if (ofFamily) return '';
      return isOnMedicine(asked, scene)
        ? onChange(asked, scene)
        : lines(onNeed(asked, scene), careOfSubject(asked, scene));
    case 'help':
      return ofFamily ? risksOf(scene) : onHelp(asked, scene) || unanswered(asked, scene);
    case 'cause':
      return onCause(asked, scene) || unanswered(asked, scene);
    case 'meaning':
      if (ofFamily) return '';
      return scene.readings.length > 0 ? onMeaning(scene) : onCause(asked, scene) || unanswered(asked, scene);
    case 'general':
      return scene.recordAnswer(asked) || inGeneral(asked, scene) || unanswered(asked, scene);
    case 'range':
      // "Tylenol 500 mg every 6 hours. Too much?"
      if (scene.said.medications.length > 0 && scene.readings.length === 0) return onDose(asked, scene);
      return ofRecordOrValues(asked, scene);
    default:
      return ofRecordOrValues(asked, scene);
  }
}

function ofRecordOrValues(asked: Asked, scene: Scene): string {
  return unknownToTake(asked, scene) || ofValues(asked, scene) || ofRecord(asked, scene);
}

/** "Do I still need the omeprazole?" is about stopping it; "do I need antibiotics?" is not. */
function isOnMedicine({ text }: Asked, { taken }: Scene): boolean {
  return takenIn(text).some((name) => taken.includes(name) || /\bstill\b/i.test(text));
}

/** The values of a message are judged by their own part of the reply; here is what was asked beyond that. */
function ofValues(asked: Asked, scene: Scene): string {
  const { said, whom, readings, moment } = scene;
  const isMeant = said.readings.some(({ name }) => asked.terms.some((term) => term.name === name));
  const way = asked.act === 'way' && said.readings.length > 0 ? besideRecord(scene) : '';
  const found = bodyMassAnswer(asked, scene) || (isMeant && way) || scene.recordAnswer(asked) || way;
  if (found) return found;
  // "Is that too low?" is of the value before, "is 4 times a week too much?" is not.
  const isOfValues =
    !/\d/.test(asked.text) || said.others.length > 0 || asked.named.some(({ kind }) => kind === 'observation');
  if (whom.who === 'relative' && readings.length > 0 && isOfValues) return ofSomeoneElse(readings, whom);
  const [bare] =
    asked.act === 'range' && said.readings.length === 0 ? bareReading(asked.text, asked.terms, moment) : [];
  return bare ? `${bare.line}.` : '';
}

/** A condition, an organ, a section, or nothing that the record holds. */
function ofRecord(asked: Asked, scene: Scene): string {
  const { view, question, said, whom, moment } = scene;
  const { text, act } = asked;
  if (said.readings.length > 0 && act !== 'record') return '';
  if (said.feared.length > 0 && act === 'record') return onFear(said.feared, scene);
  if (whom.who === 'relative' || ADVICE.test(text) || HOW_TO.test(text)) return unanswered(asked, scene);
  if (!view.readable)
    return (OWN_DATA.test(text) ? '' : unanswered(asked, scene)) || (said.readings.length > 0 ? '' : UNREADABLE);
  // "Are my labs fine?"
  if (act === 'range' && asked.terms.length === 0 && question.sections.has('observations')) return overview(scene);
  const entries = fromRecord(scene);
  if (question.systems.size > 0 && (entries.length > 0 || OWN_SYSTEM.test(text))) return ofSystem(scene, entries);
  const same = withValueOf(text, scene.asked);
  if (same) return courseLine(same, moment.timezone);
  if (scene.asked.length > MAX_COURSES)
    return inShort(
      scene.asked.map(({ latest }) => latest),
      'your latest ',
      moment,
    );
  if (scene.asked.length > 0)
    return lines(
      ...(act === 'way' ? scene.asked.filter(({ way }) => way).map(({ name, way }) => `${name} is ${way}.`) : []),
      ...scene.asked.map((course) => courseLine(act === 'way' ? { ...course, way: '' } : course, moment.timezone)),
    );
  if (entries.length > 0) return lines(...entries);
  // A doctor who is named beside the subject is not asked about.
  const topic = asked.terms.find((term) => term.kind !== 'specialty' || asked.named.includes(term));
  // "What is flurbomycin?" is not about an earlier topic.
  if (topic && WHAT_IS.test(text) && (!question.goesOn || POINTS_BACK.test(text)))
    return termFacts(topic, aspectOf(text));
  const about = aboutWhat(scene);
  // What the message itself tells was not looked for in the record.
  const isTold = said.findings.some(({ name }) => asked.terms.some((term) => term.name === name));
  const side = UNRECORDED.has(aspectOf(text)) ? onSubject(asked, scene) : '';
  if (side) return side;
  const isOwn = OWN_DATA.test(text) && OF_RECORD.test(text);
  return about && !question.goesOn && !isTold && isOwn
    ? `Your record holds nothing about ${about}.`
    : unanswered(asked, scene);
}

/** "Is 34 high?": of several values, the one that was just told. */
function withValueOf(text: string, courses: readonly Course[]): Course | undefined {
  const [number, ...more] = text.match(/\d+(?:\.\d+)?/g) ?? [];
  const found =
    number && more.length === 0 ? courses.filter(({ latest }) => `${latest.title} `.includes(` ${number} `)) : [];
  return courses.length > 1 && found.length === 1 ? found[0] : undefined;
}

/** The side that is asked for, of what the question is about. */
function onSubject(asked: Asked, scene: Scene): string {
  const topic = subjectOf(asked, scene);
  const aspect = aspectOf(asked.text);
  const isNamed = asked.named.length > 0;
  const isSide =
    aspect !== 'other' && (isNamed || !ONLY_NAMED.has(aspect)) && (aspect !== 'dose' || topic?.kind === 'drug');
  return topic && isSide ? termFacts(topic, aspect, !isNamed) : '';
}

/** "My mum has aortic stenosis. Will she need an operation?": what is usually done; of one's own, the need itself has told it. */
function careOfSubject(asked: Asked, scene: Scene): string {
  const topic = scene.whom.who === 'relative' ? subjectOf(asked, scene) : undefined;
  return topic?.kind === 'condition' ? termFacts(topic, 'care', true) : '';
}

/** What is known about the subject of a question that nothing answers, and who can say. */
function unanswered(asked: Asked, scene: Scene): string {
  const { said, view, whom } = scene;
  const { text } = asked;
  const topic = subjectOf(asked, scene);
  if (topic?.kind === 'condition' && FORETOLD.test(text))
    return lines(
      `Whether it comes to ${inSentence(topic.name)} nobody can tell from a message.`,
      termFacts(topic, 'causes'),
    );
  const side = onSubject(asked, scene);
  if (side) return side;
  const done = remedies({ terms: said.findings.flatMap(({ name }) => termOf(name, 'any') ?? []) }, scene);
  if (done.length > 0 && said.findings.length > 0) return lines(...done);
  const own = [...said.findings, ...(whom.who === 'relative' ? [] : view.sections.conditions)];
  const conditions = unique(own.filter((one) => !isOver(one)).map(({ name }) => name));
  const situation = onTheSituation(text, scene);
  if (situation) return situation;
  if (!ADVICE.test(text)) return '';
  const over = unique(said.findings.filter(isOver).map(({ name }) => inSentence(name)));
  if (over.length > 0 && conditions.length === 0)
    return `Whether that is right after your ${join(over)} is for a doctor to say, who knows how you are today.`;
  return whatIsKnown(
    conditions.flatMap((name) => termOf(name, 'condition') ?? []),
    scene,
  );
}
