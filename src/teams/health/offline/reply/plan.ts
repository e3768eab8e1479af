/**
 * The plan of a reply: what is urgent, the answer to each question, what the record adds, what was noted, one next step. Each part is made
 * by one function from the same scene; here they are put in order, nothing is said twice, and what matters least is left out of a long reply.
 */
import { countWords, join, lines, plainText, requestsIn, unique } from '../../../../clinical/index.ts';
import type { Act } from './acts.ts';
import { answerTo } from './answers.ts';
import { askBack } from './ask-back.ts';
import { correctionLines } from './corrected.ts';
import { onMissedDoseTold } from './in-practice.ts';
import { knownEffects, nextStep } from './next-step.ts';
import { condolence, goodSigns, noClash, noted, stoppedSuddenly, unusualDoses } from './noted.ts';
import { onFamily, onFear, onNearby, remedies } from './on-complaints.ts';
import { signsOfEffects } from './on-effects.ts';
import { besideRecord, ofSomeoneElse, stated, treatmentGoals } from './on-values.ts';
import { ADVICE, type Asked } from './question.ts';
import { sameMedicine } from './same-medicine.ts';
import type { Scene } from './scene.ts';
import { takenAllAtOnce } from './taken-up-less.ts';
import { afterAlarm, goesOnAfterAlarm, STILL_URGENT } from './urgent.ts';
import { inThirdPerson, tellsOfThem } from './whom.ts';

/** Unless a list was asked for. */
const MAX_WORDS = 120;
const LISTS: ReadonlySet<Act> = new Set([
  'handover',
  'known',
  'checks',
  'overview',
  'prepare',
  'record',
  'way',
  'clash',
]);
/** Values are judged before what they mean, and before whether to worry about them. */
const AFTER_VALUES: ReadonlySet<Act> = new Set(['meaning', 'care', 'need', 'help']);
/** From more than two questions each one that is left open is named. */
const LIST_OF_QUESTIONS = 2;
/** "Should I?" says nothing without what stands before it. */
const LEAST_QUOTED = 4;
/** Questions about a medicine or an errand: an earlier complaint is not repeated. */
const ON_MEDICINES: ReadonlySet<Act> = new Set(['take', 'clash', 'dose', 'change', 'errand']);

/** `rank`: 0 always stays; the highest is left out first. */
type Part = { text: string; rank: 0 | 1 | 2 | 3 };

export function composeReply(scene: Scene, topic: string): string {
  const urgent = urgentParts(scene);
  const parts = urgent ? urgent.map((text): Part => ({ text, rank: 0 })) : planned(scene, topic);
  const isList = scene.question.asked.some(({ act }) => LISTS.has(act));
  const reply = fitted(onlyOnce(parts), isList ? Number.POSITIVE_INFINITY : MAX_WORDS);
  return scene.whom.who === 'patient' ? inThirdPerson(reply) : reply;
}

/** Nothing routine is said beside an emergency. */
function urgentParts(scene: Scene): string[] | null {
  if (scene.alarms.length > 0) return afterAlarm(scene);
  return goesOnAfterAlarm(scene) ? [STILL_URGENT, noted(scene, '')].filter(Boolean) : null;
}

