/**
 * What follows the red-flag advice that stands before the reply: the question in its light, what to tell those who come, and what not
 * to do. Nothing routine about the same event: no ranges, no "see a doctor in three weeks".
 */
import {
  clauseOf,
  inSentence,
  isOtherPerson,
  join,
  type RedFlag,
  understand,
  unique,
} from '../../../../clinical/index.ts';
import type { Act } from './acts.ts';
import { medicationTitle } from './on-medicines.ts';
import { takenIn } from './question.ts';
import { isOver } from './said.ts';
import type { Scene } from './scene.ts';

/** Where a person to talk to is the help, and a list of values is none. */
const NEEDS_A_PERSON: ReadonlySet<string> = new Set(['suicidal_thoughts', 'psychosis']);
const ON_SUBSTANCES: ReadonlySet<Act> = new Set(['take', 'dose', 'change', 'suits']);
const ASKS_WHETHER: ReadonlySet<Act> = new Set(['care', 'need']);
const MAX_NAMED = 5;

const VIOLENCE = 'violence';
const AFTER_VIOLENCE =
  'Your safety comes first; nothing here needs an answer now. Have every injury looked at, and the same day after pressure on the neck, even without marks.';
/** What those who come ask first, where it is not when it began. */
const FIRST_ASKED: Readonly<Record<string, string>> = {
  poisoning: 'what was taken, how much and when',
  pregnancy: 'how many weeks it is',
  infant_fever: 'the age and the temperature',
  adrenal_crisis: 'which steroid it is, its dose and when it was last taken',
  dehydration_infant: 'the age, and when there was last a wet nappy',
};

/** What is said of the same emergency in the messages after the alarm. */
export const STILL_URGENT = 'What I said about getting help still holds. Please act on that first.';
/** Asked of medicines or of the record: answered after it. Whatever else is asked waits. */
const ANSWERED_TOO: ReadonlySet<Act> = new Set(['take', 'dose', 'clash', 'handover', 'known']);

/** Whether the message goes on with the emergency of one before it. */
export function goesOnAfterAlarm({ alarmBefore, question: { asked } }: Scene): boolean {
  return asked.every(({ act, request }) => request === null && !ANSWERED_TOO.has(act)) && alarmBefore();
}

export function afterAlarm(scene: Scene): string[] {
  const { alarms } = scene;
  const elses = isOfSomeoneElse(scene);
  if (alarms.every(({ family }) => family === VIOLENCE)) return [AFTER_VIOLENCE];
  if (alarms.every(({ family }) => NEEDS_A_PERSON.has(family)))
    return [
      elses
        ? 'Stay with them or ask somebody to, and listen without arguing.'
        : 'If you can, go to somebody now or ask them to come, and tell them what you told me. You can go on writing here meanwhile.',
    ];
  return [inItsLight(scene), toTell(scene, elses), doNot(alarms, elses)].filter(Boolean);
}

/** By the clause that raised the alarm: a mother who is named elsewhere is not the one in danger. */
function isOfSomeoneElse({ text, alarms, whom }: Scene): boolean {
  const understanding = understand(text);
  const subjects = alarms.map(({ evidence }) => clauseOf(understanding, evidence.start)?.subject);
  if (subjects.some(isOtherPerson)) return true;
  return !subjects.includes('self') && whom.who !== 'self';
}

function inItsLight({ question: { asked } }: Scene): string {
  if (asked.some(({ act, text }) => ON_SUBSTANCES.has(act) || takenIn(text).length > 0))
    return 'No medicine for it before the people you call have agreed, other than what is said above.';
  if (asked.some(({ act }) => ASKS_WHETHER.has(act)))
    return 'Do not let it wait: do what is said above now, even if it seems to ease off.';
  const isHelp = asked.every(({ act }) => act === 'help');
  return isHelp ? '' : 'First what is said above. Ask me the rest again afterwards.';
}

/** From the message and, for the person themselves, from the record. */
function toTell({ said, view, toldNow, symptoms, taken, readings, alarms }: Scene, elses: boolean): string {
  const findings = elses
    ? [...toldNow, ...symptoms]
    : said.findings.filter((one) => one.kind !== 'allergy' && !isOver(one)).map(({ name }) => name);
  const values = said.readings.length + said.others.length > 0 ? readings.map(({ title }) => title) : [];
  const known = elses ? [] : view.sections.conditions.filter((one) => !isOver(one)).map(({ name }) => name);
  const told = said.medications.filter(({ status }) => status !== 'stopped');
  const others = taken.filter((name) => !told.some((one) => one.name === name));
  const medicines = elses ? taken : [...told.map(medicationTitle), ...others];
  const allergies = [
    ...said.findings.filter(({ kind }) => kind === 'allergy'),
    ...(elses ? [] : view.sections.allergies),
  ];
  const list = (names: readonly string[]) => join(unique(names).slice(0, MAX_NAMED).map(inSentence));
  const parts = [
    alarms.flatMap(({ family }) => FIRST_ASKED[family] ?? [])[0] ?? 'when it began',
    ...(findings.length > 0 ? [`the complaints (${list(findings)})`] : []),
    ...(values.length > 0 ? [`the values (${list(values)})`] : []),
    ...(known.length > 0 ? [`what is known (${list(known)})`] : []),
    medicines.length > 0 ? `the medicines (${list(medicines)})` : 'which medicines are taken',
    ...(allergies.length > 0 ? [`the allergy to ${list(allergies.map(({ name }) => name))}`] : []),
  ];
  return `Have ready for those you call: ${parts.join('; ')}.`;
}

function doNot(alarms: readonly RedFlag[], elses: boolean): string {
  if (elses) return 'Stay with them, and do not wait to see whether it passes.';
  const isSaid = alarms.some(({ advice }) => /drive/i.test(advice));
  return `Do not wait to see whether it passes${isSaid ? '' : ', and do not drive yourself'}.`;
}
