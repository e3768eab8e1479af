/** For a question that nothing answers: what it was understood to be about, what can be said of that, and one question back. */
import {
  drugEffects,
  inSentence,
  join,
  lines,
  relatedTypes,
  type Term,
  termOf,
  topicFacts,
} from '../../../../clinical/index.ts';
import { takenAs, takenMedicine } from '../record-view.ts';
import type { Scene } from './scene.ts';
import { courseLine } from './series.ts';
import { careLine } from './topic-lines.ts';

const MAX_TOPICS = 2;
/** What can be asked about each kind; the one question that would help. */
const QUESTIONS: Partial<Record<Term['kind'], string>> = {
  observation: 'what it can come from, how it has changed, or when to have it checked again',
  drug: 'the dose, a side effect, or something else beside it',
  condition: 'what helps, what to avoid, or when to see someone',
  symptom: 'what helps, what it can come from, or when to see someone',
};

/** Empty where the terms say nothing that the record or the tables have. */
export function whatIsKnown(terms: readonly Term[], scene: Scene): string {
  const found = terms
    .slice(0, MAX_TOPICS)
    .map((term) => ({ term, known: knownOf(term, scene) }))
    .filter(({ known }) => known);
  const [first] = found;
  const choices = first && QUESTIONS[first.term.kind];
  if (!first || !choices) return '';
  const names = join(found.map(({ term }) => inSentence(term.name)));
  return lines(...found.map(({ known }) => known), `What about ${names} would you like to know: ${choices}?`);
}

function knownOf({ kind, name }: Term, { courses, view, moment }: Scene): string {
  const facts = topicFacts(name);
  if (kind === 'observation') {
    const course = courses.find((one) => one.name === name || relatedTypes(name).includes(one.name));
    return course ? lines(courseLine(course, moment.timezone), facts ? `${facts.see} (${facts.source})` : '') : '';
  }
  if (kind === 'drug') {
    const entry = takenMedicine(view, name);
    const effects = drugEffects(termOf(name, 'drug')?.name ?? name);
    const dose = entry && takenAs(entry);
    const taken = entry ? `You take ${inSentence(name)}${dose ? ` ${dose}` : ''}.` : '';
    const known = effects ? `${name} ${effects.use} (${effects.source}).` : '';
    return [taken, known].filter(Boolean).join(' ');
  }
  return careLine(name, facts);
}
