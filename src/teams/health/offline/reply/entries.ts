/** What the record holds on a question that names a section or a body system: medicines, conditions, visits … as lines. */
import {
  dateText,
  drugGroupIn,
  inSentence,
  join,
  type Moment,
  systemsOfTerm,
  unique,
} from '../../../../clinical/index.ts';
import { type Entry, entryLine, isActive } from '../record-view.ts';
import { isAsked, type Question } from './question.ts';
import type { Scene } from './scene.ts';
import { courseLine } from './series.ts';

const MAX_NAMES = 8;
/** "Recent" means the last three months (machinamed document). */
const RECENT_MS = 92 * 24 * 3600 * 1000;
/** Everyday names of the body systems. */
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
  ent: 'ears, nose and throat',
  ocular: 'eyes',
  mental: 'mood and mind',
  reproductive: 'reproductive organs',
};

export function fromRecord(scene: Scene): string[] {
  const { view, question, asked, moment } = scene;
  const { sections } = view;
  const { sections: wants } = question;
  const about = systemsAsked(question);
  const isAbout = (name: string, kind: 'drug' | 'condition') =>
    systemsOfTerm(name, kind).some((system) => about.has(system));
  const medicinesAsked = wants.has('medications') && question.mayTake.length === 0;
  const courses = wants.has('observations') && question.terms.length === 0 ? scene.courses : asked;
  return [
    ...courses.slice(0, MAX_NAMES).map((course) => courseLine(course, moment.timezone)),
    ...(wants.has('encounters') ? visits(sections.encounters, question, moment) : []),
    ...listed(
      'Medicines on record as taken',
      sections.medications.filter((entry) => isActive(entry) && (medicinesAsked || isAbout(entry.name, 'drug'))),
      moment,
    ),
    ...listed(
      'No longer taken',
      medicinesAsked ? sections.medications.filter((entry) => !isActive(entry)) : [],
      moment,
    ),
    ...listed(
      'Conditions on record',
      sections.conditions.filter(
        ({ name, status }) => status !== 'resolved' && (wants.has('conditions') || isAbout(name, 'condition')),
      ),
      moment,
    ),
    ...listed('Allergies on record', medicinesAsked || wants.has('allergies') ? sections.allergies : [], moment),
    ...listed(
      'Symptoms on record',
      sections.symptoms.filter(({ name }) => wants.has('symptoms') || isAsked(question, name)),
      moment,
    ),
    ...listed('Procedures on record', wants.has('procedures') ? sections.procedures : [], moment),
    ...listed('Documents on record', wants.has('documents') ? sections.documents : [], moment),
  ];
}

/** What a question is about, in everyday words: "your heart and circulation", "asthma". */
export function aboutWhat({ text, question }: Scene): string {
  if (question.systems.size > 0)
    return `your ${join([...question.systems].map((system) => LAY_SYSTEMS[system] ?? `${system} system`))}`;
  return drugGroupIn(text)?.said ?? join(unique(question.terms.map(({ name }) => inSentence(name))));
}

/** The body systems of the question; a general question has none. */
export function systemsAsked({ terms, systems }: Question): ReadonlySet<string> {
  const named = terms.flatMap(({ kind, system }) =>
    system && (kind === 'observation' || kind === 'condition' || kind === 'body_system') ? [system] : [],
  );
  return new Set([...systems, ...named].filter((system) => system !== 'general'));
}

export function nextVisit({ view, moment }: Scene): string {
  const [next] = view.sections.encounters
    .filter(({ time }) => time && Date.parse(time) > moment.now.getTime())
    .toSorted((a, b) => Date.parse(a.time ?? '') - Date.parse(b.time ?? ''));
  return next?.time ? `Your next appointment on record: ${next.name}, ${dateText(next.time, moment.timezone)}.` : '';
}

export function listed(title: string, entries: readonly Entry[], { timezone }: Moment): string[] {
  if (entries.length === 0) return [];
  const shown = entries.slice(0, MAX_NAMES).map((entry) => entryLine(entry, timezone, 'active'));
  const more = entries.length > MAX_NAMES ? `, and ${entries.length - MAX_NAMES} more` : '';
  return [`${title}: ${shown.join('; ')}${more}.`];
}

function visits(encounters: readonly Entry[], question: Question, moment: Moment): string[] {
  if (encounters.length === 0) return ['No visit or appointment is on record.'];
  if (!question.asksRecent) return listed('Visits and appointments on record', encounters, moment);
  const recent = encounters.filter(
    ({ time, told }) => time && !told && moment.now.getTime() - Date.parse(time) <= RECENT_MS,
  );
  if (recent.length > 0) return listed('Visits of the last three months and appointments', recent, moment);
  return [
    `No visit in the last three months. The latest on record: ${entryLine(encounters[0] as Entry, moment.timezone)}.`,
  ];
}