function planned(scene: Scene, topic: string): Part[] {
  const { said, question, whom, check, text } = scene;
  const acts = question.asked.map(({ act }) => act);
  const found = question.asked.map((asked) => answerTo(asked, scene));
  const answers = unique(found.filter(Boolean));
  const values = said.readings.length > 0 && whom.who !== 'relative' ? asNoted(stated(scene), scene) : '';
  const others = said.others.length > 0 && said.corrections.length === 0 ? ofSomeoneElse(said.others, whom) : '';
  const isFound = said.findings.some(({ kind }) => kind === 'condition');
  const fear = answers.length === 0 && said.feared.length > 0 && !isFound ? onFear(said.feared, scene) : '';
  const isAfter = acts.some((act) => AFTER_VALUES.has(act));
  const rest = [fear, isAfter ? '' : values, answers.includes(others) ? '' : others];
  const first = [isAfter ? values : '', ...answers, ...rest];
  const ofThem = tellsOfThem(text, whom);
  const family = whom.who !== 'relative' || (!ofThem && acts.length + said.others.length + scene.toldNow.length === 0);
  const same = sameMedicine(scene);
  const opening = [
    scene.alarmBefore() ? STILL_URGENT : '',
    signsOfEffects(scene),
    check.warning,
    same,
    condolence(text),
    onMissedDoseTold(scene),
    takenAllAtOnce(scene),
    ...(same ? rest : first),
    topic,
    family ? onFamily(scene) : '',
    acts.length === 0 ? onNearby(scene, ofThem ? [...said.family, ...said.nearby] : said.nearby) : '',
  ].filter(Boolean);
  const complaint = acts.length === 0 && scene.toldNow.length > 0;
  const corrected = correctionLines(scene);
  // What is corrected here needs no side panel, and the record still holds the wrong value, so it is not quoted.
  const panel = corrected.length > 0 ? '' : (requestsIn(plainText(text)).panel ?? '');
  // A request for an appointment is no appointment.
  const items = acts.includes('errand') ? '' : noted(scene, opening.join(' '));
  const isAnswered =
    answers.length > 0 || Boolean(values || others || check.warning || same) || (family && said.family.length > 0);
  const isRead = opening.length > 0 || items || complaint || panel || corrected.length > 0 || said.denied.length > 0;
  // What answered the question before it is no answer to another one.
  const open = question.asked.filter((_, nth) => !found[nth] || found.indexOf(found[nth] as string) < nth);
  const advised = acts.length > 0 && acts.every((act) => ON_MEDICINES.has(act) || act === 'care');
  const step = advised ? [] : fresh(nextStep(scene), scene);
  return [
    ...opening.map((part): Part => ({ text: part, rank: 0 })),
    {
      text: isAnswered
        ? notAnswered(open, acts.length > LIST_OF_QUESTIONS)
        : acts.length === 0 && isRead
          ? ''
          : askBack(scene),
      rank: 0,
    },
    { text: lines(...corrected), rank: 0 },
    { text: said.corrections.length > 0 ? '' : besideRecord(scene), rank: 1 },
    { text: lines(...check.lines), rank: 0 },
    {
      text: lines(...knownEffects(scene.toldNow, [...scene.taken, ...said.medications.map(({ name }) => name)])),
      rank: 1,
    },
    { text: lines(items, isNotFiled(scene)), rank: 0 },
    { text: lines(...unusualDoses(scene), ...stoppedSuddenly(scene)), rank: 0 },
    { text: check.warning || check.lines.length > 0 || scene.above ? '' : noClash(scene), rank: 2 },
    { text: lines(...fresh([treatmentGoals(scene)], scene)), rank: 2 },
    { text: goodSigns(scene), rank: 3 },
    { text: complaint ? lines(...fresh(remedies({ terms: [] }, scene), scene)) : '', rank: 2 },
    { text: lines(...step.slice(0, 1)), rank: 0 },
    ...step.slice(1).map((text): Part => ({ text, rank: 1 })),
    { text: panel, rank: 0 },
  ];
}

/** A line of a diary: values that are filed, and nothing asked. */
function asNoted(values: string, { question, said, toldNow }: Scene): string {
  const isFiled = said.facts.some(({ kind }) => kind === 'observation');
  const isDiary = question.asked.length === 0 && toldNow.length === 0 && said.corrections.length === 0;
  return values && isFiled && isDiary ? `Noted. ${values}` : values;
}

/** A question without an answer, beside others that were answered. */
function notAnswered(open: readonly Asked[], several: boolean): string {
  const left = several ? open : open.filter(({ text, act }) => act === 'record' && ADVICE.test(text)).slice(0, 1);
  if (left.length === 0) return '';
  const whole = left.filter(({ text }) => countWords(text) >= LEAST_QUOTED);
  const which = whole.length > 0 ? join(whole.map(({ text }) => `“${text}”`)) : 'your question';
  return `To ${which} I have no answer; a doctor or pharmacist can say.`;
}

/** Said of someone else only, and so not in this record. */
function isNotFiled({ said, whom, toldNow }: Scene): string {
  const tells = said.others.length + toldNow.length > 0;
  return whom.who === 'relative' && tells && said.facts.length + said.family.length === 0
    ? `This is about ${whom.noun}, so it is not in your record.`
    : '';
}

/** What the last reply said is not repeated. */
function fresh(advice: readonly string[], { lastReply }: Scene): string[] {
  return advice.filter((line) => !lastReply.includes(line));
}

/** "Gout: See a doctor the first time. (NHS)" is the advice that an answer ends with. */
const ADVICE_ON = /^[^:.]{1,60}: (?=[A-Z])| \([^()]{1,80}\)$/g;

/** Each line once, where it comes first; a line that stands inside another is part of it. */
function onlyOnce(parts: readonly Part[]): Part[] {
  const said: string[] = [];
  return parts.map(({ text, rank }) => {
    const left = text
      .split('\n')
      .filter((line) => line && !said.some((one) => one.includes(line.replace(ADVICE_ON, ''))));
    said.push(...left);
    return { text: left.join('\n'), rank };
  });
}

function fitted(parts: readonly Part[], most: number): string {
  const left = parts.filter(({ text }) => text);
  let words = left.reduce((sum, { text }) => sum + countWords(text), 0);
  while (words > most) {
    const rank = Math.max(...left.map((part) => part.rank));
    if (rank === 0) break;
    const last = left.findLastIndex((part) => part.rank === rank);
    for (const { text } of left.splice(last, 1)) words -= countWords(text);
  }
  return left.map(({ text }) => text).join('\n\n');
}
