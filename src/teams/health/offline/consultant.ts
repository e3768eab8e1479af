/**
 * HealthConsultantAgent without a model: reads the record, then answers each question first, compares values with their ranges,
 * says what is missing and when to see someone. It reports and compares; it never diagnoses and never invents a value.
 */

import {
  bareReading,
  type DescribedReading,
  followedBy,
  isQuestion,
  plainText,
  redFlags,
  requestsIn,
  topicFacts,
  unique,
} from '../../../clinical/index.ts';
import { readConversation, resultText } from '../../../engine/models/offline/conversation.ts';
import type { Rule } from '../../../engine/models/offline/rule.ts';
import { RECORD_ACTS } from './consultant-acts.ts';
import {
  aboutReadings,
  aboutSymptoms,
  familyAnswer,
  knownEffects,
  treatmentGoals,
  URGENT,
} from './consultant-advice.ts';
import { answerTo } from './consultant-answers.ts';
import { whose } from './consultant-concerns.ts';
import { bodyMassAnswer, fromWhole, openQuestion, stated, wayOfTold } from './consultant-headline.ts';
import { RECORD, seriesLeftOut, stillToLookUp, TOPIC } from './consultant-lookups.ts';
import { unknownToTake } from './consultant-medicine-answers.ts';
import { understand } from './consultant-message.ts';
import { missing } from './consultant-missing.ts';
import { type Asked, statesFacts } from './consultant-question.ts';
import { isOver } from './consultant-said.ts';
import { type Scene, sceneOf } from './consultant-scene.ts';
import { condolence, deniedLine, judgedForOthers, toldOfOthers, unclear, whatWasTold } from './consultant-told.ts';
import { inThirdPerson } from './consultant-whom.ts';
import { readRecord } from './record-view.ts';
import { smallTalk } from './small-talk.ts';

const KEEP_TAKING = 'Please do not change or stop a prescribed medicine without asking whoever prescribed it.';
/** The record still holds the wrong value at this time, so it is not quoted. */
const CORRECTED = 'I take this in place of the value that you gave before.';
/** Questions about a medicine or an errand: an earlier complaint is not repeated. */
const ON_MEDICINES: ReadonlySet<Asked['act']> = new Set(['take', 'clash', 'dose', 'change', 'errand']);

export const consult: Rule = (request) => {
  const conversation = readConversation(request);
  const { text, earlier, lastReply, responses } = conversation;
  const small = smallTalk(text);
  if (small) return { text: small };
  const moment = { now: new Date(request.context.now), timezone: request.context.timezone };
  const understood = understand(text, earlier, moment);
  const first = stillToLookUp(request, conversation, understood);
  if (first.length > 0) return { calls: first };
  const view = readRecord(responses.get(RECORD));
  const more = seriesLeftOut(request, conversation, understood.question, view);
  if (more.length > 0) return { calls: more };
  const scene = sceneOf(conversation, understood, view, moment);
  return { text: composed(scene, resultText(responses.get(TOPIC)), lastReply) };
};

function composed(scene: Scene, topic: string, lastReply: string): string {
  const { text, said, question, whom, view, check } = scene;
  const { asked } = question;
  const urgent = redFlags(text).length > 0;
  const answers = unique(asked.map((one) => directAnswer(one, scene, urgent)).filter(Boolean));
  const effects = knownEffects(scene.symptoms, scene.taken).filter(
    (line) => !answers.some((one) => one.includes(line)),
  );
  const panel = requestsIn(plainText(text)).panel ?? '';
  const opening = stated(scene);
  const judged = answers.includes(opening) ? '' : opening;
  // What values mean, and whether to worry, comes after whether they are in range.
  const first = asked.some(({ act }) => act === 'meaning' || act === 'care')
    ? [judged, ...answers]
    : [...answers, judged];
  const shown = [...answers, judged].join(' ');
  const goals = /(?:HbA1c|INR) (?:is )?[\d.]+ /.test(shown)
    ? treatmentGoals(scene.readings, scene.diabetic, scene.taken)
    : '';
  const listed = said.readingLines.length > 1 ? said.readingLines : [];
  const known = isQuestion(text) ? view.sections.conditions.map(({ name }) => name) : [];
  const others = toldOfOthers(scene);
  const isUnread = asked.length === 0 && !statesFacts(said) && !others && !topic && !panel;
  const showsRecord =
    asked.length === 0 ? !isUnread : asked.some((one) => RECORD_ACTS.has(one.act) && !scene.recordAnswer(one));
  // What was just said is not repeated.
  const fresh = (lines: readonly string[]) => lines.filter((line) => !lastReply.includes(line));
  const blocks = [
    check.allergyWarning,
    condolence(text),
    isUnread ? unclear(scene, lastReply) : '',
    ...first,
    block('What may belong together:', effects),
    isOfFamily(scene) ? familyAnswer(said.family) : '',
    others,
    deniedLine(said),
    block('What you told me:', [...listed, ...whatWasTold(scene, known, panel !== '')]),
    block('How these medicines go together:', check.lines),
    fresh([check.note]).join(''),
    topic && `What this conversation is about: ${topic}`,
    said.corrected.size > 0 ? CORRECTED : block('What your record holds:', showsRecord ? shownLines(scene) : []),
    fresh([goals]).join(''),
    block('What is missing:', fresh(missing(scene))),
    panel,
  ];
  const advice = urgent ? URGENT : whenToSeeSomeone(scene, answers, fresh);
  const reply = [...blocks, advice].filter(Boolean).join('\n\n') || unclear(scene, lastReply);
  return whom.who === 'patient' ? inThirdPerson(reply) : reply;
}

