/**
 * Answers to general questions from the tables alone: the side that was asked about, usual ranges and doses, whether two medicines go
 * together. It says where its knowledge ends, and adds nothing to the facts of the tables.
 */
import { extractMeasurements } from '../extract/measurements.ts';
import { conflictLine, conflicts, substancesIn } from '../medicines/interactions.ts';
import { questionsIn, withoutWorry } from '../questions/parts.ts';
import { capital, inSentence, join, unique } from '../questions/rows.ts';
import { patternsOf } from '../text/patterns.ts';
import { isQuestion } from '../text/questions.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import type { Term, TermKind } from '../vocabulary/term.ts';
import { type Aspect, aspectOf } from './aspects.ts';
import { termFacts } from './facts.ts';
import { type DescribedReading, describeReadings } from './readings.ts';
import { conditionCautions, drugEffects, isEffect, topicFacts } from './topic-facts.ts';

const { pattern, words } = patternsOf('answers', 'general-answers');

const MOST_TERMS = 2;
const MOST_PARTS = 3;
const MOST_NUMBERS = 4;

/** What a question is most likely about, first. */
const ORDER: readonly TermKind[] = [
  'condition',
  'drug',
  'observation',
  'symptom',
  'procedure',
  'body_system',
  'allergen',
  'specialty',
];
/** Said in passing beside these: "the side effects of …", "honey for a sore throat". */
const MAIN: ReadonlySet<TermKind> = new Set(['condition', 'drug', 'observation', 'symptom', 'procedure']);

const LIMITS = 'A fuller answer needs a language model or a medical library, and none is connected here.';
const NOTHING = [
  `My own tables hold nothing about this. ${LIMITS}`,
  'For reliable general information see MedlinePlus (medlineplus.gov) or the NHS website (nhs.uk), or ask a doctor or pharmacist.',
].join(' ');
const FOR_A_DOCTOR = 'What that means for one person is for a doctor to say.';
const BEYOND_ALL = 'Your question goes further than my tables.';
const BEYOND = `${BEYOND_ALL} What they hold:`;
const SEE_SOMEONE: Partial<Record<TermKind, string>> = {
  symptom: 'Let a doctor look at it if it is strong, new, getting worse or does not go away.',
  drug: 'A pharmacist or doctor can tell you more.',
  condition: 'If you think that you may have it, a doctor can examine you; I cannot diagnose.',
};

