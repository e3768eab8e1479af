/**
 * What is known about a term, in sentences: the aspect that was asked about, from our own tables, or else from what health institutes
 * say of the topic. Where neither has it, one sentence says so, and what is known follows.
 */

import { conflictLine, conflicts } from '../medicines/interactions.ts';
import { capital, inSentence } from '../questions/rows.ts';
import { OBSERVATIONS } from '../vocabulary/observations.ts';
import { aliasesOf } from '../vocabulary/rows.ts';
import type { Term, TermKind } from '../vocabulary/term.ts';
import type { Aspect } from './aspects.ts';
import { doseText, labelDose } from './doses.ts';
import { type Quote, quoteOn } from './health-topics.ts';
import { nameWithRange, rangeSentence } from './range-words.ts';
import { ifStopped } from './stopping.ts';
import { drugEffects, type TopicFacts, topicFacts } from './topic-facts.ts';

const KINDS: Readonly<Record<TermKind, string>> = {
  condition: 'a condition',
  symptom: 'a symptom',
  drug: 'a medicine',
  observation: 'a measurement',
  allergen: 'something that people can be allergic to',
  procedure: 'a medical procedure',
  specialty: 'a field of medicine',
  body_system: 'a body system',
  body_site: 'a part of the body',
  organization: 'a place of care',
};
/** What a condition is chiefly followed by. */
const MEASURED_BY: Readonly<Record<string, readonly string[]>> = {
  Hypertension: ['Blood pressure'],
  Hypotension: ['Blood pressure'],
  'High cholesterol': ['LDL cholesterol', 'Total cholesterol'],
  'Type 2 diabetes': ['HbA1c', 'Fasting glucose'],
  'Type 1 diabetes': ['HbA1c', 'Fasting glucose'],
  Diabetes: ['HbA1c', 'Fasting glucose'],
  Prediabetes: ['HbA1c', 'Fasting glucose'],
  Hypothyroidism: ['TSH'],
  Hyperthyroidism: ['TSH'],
  Anemia: ['Hemoglobin'],
  'Iron deficiency anemia': ['Hemoglobin', 'Ferritin'],
  'Chronic kidney disease': ['eGFR', 'Creatinine'],
  Gout: ['Uric acid'],
};
/** What would have to be known. */
const NOT_KNOWN: Partial<Record<Aspect, (it: string) => string>> = {
  heredity: (it) => `whether ${it} runs in families`,
  prevention: (it) => `how to prevent ${it}`,
  course: (it) => `how long ${it} lasts or what comes of it`,
  onset: (it) => `how long ${it} takes to work`,
  dependence: (it) => `whether ${it} makes people dependent`,
  pregnancy: (it) => `anything about ${it} in pregnancy or when breastfeeding`,
  test: (it) => `how doctors test for ${it}`,
  spread: (it) => `whether ${it} spreads`,
  signs: (it) => `what the signs of ${it} are`,
  causes: (it) => `what causes ${it}`,
  care: (it) => `what is done for ${it}`,
  food: (it) => `whether ${it} is taken with food; the leaflet in the package does`,
  diet: (it) => `which foods matter for ${it}`,
  stopping: (it) => `what happens if ${it} is stopped`,
  range: (it) => `whether ${it} is normal for one person`,
  see: (it) => `when ${it} is dangerous`,
  use: (it) => `what ${it} is used for`,
  side_effects: (it) => `what side effects ${it} has; the leaflet in the package does`,
  dose: (it) => `what dose of ${it} is usual; the package or a pharmacist does`,
};
/** How an answer begins that does not have what was asked for. */
export const CANNOT_SAY = 'I cannot say';
const READ_ON = 'MedlinePlus (medlineplus.gov) and the NHS (nhs.uk) say more about it.';
/** The side of a topic that answers best where nothing is known of the one that was asked about. */
const NEAREST: Partial<Record<Aspect, Aspect>> = {
  course: 'care',
  onset: 'course',
  see: 'care',
  diet: 'care',
  prevention: 'causes',
  range: 'causes',
};
const DONE_FOR = 'What it is done for';
const STOP_WITH_CARE = 'A prescribed medicine is best stopped only with whoever prescribed it.';
const TAKES_TIME = /\b(?:hours?|days?|weeks?|months?|years?|lasting|life)\b/i;
const MOST_OTHER_NAMES = 3;
const MOST_TESTS = 8;

export function followedBy(condition: string): readonly string[] {
  return (Object.hasOwn(MEASURED_BY, condition) && MEASURED_BY[condition]) || [];
}