/** The record's own answer, else the tables, else the record as a whole. */
function directAnswer(asked: Asked, scene: Scene, urgent: boolean): string {
  const { text, said, check, whom, readings, moment } = scene;
  if (asked.act === 'take' || asked.act === 'clash') return check.verdict;
  const unknown = unknownToTake(asked);
  if (unknown) return unknown;
  // A relative's condition is answered as family history.
  if (
    whom.who !== 'relative' &&
    said.family.length > 0 &&
    (asked.act === 'care' || asked.act === 'need') &&
    scene.symptoms.length === 0
  )
    return '';
  // The record does not hold the values of this message yet: the trend needs the new value.
  const way = said.readings.length > 0 && asked.act === 'way' ? wayOfTold(scene) : null;
  const isMeant = said.readings.some(({ name }) => asked.terms.some((term) => term.name === name));
  const found = bodyMassAnswer(asked, scene) || (isMeant && way) || scene.recordAnswer(asked) || answerTo(asked, scene);
  if (found) return found;
  // A value of the message is judged without the record; its other questions are still answered.
  if (way !== null) return way;
  if (said.readings.length > 0 && asked.act === 'range') return stated(scene);
  if (said.readings.length > 0 && asked.act === 'record') return openQuestion(asked);
  if (said.others.length > 0 || (said.family.length > 0 && whom.who !== 'relative')) return '';
  if (whom.who === 'relative' && readings.length > 0) return judgedForOthers(readings, whom);
  const [bare] = asked.act === 'range' ? bareReading(text, asked.terms, moment) : [];
  if (bare) return `${bare.line}.`;
  // In an emergency the reply does not say that nothing is on record.
  return urgent ? '' : fromWhole(asked, scene);
}

/** A relative's illness is family history, unless the message is about the relative's present complaint. */
function isOfFamily({ whom, said, question, toldNow }: Scene): boolean {
  return whom.who !== 'relative' || question.asked.length + said.others.length + toldNow.length === 0;
}

/** What the record has answered is not repeated; the series of values in the message are shown. */
function shownLines({ told, said, question, recordAnswer }: Scene): string[] {
  if (!question.asked.some(recordAnswer)) return told.lines;
  return told.lines.filter((line) => said.readings.some(({ name }) => line.startsWith(name)));
}

/** Left out where the answer itself is about that, and for a clinician. */
function whenToSeeSomeone(
  scene: Scene,
  answers: readonly string[],
  fresh: (lines: readonly string[]) => string[],
): string {
  const { whom, said, question, readings, symptoms, recordAnswer } = scene;
  const acts = new Set(question.asked.map(({ act }) => act));
  if (whom.who === 'patient' || acts.has('care')) return '';
  const child = whom.who === 'relative' && whom.child;
  const told = statesFacts(said) || acts.size === 0;
  const goesOn = [...acts].some((act) => !ON_MEDICINES.has(act));
  // Of the record's values, those that the answer mentions.
  const words = answers.join(' ').toLowerCase();
  const isTold = ({ name }: DescribedReading) =>
    !question.asked.some(recordAnswer) || words.includes(name.toLowerCase());
  const values = said.readings.length + said.others.length > 0 || [...acts].some((act) => RECORD_ACTS.has(act));
  const lines =
    told || goesOn
      ? [
          ...(values && !child ? aboutReadings(readings.filter(isTold), whose(scene), scene.pregnant) : []),
          ...aboutSymptoms([...symptoms, ...toldConditions(scene)], child),
        ]
      : [];
  if (said.medications.length > 0 && !acts.has('change')) lines.push(KEEP_TAKING);
  return fresh(unique(lines))
    .filter((line) => !answers.some((one) => one.includes(line)))
    .join('\n');
}

/** Conditions of the message that are not on record yet. */
function toldConditions({ said, view, whom }: Scene): string[] {
  const known = new Set(view.sections.conditions.map(({ name }) => name));
  const told = said.findings.filter((one) => one.kind === 'condition' && !isOver(one) && !known.has(one.name));
  const measured = (name: string) => followedBy(name).some((test) => said.readings.some((one) => one.name === test));
  return whom.who === 'relative'
    ? []
    : told.map(({ name }) => name).filter((name) => topicFacts(name)?.see && !measured(name));
}

function block(title: string, lines: readonly string[]): string {
  const [only] = lines;
  if (lines.length === 1 && only) return `${title} ${only}`;
  return lines.length > 0 ? `${title}\n${lines.map((line) => `- ${line}`).join('\n')}` : '';
}
