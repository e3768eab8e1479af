/** What the message states, in plain words: exactly the facts that are filed, without those that the reply has named already. */
import {
  ifStopped,
  inSentence,
  join,
  type Moment,
  momentText,
  saidDate,
  termOf,
  topicFacts,
  unique,
} from '../../../../clinical/index.ts';
import type { Fact } from '../../../../record/index.ts';
import { isActive } from '../record-view.ts';
import { doseCompared, isUsualDose, medicationTitle } from './on-medicines.ts';
import { isOver, isStopped } from './said.ts';
import type { Scene } from './scene.ts';

/** Not "I nearly died of embarrassment". */
const LOSS =
  /(?<!\bi (?:\w+ )?)\b(?:died|passed away|passed on)\b|\b(?:lost my (?:\w+ )?(?:mother|mum|mom|father|dad|wife|husband|partner|son|daughter|child|baby|brother|sister|friend))\b/i;
const AGREED =
  /\b(?:doctors?|dr|gp|nurse|consultant|hospital|surgeon|specialist|clinic|they)\b[^.!?]{0,40}\b(?:stop\w*|off|taper\w*|reduc\w*|wean\w*)\b/i;
/** That something does not hurt says little. */
const ANY_PAIN = 'Pain';
const TO_COME: ReadonlySet<string> = new Set(['scheduled', 'planned']);
const LONG_AGO =
  /\b(?:weeks?|months?|years?|ages) (?:ago|back)\b|\bin (?:19|20)\d\d\b|\blast (?:month|year|spring|summer|autumn|winter)\b|\bused to\b/i;
const MAX_ITEMS = 8;

export function condolence(text: string): string {
  return LOSS.test(text) && /\b(?:my|since (?:he|she|they))\b/i.test(text) ? 'I am sorry for your loss.' : '';
}

/** "Noted: sertraline 50 mg once a day, asthma and an appointment with Dr. Lee (20 November 2026, 09:30)." */
export function noted(scene: Scene, reply: string): string {
  const { said, text, moment, view } = scene;
  const told = said.facts.filter(({ kind }) => kind !== 'observation');
  // The American Diabetes Association is no diabetes.
  const spoken = told.length > 0 ? reply.replace(/\([^()]*\)/g, '').toLowerCase() : '';
  const items = unique(
    told
      .filter(({ name }) => !spoken.includes(name.toLowerCase()))
      .filter(({ kind, name }) => kind !== 'condition' || !isKnown(name, view))
      .flatMap((fact) => itemOf(fact, said.facts, text, moment)),
  );
  const stopped = said.medications.filter(isStopped).map(({ name }) => name);
  const listed = view.sections.medications.filter((entry) => isActive(entry) && stopped.includes(entry.name));
  const until =
    listed.length > 0
      ? ` Your record listed ${join(unique(listed.map(({ name }) => inSentence(name))))} as taken until now; tell whoever prescribed it.`
      : '';
  const more = items.length > MAX_ITEMS ? [`${items.length - MAX_ITEMS} more`] : [];
  return items.length > 0 ? `Noted: ${join([...items.slice(0, MAX_ITEMS), ...more])}.${until}` : until.trim();
}

/** "My diabetes" is the type 2 diabetes on record. */
function isKnown(name: string, { sections }: Scene['view']): boolean {
  return sections.conditions.some((one) => one.name.toLowerCase().includes(name.toLowerCase()));
}

/** Doses of the message outside the label's range. */
export function unusualDoses({ said }: Scene): string[] {
  return said.doses.flatMap(doseCompared).filter((line) => !isUsualDose(line));
}

/** New medicines beside each other and beside those on record, where the table of interactions knows of nothing. */
export function noClash({ said, taken, question }: Scene): string {
  const isNew = said.medications.some((one) => !isStopped(one));
  return isNew && taken.length > 1 && question.asked.length === 0
    ? `I know of no dangerous combination among ${join(taken.slice(0, MAX_ITEMS).map(inSentence))}; a pharmacist can check the rest.`
    : '';
}