/** `goesOn`: the conversation has been about it before, so that the definition is not repeated. */
export function termFacts(term: Term, asked: Aspect = 'what', goesOn = false): string {
  // "What does a rheumatologist do?", "what is a DEXA scan for?" ask what it is, and the pregnancy of "ectopic pregnancy" is its own.
  const isWhole = (term.kind !== 'drug' && asked === 'use') || (asked === 'pregnancy' && /pregnan/i.test(term.name));
  // Whether a treatment hurts is told by what happens, and of an illness by its signs.
  const aspect = isWhole ? 'what' : asked === 'pain' ? (term.kind === 'procedure' ? 'care' : 'signs') : asked;
  if (term.kind === 'body_system') return systemFacts(term);
  if (term.kind === 'drug') return drugFacts(term, aspect, goesOn);
  const facts = topicFacts(term.name);
  const source = facts ? `Source: ${facts.source}.` : '';
  if (aspect === 'what' || aspect === 'difference' || aspect === 'other')
    return facts ? lines(...introduced(term, facts), facts.see, source) : overview(term);
  const side = facts ? topicLines(term, facts, aspect) : [];
  if (aspect === 'range' && rangeOf(term)) return lines(rangeOf(term), ...side, facts?.see ?? '', source);
  if (aspect === 'diagnosis')
    return facts ? lines(...topicLines(term, facts, 'signs'), facts.see, source) : quotedSide(term, 'signs');
  if (aspect === 'see' && facts?.see) return lines(...topicLines(term, facts, 'course'), facts.see, source);
  // A row of its own about this side tells more than a cell, and a cell more than a row that another topic lends.
  const own = quoteLines(quoteOn([term.name], aspect));
  if (own) return lines(own, facts?.see ?? '', source);
  if (side.length > 0) return lines(...side, facts?.see ?? '', source);
  const elsewhere = quotedSide(term, aspect);
  if (elsewhere) return lines(elsewhere, facts?.see ?? '', source);
  // How it goes on and how serious it is depends on what is done, and so does what to eat; what prevents it, on what causes it.
  const near = term.kind === 'observation' ? undefined : NEAREST[aspect];
  const done = near && (facts ? lines(...topicLines(term, facts, near)) : quotedSide(term, near));
  if (done) return lines(done, facts?.see ?? '', source);
  if (goesOn) return notKnown(term, aspect);
  return lines(notKnown(term, aspect), facts ? lines(definition(term, facts.what), facts.see, source) : overview(term));
}

/** Of a topic that our own tables do not have. */
function overview(term: Term): string {
  return lines(quotedSide(term, 'what') || `${definition(term)} ${READ_ON}`, rangeOf(term));
}

function quotedSide(term: Term, aspect: Aspect): string {
  return quoteLines(quoteOn([...namesOf(term), ...(term.drugClass ? [term.drugClass] : [])], aspect));
}

function quoteLines(quote: Quote | null): string {
  return quote ? lines(quote.text, `Source: ${quote.source}.`) : '';
}

function introduced(term: Term, facts: TopicFacts | null): string[] {
  return [definition(term, facts?.what), ...(facts ? allSides(term, facts) : []), rangeOf(term)];
}

function rangeOf({ kind, name }: Term): string {
  return kind === 'observation' ? rangeSentence(name) : '';
}

/** What can be said to one side of a topic; nothing where its cell is blank. */
function topicLines({ name, kind }: Term, facts: TopicFacts, aspect: Aspect): string[] {
  const { what, signs, causes, care, course, passed_on } = facts;
  const it = inSentence(name);
  const test = kind === 'observation';
  if (aspect === 'signs' && signs) return [`Common signs of ${it}: ${signs}.`];
  if (aspect === 'causes' && causes)
    return [
      ...(test ? [`${capital(name)} is ${what}.`] : []),
      `${test ? `What can change ${it}` : kind === 'procedure' ? DONE_FOR : `Common causes of ${it}`}: ${causes}.`,
    ];
  if (aspect === 'range' && test && care) return [`How it is read: ${care}.`];
  const care_ = test ? 'How it is read' : kind === 'procedure' ? 'What happens' : `What is usually done for ${it}`;
  if (aspect === 'care' && care) return [`${care_}: ${care}.`];
  if (aspect === 'course' && course) return [`How ${it} goes on: ${course}.`];
  if (aspect === 'spread' && /contagious/i.test(what)) return [`${capital(name)}: ${what}.`];
  if (aspect === 'spread' && /spread|contagious|give /i.test(causes)) return [`How ${it} spreads: ${causes}.`];
  if ((aspect === 'spread' || aspect === 'heredity') && passed_on) return [`Whether ${it} is passed on: ${passed_on}.`];
  if (aspect === 'heredity' && /\bfamily\b/i.test(causes))
    return [`Family is among the known causes of ${it}: ${causes}.`];
  if (aspect === 'course' && TAKES_TIME.test(what)) return [`${capital(name)}: ${what}.`];
  if ((aspect === 'test' || aspect === 'range') && followedBy(name).length > 0) return [measuredBy(name)];
  return [];
}

function allSides({ name, kind }: Term, { signs, causes, care, course, passed_on }: TopicFacts): string[] {
  const test = kind === 'observation';
  return [
    signs && `Common signs: ${signs}.`,
    causes && `${test ? 'What can change it' : kind === 'procedure' ? DONE_FOR : 'Common causes'}: ${causes}.`,
    care && `${test ? 'How it is read' : kind === 'procedure' ? 'What happens' : 'What is usually done'}: ${care}.`,
    course && `How it goes on: ${course}.`,
    passed_on && `Whether it is passed on: ${passed_on}.`,
    kind === 'condition' ? measuredBy(name) : '',
  ].filter((line) => line !== '');
}

