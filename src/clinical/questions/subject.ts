/** What a question is about: named things, a group of them, a body system, or a whole part of the record. */

import { once } from '../text/cache.ts';
import { patternsOf } from '../text/patterns.ts';
import { findTerms, type TermMatch } from '../vocabulary/find-terms.ts';
import { procedures } from '../vocabulary/rows.ts';
import type { Term, TermKind } from '../vocabulary/term.ts';
import { drugGroupIn, namesOfSystem, panelIn, relatedTypes, SYSTEM_KINDS } from './groups.ts';
import type { Kind, Standing, Subject } from './question.ts';
import { capital, inSentence, join, unique } from './rows.ts';

const { pattern } = patternsOf('questions', 'subject');
/** What is asked for in words that the vocabulary does not know. */
const HAD_WORDS = pattern('HAD_WORDS', 'iu');
const VALUE_WORDS = pattern('VALUE_WORDS', 'iu');

const ALLERGY = /\b(?:allerg\w*|intoleran\w*)\b/i;
const FAMILY = /\b(?:family history|(?:run|runs|running) in (?:my|the) family|in my family|my family)\b/i;
const VISIT = pattern('VISIT', 'i');
/** "Where do I have to be?", "what is booked?": visits without a word for one. */
const ATTENDS = pattern('ATTENDS', 'i');
const COMING = pattern('COMING', 'i');
/** "Have I lost weight?" asks for the weights, not for a complaint. */
const OF_WEIGHT = pattern('OF_WEIGHT', 'i');
const OPERATED = /\b(?:operations?|operated|surger(?:y|ies)|removed|taken out|replaced)\b/i;
/** Visits that are filed under a name of their own. */
const VISIT_NAMES: readonly [RegExp, string][] = [
  [/\bcheck-?ups?\b/i, 'Check-up'],
  [/\bfollow-?ups?\b/i, 'Follow-up'],
  [/\b(?:emergency|er) (?:room|visits?|department)\b/i, 'Emergency visit'],
  [/\b(?:hospital stays?|hospitali[sz]ed)\b/i, 'Hospital stay'],
];
const SEES = /\b(?:see|saw|seen|seeing|visit(?:ed|ing)?|met|meet(?:ing)?|been to|went to|go(?:ing)? to|consulted)\b/i;
/** "dr lee" is a name as it is; after the whole word only what is written large is one. */
const DOCTOR = /\b(?:[Dd]r|DR|[Pp]rof)\b\.?\s+(\p{L}[\p{L}'’-]+)|\b(?:[Dd]octor|[Pp]rofessor)\s+(\p{Lu}[\p{L}'’-]+)/u;
const WHO =
  /\b(?:who|whom)\b|\b(?:which|what|all|list|my)\s+(?:\w+\s+)?(?:doctors|physicians|specialists|practitioners)\b/i;
const PRACTITIONER = /\b(?:doctors?|physicians?|specialists?|practitioners?|care team|treats? me|treating me)\b/i;
const ORGANIZATION = /\b(?:hospitals?|clinics?|laborator(?:y|ies)|organi[sz]ations?|pharmac(?:y|ies))\b/i;
const PLACE = /\bat\s+(?:the\s+)?(\p{Lu}[\p{L}'’.&-]*(?:\s+\p{Lu}[\p{L}'’.&-]*)*)/u;
const TAKES =
  /\b(?:take|takes|taking|took|taken|on|dose|dosage|prescribed|pills?|tablets?|supplements?|medications?|medicines?)\b/i;

const SECTIONS: readonly [RegExp, Kind, string][] = [
  [pattern('SECTIONS.medication', 'i'), 'medication', 'medications'],
  [
    /\b(?:conditions?|diagnos[ei]s|diagnosed|diseases?|illness(?:es)?|medical problems?|health problems?)\b/i,
    'condition',
    'conditions',
  ],
  [/\b(?:symptoms?|complaints?|episodes?)\b/i, 'symptom', 'symptoms'],
  [/\b(?:procedures?|operations?|operated|surger(?:y|ies))\b/i, 'procedure', 'procedures'],
  [/\b(?:documents?|reports?|letters?|files?|scans? on file)\b/i, 'document', 'documents'],
  [pattern('SECTIONS.observation', 'i'), 'observation', 'measurements'],
];

const WEIGHT: Subject = { kinds: ['observation'], names: ['Weight'], said: 'weight' };

/** Of which kind of entry a term speaks; a body part or a specialty speaks of none by itself. */
const KIND_OF: Partial<Record<TermKind, Kind>> = {
  condition: 'condition',
  symptom: 'symptom',
  drug: 'medication',
  observation: 'observation',
  procedure: 'procedure',
};

/** Asks for visits without a word for one; "when do I have to be there?" is no question about need. */
export function asksOfVisits(text: string): boolean {
  return ATTENDS.test(text);
}