/** Points to what was spoken of before: "is it contagious?" */
const POINTS = /\b(?:it|its|it['’]s|that|this|these|those|they|them|both)\b|^\W*(?:and|what about|how about)\b/i;
/** Words that name nothing: "what are the symptoms?" is about what was named before. */
const NAMELESS = words('NAMELESS');
/** "Is 130/85 high?": two numbers like these are a blood pressure. */
const BARE_PRESSURE = /(?<![\d/])(?:[7-9]\d|1\d\d|2[0-4]\d) ?\/ ?(?:[4-9]\d|1[0-4]\d)(?![\d/])/;
const BARE_NUMBER = /(?<![\d./])\d+(?:\.\d+)?(?![\d/]|\.\d|\s*(?:years?|yrs?|months?|weeks?|days?|hours?|times?)\b)/g;
/** Digits of names and of dates. */
const NO_VALUE = pattern('NO_VALUE', 'gi');
const TWO_TYPES = /\btype (1|2|one|two|i|ii)( (?:and|or|vs\.?|versus) )(?=type (?:1|2|one|two|i|ii) diabetes)/i;
const TOGETHER = /\b(?:with|together|and|mix\w*|combin\w+|interact\w*|while (?:on|taking)|drink(?:ing)?)\b/i;
const CAUSES = /\b(?:caus(?:e|es|ing)|makes?|give(?:s)? (?:you|me|people)|leads? to|trigger(?:s)?|bring(?:s)? on)\b/i;
const WHY = /^\W*(?:why|how come|how does)\b/i;
const SAFE = /\b(?:safe|ok(?:ay)?|can|allowed|bad|dangerous|avoid|take|use)\b/i;

type Moment = { now: Date; timezone: string };

export function generalAnswer(text: string, earlier: readonly string[], moment: Moment): string {
  const asked = questionsIn(text);
  const parts = asked.length > 1 ? asked.slice(0, MOST_PARTS) : [text];
  const answers: Answer[] = [];
  for (const [index, part] of parts.entries())
    answers.push(answerTo(part, [...earlier, ...parts.slice(0, index)], moment, index > 0));
  const known = answers.filter(({ lines }) => lines.length > 0);
  if (known.length === 0) return NOTHING;
  const open = parts.filter((_, index) => answers[index]?.lines.length === 0);
  const advice = known.map(({ advice: one }) => one).find(Boolean);
  return [
    ...unique(known.flatMap(({ lines }) => lines)),
    ...(open.length > 0 ? [`My tables have no answer to this: ${open.map((part) => `“${part}”`).join(', ')}`] : []),
    [advice, LIMITS].filter(Boolean).join(' '),
  ].join('\n\n');
}

type Answer = { lines: string[]; advice?: string | undefined };

/** `second`: it follows another question, and what it does not name is that one's. */
function answerTo(text: string, earlier: readonly string[], moment: Moment, second: boolean): Answer {
  const question = text.replace(TWO_TYPES, 'type $1 diabetes$2');
  const aspect = aspectOf(question);
  const here = aboutWhat(question, aspect);
  // "Is it contagious?", "what are the symptoms?": what is meant is in an earlier message.
  const named = here.some(({ kind }) => MAIN.has(kind));
  const before = named || !(second || refersBack(text)) ? [] : lastNamed(earlier, aspect);
  // "How is it different from osteoarthritis?" speaks of two, of which one was named before.
  const compared =
    aspect === 'difference' && here.length === 1 && POINTS.test(text) ? lastNamed(earlier, aspect).slice(0, 1) : [];
  const terms = before.length > 0 ? before : [...compared, ...here];
  // Someone who tells more of what was spoken about has not asked what it is.
  if (before.length > 0 && !second && !isQuestion(text.trim())) return { lines: [stillAbout(before), FOR_A_DOCTOR] };
  const readings = readingsIn(question, terms, moment);
  if (terms.length === 0 && readings.length === 0) return { lines: [] };
  const together = aspect === 'difference' ? [] : interactionLines(question, terms, earlier);
  const cautions = SAFE.test(question) ? cautionLines(terms) : [];
  const causal = aspect === 'causes' ? causeLines(question, terms) : [];
  const told = [together, cautions, causal].find((lines) => lines.length > 0) ?? [];
  if (goesBeyond(aspect, terms) && readings.length + told.length === 0) {
    if (second || !terms.some(isKnown)) return { lines: [] };
    if (before.length > 0) return { lines: [stillAbout(before), BEYOND_ALL] };
  }
  const advice =
    told.length > 0 || aspect === 'difference'
      ? undefined
      : terms.find(({ kind, name }) => SEE_SOMEONE[kind] && !topicFacts(name)?.see);
  const facts =
    told.length > 0 ? [] : terms.map((term) => factsOf(term, aspect, readings, before.length > 0)).filter(Boolean);
  return {
    lines: [
      ...(before.length > 0 && !second ? [stillAbout(before)] : []),
      ...(aspect === 'diagnosis' && readings.length === 0 ? [cannotTell(terms)] : []),
      ...readings.map(({ line }) => `${line}.`),
      ...told,
      ...(goesBeyond(aspect, terms) && facts.length > 0 && readings.length === 0 ? [BEYOND] : []),
      ...facts,
    ],
    advice: advice && SEE_SOMEONE[advice.kind],
  };
}

function refersBack(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  return POINTS.test(text) || words.every((word) => NAMELESS.has(word));
}

function stillAbout(before: readonly Term[]): string {
  return `I take it that you still mean ${join(before.map(({ name }) => inSentence(name)))}.`;
}

function cannotTell(terms: readonly Term[]): string {
  const names = terms.map(({ name }) => inSentence(name));
  return `Whether it is ${join(names, 'or')} I cannot tell: that needs a doctor, who can examine and test.`;
}

function goesBeyond(aspect: Aspect, terms: readonly Term[]): boolean {
  return aspect === 'other' || (aspect === 'difference' && terms.length < 2);
}

/** Whether the tables know more of it than its name. */
function isKnown({ kind, name }: Term): boolean {
  return kind === 'observation' || kind === 'body_system' || Boolean(topicFacts(name) ?? drugEffects(name));
}

/** Of a value that was just judged, its range has been told. */
function factsOf(term: Term, aspect: Aspect, readings: readonly DescribedReading[], goesOn: boolean): string {
  const facts = termFacts(term, aspect, goesOn);
  const judged = readings.some(({ name, standing }) => standing && name === term.name);
  return judged ? facts.replace(/^The usual adult range of .*\n?/m, '') : facts;
}

function lastNamed(earlier: readonly string[], aspect: Aspect): Term[] {
  return (
    earlier
      .toReversed()
      .map((message) => aboutWhat(message, aspect).filter(({ kind }) => MAIN.has(kind)))
      .find((terms) => terms.length > 0) ?? []
  );
}

function readingsIn(text: string, terms: readonly Term[], moment: Moment): DescribedReading[] {
  const read = describeReadings(extractMeasurements(text, moment));
  if (read.length > 0) return read;
  const bare = BARE_PRESSURE.exec(text)?.[0];
  return bare
    ? describeReadings(extractMeasurements(`Blood pressure ${bare}`, moment))
    : bareReading(text, terms, moment);
}

/** "Is 5.8 a normal A1c?": the number beside the one thing that is measured. */
export function bareReading(text: string, terms: readonly Term[], moment: Moment): DescribedReading[] {
  const tests = terms.filter(({ kind }) => kind === 'observation');
  const numbers = text.replace(NO_VALUE, ' ').match(BARE_NUMBER) ?? [];
  const [test] = tests;
  if (!test || tests.length > 1 || numbers.length === 0 || numbers.length > MOST_NUMBERS) return [];
  return numbers.flatMap((number) => describeReadings(extractMeasurements(`${test.name} ${number}`, moment)));
}

/** Whether the medicines of the question go together; nothing where it names fewer than two, here or before. */
function interactionLines(text: string, terms: readonly Term[], earlier: readonly string[]): string[] {
  if (!TOGETHER.test(text)) return [];
  const here = substancesIn(text);
  const [only] = here;
  const isIt = /\b(?:it|them|this|that|these)\b/i.test(text);
  const before =
    here.length === 1 && isIt
      ? earlier
          .toReversed()
          .map(substancesIn)
          .find((found) => found.length > 0)
      : [];
  const names = unique([...here, ...(before ?? []).filter((name) => name !== only)]);
  if (names.length < 2 || (here.length === terms.length && here.length < 2 && !isIt)) return [];
  const found = conflicts(names, [], []).map(conflictLine);
  if (found.length > 0) return [`${found.join('\n')}\nAsk a pharmacist or doctor before combining them.`];
  return [
    `I found no well-known interaction of ${names.join(' and ')}. My table holds well-known ones only; a pharmacist knows the rest.`,
  ];
}

/** "Can stress cause hair loss?", "does metformin cause diarrhea?": whether the tables name the one for the other. */
function causeLines(text: string, terms: readonly Term[]): string[] {
  const verb = CAUSES.exec(text)?.index ?? -1;
  const matches = findTerms(text).filter(({ term }) => terms.some(({ name }) => name === term.name));
  const cause = matches.find(({ start }) => start < verb)?.term;
  const effect = matches.find(({ start }) => start > verb)?.term;
  if (verb < 0 || !cause || !effect) return [];
  const known = (words: string) => (WHY.test(text) ? `${capital(words)} My tables do not say why.` : `Yes, ${words}`);
  const effects = cause.kind === 'drug' ? drugEffects(cause.name) : null;
  if (effects && isEffect(effects, effect.name))
    return [
      known(`${inSentence(effect.name)} is a known side effect of ${inSentence(cause.name)} (${effects.source}).`),
    ];
  const facts = topicFacts(effect.name);
  if (!facts?.causes) return [];
  const isNamed = facts.causes.toLowerCase().includes(inSentence(cause.name).toLowerCase());
  const list = `${facts.causes} (${facts.source}).`;
  return [
    isNamed
      ? known(`it is among the common causes of ${inSentence(effect.name)}: ${list}\n${facts.see}`)
      : `My tables do not name ${inSentence(cause.name)} among the causes of ${inSentence(effect.name)}: ${list}\n${facts.see}`,
  ];
}

/** "Is labetalol safe in asthma?" */
function cautionLines(terms: readonly Term[]): string[] {
  const named = (kind: TermKind) => terms.filter((term) => term.kind === kind).map(({ name }) => name);
  const found = conditionCautions(named('drug'), named('condition'));
  return found.length > 0 ? [`Only with a doctor's or pharmacist's word. ${found.join('\n')}`] : [];
}

/** Words that are a medicine and a treatment at once ("flu shot") are told once; a medicine that is also a test is both. */
function firstOfEach(text: string): Term[] {
  const found = findTerms(withoutWorry(text));
  return found
    .filter(
      ({ term, start }) =>
        term.kind !== 'procedure' || !found.some((twin) => twin.start === start && twin.term.kind === 'drug'),
    )
    .map(({ term }) => term);
}

/** Which kinds a side belongs to: a dose is a medicine's, a range a test's. Where none is of that kind, all are meant. */
const BELONGS: Partial<Record<Aspect, readonly TermKind[]>> = {
  side_effects: ['drug', 'procedure'],
  dose: ['drug'],
  range: ['observation'],
};

function isMeant({ kind, name }: Term, aspect: Aspect, found: readonly Term[]): boolean {
  const kinds = BELONGS[aspect];
  if (kinds && found.some((other) => kinds.includes(other.kind))) return kinds.includes(kind);
  return !(aspect === 'pregnancy' && name === 'Pregnancy' && found.length > 1);
}

/** The terms a message is about, the most specific kinds first; two of a kind only where two were asked about. */
function aboutWhat(text: string, aspect: Aspect): Term[] {
  const terms = new Map(firstOfEach(text).map((term) => [`${term.kind} ${term.name}`, term]));
  const all = [...terms.values()].filter(({ kind }) => ORDER.includes(kind));
  const main = all.filter(({ kind }) => MAIN.has(kind));
  return (main.length > 0 ? main : all)
    .filter((term, _, found) => isMeant(term, aspect, found))
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
    .slice(0, MOST_TERMS);
}