function drugFacts(term: Term, aspect: Aspect, goesOn: boolean): string {
  const effects = drugEffects(term.name);
  const span = labelDose(term.name);
  const dose = span ? `${capital(term.name)}: ${doseText(span)}.` : '';
  const first = effects
    ? `${capital(term.name)} (${term.drugClass}) ${effects.use}. ${otherNames(term)}`
    : definition(term);
  const intro = goesOn ? '' : first;
  const known = effects
    ? [
        effects.common.length > 0 && `Known side effects: ${effects.common.join(', ').toLowerCase()}.`,
        effects.serious && `Rare but serious: ${effects.serious}.`,
        `Source: ${effects.source}.`,
      ]
        .filter(Boolean)
        .join(' ')
    : '';
  switch (aspect) {
    case 'dose':
      return lines(dose || notKnown(term, aspect), known);
    // "Will it make me put on weight?", "does the injection hurt?"
    case 'causes':
    case 'signs':
    case 'see':
    case 'side_effects':
      return lines(known || notKnown(term, aspect), intro);
    case 'pregnancy':
      return lines(...(inPregnancy(term.name) ?? [notKnown(term, aspect), intro]));
    case 'stopping':
      return lines(ifStopped(capital(term.name)) || notKnown(term, aspect), STOP_WITH_CARE);
    case 'dependence':
      return /dependence/.test(effects?.serious ?? '')
        ? lines(`Yes, dependence is among the known risks of ${inSentence(term.name)} (${effects?.source}).`)
        : lines(notKnown(term, aspect), intro);
    case 'use':
    case 'range':
    case 'diagnosis':
    case 'what':
    case 'other':
    case 'difference':
      return lines(first, known, dose);
    default:
      return quotedSide(term, aspect) || lines(notKnown(term, aspect), intro, goesOn ? '' : known);
  }
}

function inPregnancy(drug: string): string[] | null {
  const found = conflicts([drug], ['pregnancy'], []).map(conflictLine);
  return found.length > 0 ? [...found, 'Ask your maternity team or a pharmacist before taking it.'] : null;
}

function notKnown({ name }: Term, aspect: Aspect): string {
  const what = NOT_KNOWN[aspect]?.(inSentence(name));
  return what ? `${CANNOT_SAY} ${what}.` : '';
}

function measuredBy(condition: string): string {
  const known = followedBy(condition).map(nameWithRange);
  return known.length > 0 ? `It is chiefly followed by ${known.join(' and ')}.` : '';
}

/** "Gout: crystals of uric acid in a joint. Also called gouty arthritis." */
function definition(term: Term, what?: string): string {
  const { kind, name, drugClass } = term;
  const also = otherNames(term);
  if (what) return `${capital(name)}${kind === 'observation' ? ` is ${what}` : `: ${what}`}. ${also}`.trim();
  const sort = drugClass ? `${KINDS[kind]} (${drugClass})` : KINDS[kind];
  const is = /[^s]s$/i.test(name) && kind === 'condition' && !/(?:is|us|ness|as)$/i.test(name) ? 'are' : 'is';
  return `${capital(name)} ${is} ${sort}${whereIn(term)}. ${also}`.trim();
}

function whereIn({ kind, system, code }: Term): string {
  const where = system && system !== 'general' && kind !== 'body_site' ? ` of the ${systemName(system)} system` : '';
  return `${where}${code && kind === 'condition' ? ` (ICD-10 ${code.code})` : ''}`;
}

function systemName(system: string): string {
  return system === 'ent' ? 'ear, nose and throat' : system;
}

/** The name, and what else people call it. */
export function namesOf(term: Term): string[] {
  return [term.name, ...aliasesOf(term)];
}

function otherNames(term: Term): string {
  const names = new Map<string, string>();
  for (const alias of aliasesOf(term)) {
    const key = alias.toLowerCase().replace(/[^a-z0-9]/g, '');
    if (alias.length < 2 || /\b(?:my|was|of|a|the|level)\b/.test(alias) || isForm(key, term.name)) continue;
    if (!names.has(key)) names.set(key, alias);
  }
  const shown = [...names.values()].slice(0, MOST_OTHER_NAMES);
  return shown.length > 0 ? `Also called ${shown.join(', ')}.` : '';
}

/** The name itself again, or its plural. */
function isForm(key: string, name: string): boolean {
  const own = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return key === own || key === `${own}s` || `${key}s` === own;
}

function systemFacts({ name }: Term): string {
  const tests = OBSERVATIONS.filter((row) => row.system === name).map((row) => row.name);
  const shown = tests.slice(0, MOST_TESTS).join(', ');
  return shown
    ? `The ${systemName(name)} system is commonly judged by these measurements: ${shown}.`
    : `The ${systemName(name)} system is one that I know no common measurements for.`;
}

function lines(...parts: string[]): string {
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n');
}