/** `dated`: the question names a time. Who was seen then is a question about visits: when a doctor was noted says nothing. */
export function readSubject(text: string, dated = false): Subject | null {
  const terms = findTerms(text);
  return (
    allergies(text, terms) ??
    family(text, terms) ??
    (dated && SEES.test(text) ? null : people(text, terms)) ??
    visits(text, terms) ??
    group(text) ??
    (OF_WEIGHT.test(text) ? WEIGHT : null) ??
    operation(text, terms) ??
    named(text, terms) ??
    bodySystem(terms) ??
    section(text) ??
    quoted(text)
  );
}

function allergies(text: string, terms: readonly TermMatch[]): Subject | null {
  if (!ALLERGY.test(text) || drugGroupIn(text)?.said === 'antihistamines') return null;
  const names = unique(
    terms.filter(({ term }) => term.kind === 'drug' || term.kind === 'allergen').map(({ term }) => term.name),
  );
  const group = drugGroupIn(text);
  if (group) return { kinds: ['allergy'], names: group.names, said: group.said };
  if (names.length > 0) return { kinds: ['allergy'], names, said: join(names) };
  const unknown =
    /\ballergic to\s+(?!(?:any|anything|what|something|it|that)\b)([\p{L}][\p{L}'’ -]{1,30}?)\s*(?:\?|$|\bor\b|\band\b)/iu.exec(
      text,
    )?.[1];
  return unknown
    ? { kinds: ['allergy'], names: [unknown], said: unknown }
    : { kinds: ['allergy'], names: [], said: 'allergies' };
}

function family(text: string, terms: readonly TermMatch[]): Subject | null {
  if (!FAMILY.test(text)) return null;
  const names = unique(terms.filter(({ term }) => term.kind === 'condition').map(({ term }) => term.name));
  return { kinds: ['family'], names, said: names.length > 0 ? `family history of ${join(names)}` : 'family history' };
}

/** Who treats me, and where; not when I was there. */
function people(text: string, terms: readonly TermMatch[]): Subject | null {
  const specialty = terms.find(({ term }) => term.kind === 'specialty')?.term.name;
  if (WHO.test(text) && (specialty || PRACTITIONER.test(text)) && !VISIT.test(text)) {
    const asked = specialty && specialty !== 'Nursing' ? { specialty } : {};
    return { kinds: ['practitioner'], names: [], said: specialty ? `${specialty} doctors` : 'doctors', ...asked };
  }
  if (/\b(?:which|what|list|all)\b/i.test(text) && ORGANIZATION.test(text) && !VISIT.test(text) && !PLACE.test(text))
    return { kinds: ['organization'], names: [], said: 'hospitals and clinics' };
  return null;
}

function visits(text: string, terms: readonly TermMatch[]): Subject | null {
  const doctor = DOCTOR.exec(text);
  const specialty = terms.find(({ term }) => term.kind === 'specialty')?.term.name;
  const saw = SEES.test(text) && (PRACTITIONER.test(text) || ORGANIZATION.test(text) || specialty !== undefined);
  if (!VISIT.test(text) && !ATTENDS.test(text) && !doctor && !saw) return null;
  const practitioner = doctor?.[1] ?? doctor?.[2];
  const place = terms.find(({ term }) => term.kind === 'organization')?.term.name ?? PLACE.exec(text)?.[1]?.trim();
  const names = VISIT_NAMES.flatMap(([words, name]) => (words.test(text) ? [name] : []));
  const said = names.length > 0 ? join(names).toLowerCase() : 'visits and appointments';
  const subject: Subject = { kinds: ['encounter'], names, said };
  if (practitioner) Object.assign(subject, { practitioner, said: `visits with Dr. ${capital(practitioner)}` });
  else if (specialty) Object.assign(subject, { specialty, said: `${specialty} visits` });
  if (place) subject.organization = place;
  const standing = visitStanding(text);
  if (standing) subject.standing = standing;
  return subject;
}

function visitStanding(text: string): Standing | null {
  if (COMING.test(text)) return 'coming';
  return /\b(?:past|previous|last|did|was|were|saw|seen|went|been|had|visited)\b/i.test(text) ? 'past' : null;
}

function group(text: string): Subject | null {
  const medicines = drugGroupIn(text);
  if (medicines) return withStanding({ kinds: ['medication'], names: medicines.names, said: medicines.said }, text);
  const panel = panelIn(text);
  return panel && { kinds: ['observation'], names: panel.names, said: panel.said };
}

function named(text: string, terms: readonly TermMatch[]): Subject | null {
  // A word that is both a medicine and a test ("iron") is what the rest of the question makes of it.
  const wanted = terms.filter(({ term, start }) => {
    const twins = terms.filter((other) => other.start === start && other.term.kind !== term.kind);
    if (term.kind === 'drug' && twins.some((twin) => twin.term.kind === 'observation')) return TAKES.test(text);
    if (term.kind === 'observation' && twins.some((twin) => twin.term.kind === 'drug')) return !TAKES.test(text);
    // So is one that is both a medicine and a treatment ("chemotherapy", "flu shot").
    if (term.kind === 'drug' && twins.some((twin) => twin.term.kind === 'procedure')) return TAKES.test(text);
    if (term.kind === 'procedure' && twins.some((twin) => twin.term.kind === 'drug')) return !TAKES.test(text);
    // "Surgery" is any of them, and so a part of the record.
    return KIND_OF[term.kind] !== undefined && term.name !== 'Surgery';
  });
  const vaccines = LAST_ONE.test(text) ? wanted.flatMap(({ term }) => vaccineAgainst(term)) : [];
  if (vaccines.length > 0)
    return { kinds: ['procedure'], names: unique(vaccines), said: join(vaccines.map(inSentence)) };
  const kinds = unique(wanted.flatMap(({ term }) => KIND_OF[term.kind] ?? []));
  const [first, ...others] = kinds;
  if (!first) return null;
  // "Which medications do I take for my diabetes?" wants medicines, and the record does not say what they are for.
  if (!kinds.includes('medication') && /\bwhich|what|list\b/i.test(text) && section(text)?.kinds[0] === 'medication')
    return null;
  const names = unique(wanted.flatMap(({ term }) => namesOf(term)));
  const subject: Subject = {
    kinds: [first, ...others],
    names,
    said: join(unique(wanted.map(saidOf)).map((name, index) => (index > 0 ? inSentence(name) : name))),
  };
  return first === 'medication' && others.length === 0 ? withStanding(subject, text, null) : subject;
}

/** "Cholesterol" is more than the total that the tables file it under, so it keeps the word it was asked by. */
function saidOf({ term, text }: TermMatch): string {
  return namesOf(term).length > 1 ? text.toLowerCase().replace(/ (?:reading|level)s?$/, '') : term.name;
}

/** "My last tetanus" is a vaccination. */
const LAST_ONE = /\b(?:last|latest|most recent)\b/i;

function vaccineAgainst({ kind, name }: Term): string[] {
  return kind === 'condition' && vaccines().has(`${name} vaccine`) ? [`${name} vaccine`] : [];
}

const vaccines = once(
  (): ReadonlySet<string> => new Set(procedures().flatMap(({ name }) => (name.endsWith(' vaccine') ? [name] : []))),
);

function namesOf(term: Term): readonly string[] {
  return term.kind === 'observation' ? relatedTypes(term.name) : [term.name];
}

function bodySystem(terms: readonly TermMatch[]): Subject | null {
  const match =
    terms.find(({ term }) => term.kind === 'body_system') ?? terms.find(({ term }) => term.kind === 'body_site');
  if (!match) return null;
  const { term, text } = match;
  const site = text.toLowerCase();
  if (term.kind === 'body_site') return { kinds: SYSTEM_KINDS, names: [site], said: `your ${site}` };
  // The organ's own word as well: "Fatty liver" may be on file under a name that no table has.
  return {
    kinds: SYSTEM_KINDS,
    names: unique([...namesOfSystem(term.name), site]),
    said: `your ${site}`,
    system: term.name,
  };
}

/** "My gallbladder operation": of what belongs to the organ, what was done to it. */
function operation(text: string, terms: readonly TermMatch[]): Subject | null {
  const isNamed = terms.some(({ term }) => term.kind === 'procedure' && term.name !== 'Surgery');
  const subject = OPERATED.test(text) && !isNamed ? bodySystem(terms) : null;
  return subject && { ...subject, kinds: ['procedure', ...SYSTEM_KINDS] };
}

function section(text: string): Subject | null {
  for (const [words, kind, said] of SECTIONS) {
    if (!words.test(text)) continue;
    const subject: Subject = { kinds: [kind], names: [], said };
    return kind === 'medication' || kind === 'condition' ? withStanding(subject, text, 'active') : subject;
  }
  return null;
}

function withStanding(subject: Subject, text: string, otherwise: Standing | null = 'active'): Subject {
  const standing =
    /\b(?:stopp\w*|no longer|used to|former(?:ly)?|discontinued|quit|came off|previous(?:ly)?|past|ended|resolved|old)\b/i.test(
      text,
    )
      ? 'ended'
      : /\b(?:will i|going to|planned|about to start)\b/i.test(text)
        ? 'planned'
        : /\b(?:all|ever|every|history)\b/i.test(text)
          ? null
          : otherwise;
  return standing ? { ...subject, standing } : subject;
}

/** A thing that no table knows, where the question plainly names it: "my zinc-copper ratio", "anything about lupus SLE-7". */
function quoted(text: string): Subject | null {
  const match =
    /\banything (?:about|on|for|regarding) (?:my |the )?([\p{L}\p{N}][\p{L}\p{N}'’-]*(?: [\p{L}\p{N}'’-]+){0,2})/iu.exec(
      text,
    ) ??
    HAD_WORDS.exec(text) ??
    VALUE_WORDS.exec(text);
  const words = match?.[1]
    ?.replace(/\s+(?:level|levels|value|values|result|results|on file|in my record)$/i, '')
    .trim();
  if (
    !words ||
    /^(?:ones?|it|that|this|something|anything|to|a|the|an|time|week|month|year|been|you|your|me)\b/i.test(words)
  )
    return null;
  return {
    kinds: ['condition', 'symptom', 'observation', 'medication', 'procedure', 'document'],
    names: [words],
    said: words,
  };
}