/** What was just stopped and must not be stopped at once. */
export function stoppedSuddenly({ said, text, whom }: Scene): string[] {
  if (LONG_AGO.test(text) || AGREED.test(text) || whom.who === 'relative') return [];
  return unique(said.medications.filter(isStopped).map(({ name }) => ifStopped(name)))
    .filter(Boolean)
    .map((line) => `${line} If that was not agreed with whoever prescribed it, ring them or a pharmacist today.`);
}

/** "No fever and no rash". It is good only of what would make the complaint urgent: a lump that does not hurt is no better for it. */
export function goodSigns({ said, toldNow }: Scene): string {
  const absent = unique(said.denied).filter((name) => termOf(name, 'symptom') ?? termOf(name, 'condition'));
  if (absent.length === 0) return '';
  const none = `no ${join(absent.map(inSentence), 'and no').replaceAll(', ', ', no ')}`;
  const urgent = toldNow.map((name) => topicFacts(name)?.see ?? '').join(' ');
  const isGood = absent.every((name) => name !== ANY_PAIN && urgent.toLowerCase().includes(name.toLowerCase()));
  return isGood ? `It is a good sign that there is ${none}.` : `Understood: ${none}.`;
}

/** A role alone ("the midwife") is left out, and so is whoever a visit names. */
function itemOf(fact: Fact, all: readonly Fact[], text: string, moment: Moment): string[] {
  const { kind, name } = fact;
  if (kind === 'profile') return [name === 'Sex' ? 'your sex' : 'your age'];
  const dated = fact.effective_time ? atHour(fact, text, moment) : '';
  if (kind === 'practitioner' || kind === 'organization') {
    const isNamed = all.some((one) => one.kind === 'encounter');
    return isNamed || !name.includes(' ') ? [] : [name];
  }
  if (kind === 'medication') {
    const status = isStopped(fact) ? 'stopped' : TO_COME.has(fact.status ?? '') ? 'planned' : '';
    return [`${inSentence(medicationTitle(fact)).replace(/\.$/, '')}${status ? ` (${status})` : ''}`];
  }
  if (kind === 'encounter' || kind === 'procedure') {
    const where = kind === 'encounter' ? placesOf(fact, all) : '';
    const details = [dated, where, TO_COME.has(fact.status ?? '') && 'to come'].filter(Boolean);
    return [`${inSentence(name)}${details.length > 0 ? ` (${details.join(', ')})` : ''}`];
  }
  const over = fact.status === 'resolved' ? 'over' : isOver(fact) ? 'history' : '';
  const title = kind === 'allergy' ? `allergy to ${inSentence(name)}` : inSentence(name);
  const site = fact.body_site && !name.toLowerCase().includes(fact.body_site.toLowerCase()) ? fact.body_site : '';
  const details = [fact.severity, site, fact.duration, fact.reaction?.toLowerCase(), over].filter(Boolean);
  return [`${title}${details.length > 0 ? ` (${details.join(', ')})` : ''}`];
}

function placesOf({ name }: Fact, all: readonly Fact[]): string {
  const names = (kind: Fact['kind']) => all.filter((one) => one.kind === kind).map((one) => one.name);
  const doctors = names('practitioner').filter((doctor) => !name.includes(doctor));
  const places = names('organization');
  return [doctors.length > 0 && `with ${join(doctors)}`, places.length > 0 && `at ${join(places)}`]
    .filter(Boolean)
    .join(', ');
}

/** For an appointment the hour matters. */
function atHour({ kind, effective_time: time = '' }: Fact, text: string, { timezone }: Moment): string {
  const date = saidDate(time, timezone, text);
  const moment = momentText(time, timezone);
  return kind === 'encounter' && moment.startsWith(date) ? moment : date;
}
