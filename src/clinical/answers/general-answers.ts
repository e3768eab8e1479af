/**
 * Answers to general questions from the tables alone: the side that was asked about, usual ranges and doses, whether two medicines go
 * together. It says where its knowledge ends, and adds nothing to the facts of the tables.
 */
import { conflictLine, conflicts, substancesIn } from '../medicines/interactions.ts';
import { questionsIn } from '../questions/parts.ts';
import { capital, inSentence, join, unique } from '../questions/rows.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import { isQuestion } from '../text/questions.ts';
import { findTerms } from '../vocabulary/find-terms.ts';
import type { Term, TermKind } from '../vocabulary/term.ts';
import { aboutWhat, MAIN } from './about-what.ts';
import { type Aspect, aspectOf } from './aspects.ts';
import { readingsIn } from './bare-readings.ts';
import { childMedicine, isForChild } from './children.ts';
import { CANNOT_SAY, termFacts } from './facts.ts';
import { quoteMatching, quoteOn } from './health-topics.ts';
import { onPractice, onSituation } from './practice.ts';
import type { DescribedReading } from './readings.ts';
import { explainReport } from './report-words.ts';
import { treatedAs } from './stands-for.ts';
import { conditionCautions, drugEffects, isEffect, knownEffect, topicFacts } from './topic-facts.ts';

const { words } = patternsOf('answers', 'general-answers');

export const BEFORE_COMBINING = 'Ask a pharmacist or doctor before combining them.';
const MOST_PARTS = 3;

const NOTHING =
  'I have nothing reliable on this. MedlinePlus (medlineplus.gov) and the NHS (nhs.uk) explain most health topics, and a pharmacist or doctor can answer it.';
const FOR_A_DOCTOR = 'What that means for one person is for a doctor to say.';
const NOT_EXACTLY = 'On exactly that I have nothing.';
const IN_GENERAL = `${NOT_EXACTLY} What is known in general:`;
const SEE_SOMEONE: Partial<Record<TermKind, string>> = {
  symptom: 'Let a doctor look at it if it is strong, new, getting worse or does not go away.',
  drug: 'A pharmacist or doctor can tell you more.',
  condition: 'If you think that you may have it, a doctor can examine you; I cannot diagnose.',
};

/** Sides behind which there is mostly somebody who may have it, or take it. */
const ASKS_ABOUT_A_PERSON: ReadonlySet<Aspect> = new Set<Aspect>([
  'signs',
  'causes',
  'diagnosis',
  'see',
  'care',
  'dose',
  'pregnancy',
  'stopping',
  'side_effects',
]);

/** Points to what was spoken of before: "is it contagious?" */
const POINTS = /\b(?:it|its|it['’]s|that|this|these|those|they|them|both)\b|^\W*(?:and|what about|how about)\b/i;
/** Words that name nothing: "what are the symptoms?" is about what was named before. */
const NAMELESS = words('NAMELESS');
const TWO_TYPES = /\btype (1|2|one|two|i|ii)( (?:and|or|vs\.?|versus) )(?=type (?:1|2|one|two|i|ii) diabetes)/i;
const TOGETHER = /\b(?:with|together|and|mix\w*|combin\w+|interact\w*|while (?:on|taking)|drink(?:ing)?)\b/i;
const CAUSES = /\b(?:caus(?:e|es|ing)|makes?|give(?:s)? (?:you|me|people)|leads? to|trigger(?:s)?|bring(?:s)? on)\b/i;
const WHY = /^\W*(?:why|how come|how does)\b/i;
const SAFE = /\b(?:safe|ok(?:ay)?|can|allowed|bad|dangerous|avoid|take|use)\b/i;

type Moment = { now: Date; timezone: string };

export function generalAnswer(text: string, earlier: readonly string[], moment: Moment): string {
  const explained = explainReport(text);
  if (explained) return explained;
  const asked = questionsIn(text);
  const parts = asked.length > 1 ? asked.slice(0, MOST_PARTS) : [text];
  const answers: Answer[] = [];
  for (const [index, part] of parts.entries())
    answers.push(answerTo(part, [...earlier, ...parts.slice(0, index)], moment, index > 0));
  const known = answers.filter(({ lines }) => lines.length > 0);
  if (known.length === 0) return NOTHING;
  const open = parts.filter((_, index) => answers[index]?.lines.length === 0);
  const advice = known.map(({ advice: one }) => one).find(Boolean);
  const { lines, sources } = withoutSources(unique(known.flatMap(({ lines: told }) => told)));
  return [
    ...lines,
    ...(open.length > 0 ? [`I have no answer to this: ${open.map((part) => `“${part}”`).join(', ')}`] : []),
    advice,
    sources.length > 0 ? `Source: ${sources.join('; ')}.` : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** At the end of a line; longer than any name of a source. */
const SOURCE = /[ \n]?\bSource: ([^\n]{1,160})\.$/gm;

/** Each source is named once, at the end, and what holds for two topics is said once. */
function withoutSources(told: readonly string[]): { lines: string[]; sources: string[] } {
  const sources = told.flatMap((text) => matchesOf(SOURCE, text).flatMap(([, names = '']) => names.split('; ')));
  const said = new Set<string>();
  const lines = told.map((text) => {
    const fresh = text
      .replace(SOURCE, '')
      .split('\n')
      .filter((line) => !said.has(line));
    for (const line of fresh) said.add(line);
    return fresh.join('\n').trim();
  });
  return { lines: lines.filter(Boolean), sources: unique(sources) };
}

type Answer = { lines: string[]; advice?: string | undefined };

/** `second`: it follows another question, and what it does not name is that one's. */
function answerTo(text: string, earlier: readonly string[], moment: Moment, second: boolean): Answer {
  const question = text.replace(TWO_TYPES, 'type $1 diabetes$2');
  const aspect = aspectOf(question);
  // "Is 4.8 normal for pregnant?": pregnancy is the circumstance, and what is asked of stands elsewhere.
  const here = aboutWhat(question, aspect).filter(({ name }) => aspect !== 'pregnancy' || name !== 'Pregnancy');
  // "Is it contagious?", "what are the symptoms?": what is meant is in an earlier message.
  const named = here.some(({ kind }) => MAIN.has(kind));
  const isNumber = here.length === 0 && /\d/.test(question);
  const meant = named || !(second || isNumber || refersBack(text)) ? [] : lastNamed(earlier, aspect);
  const before = isNumber ? meant.filter(({ kind }) => kind === 'observation') : meant;
  // "How is it different from osteoarthritis?" speaks of two, of which one was named before.
  const compared =
    aspect === 'difference' && here.length === 1 && POINTS.test(text) ? lastNamed(earlier, aspect).slice(0, 1) : [];
  const terms = before.length > 0 ? before : [...compared, ...here];
  // Someone who tells more of what was spoken about has not asked what it is.
  if (before.length > 0 && !second && !isQuestion(text.trim())) return { lines: [stillAbout(before), FOR_A_DOCTOR] };
  const readings = readingsIn(question, terms, moment);
  const practice = practiceLines(question, terms);
  if (terms.length === 0 && readings.length === 0) return { lines: practice };
  const together = aspect === 'difference' ? [] : interactionLines(question, terms, earlier);
  const cautions = SAFE.test(question) ? cautionLines(terms) : [];
  const causal = aspect === 'causes' ? causeLines(question, terms) : [];
  const matching = aspect === 'other' ? matchingLines(question, terms) : [];
  const told = [together, cautions, practice, causal, matching].find((lines) => lines.length > 0) ?? [];
  if (goesBeyond(aspect, terms) && readings.length + told.length === 0) {
    if (second || !terms.some(isKnown)) return { lines: [] };
    if (before.length > 0) return { lines: [stillAbout(before), NOT_EXACTLY] };
  }
  const advice =
    told.length > 0 || !ASKS_ABOUT_A_PERSON.has(aspect)
      ? undefined
      : terms.find(({ kind, name }) => SEE_SOMEONE[kind] && !topicFacts(name)?.see);
  const known = (term: Term) =>
    term.kind === 'drug' && isForChild(question, earlier, second)
      ? childMedicine(term.name)
      : factsOf(aspect === 'care' ? treatedAs(term, question) : term, aspect, readings, before.length > 0);
  const facts = told.length > 0 ? [] : answering(terms.map(known).filter(Boolean));
  return {
    lines: [
      ...(before.length > 0 && !second ? [stillAbout(before)] : []),
      ...(aspect === 'diagnosis' && readings.length + told.length === 0 ? [cannotTell(terms)] : []),
      ...readings.map(({ line }) => `${line}.`),
      ...told,
      ...(aspect === 'other' && facts.length > 0 && readings.length + told.length === 0 ? [IN_GENERAL] : []),
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

/** "Can you drive on cetirizine?", "how long are stitches kept dry?" */
function practiceLines(question: string, terms: readonly Term[]): string[] {
  const quote =
    onPractice(question, { text: question, terms, medicines: () => [], denied: [] }) ??
    (findTerms(question).some(({ term }) => MAIN.has(term.kind)) ? null : onSituation(question));
  return quote ? [`${quote.text}\nSource: ${quote.source}.`] : [];
}

/** A question that asks for no side that a table has: the sentences of its topics that share its words. */
function matchingLines(question: string, terms: readonly Term[]): string[] {
  return terms.flatMap(({ name }) => {
    const quote = quoteMatching([name], question);
    return quote ? [`${quote.text}\nSource: ${quote.source}.`] : [];
  });
}

/** Of what was named beside the topic, nothing is said where nothing is known of the side that was asked about. */
function answering(facts: readonly string[]): readonly string[] {
  const known = facts.filter((text) => !text.startsWith(CANNOT_SAY));
  return known.length > 0 ? known : facts.slice(0, 1);
}

/** Whether the tables know more of it than its name. */
function isKnown({ kind, name }: Term): boolean {
  return (
    kind === 'observation' ||
    kind === 'body_system' ||
    Boolean(topicFacts(name) ?? drugEffects(name) ?? quoteOn([name], 'what'))
  );
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
  if (found.length > 0) return [`${found.join('\n')}\n${BEFORE_COMBINING}`];
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
  const known = (words: string) => (WHY.test(text) ? `${capital(words)} I cannot say why.` : `Yes, ${words}`);
  const effects = cause.kind === 'drug' ? drugEffects(cause.name) : null;
  if (effects && isEffect(effects, effect.name))
    return [known(`${knownEffect(inSentence(effect.name), inSentence(cause.name))} (${effects.source}).`)];
  const facts = topicFacts(effect.name);
  if (!facts?.causes) return [];
  const words = facts.causes.toLowerCase();
  const isNamed = [cause.name, cause.drugClass ?? cause.name].some((name) => words.includes(name.toLowerCase()));
  const list = `the common causes of ${inSentence(effect.name)}: ${facts.causes} (${facts.source}).\n${facts.see}`;
  if (isNamed) return [known(`it is among ${list}`)];
  // A list of causes names few medicines, so that a missing one is not cleared by it.
  return [
    cause.kind === 'drug'
      ? `${CANNOT_SAY} whether ${inSentence(cause.name)} does that; the leaflet does. ${capital(list)}`
      : `${capital(cause.name)} is not among ${list}`,
  ];
}

/** "Is labetalol safe in asthma?" */
function cautionLines(terms: readonly Term[]): string[] {
  const named = (kind: TermKind) => terms.filter((term) => term.kind === kind).map(({ name }) => name);
  const found = conditionCautions(named('drug'), named('condition'));
  return found.length > 0 ? [`Only with a doctor's or pharmacist's word. ${found.join('\n')}`] : [];
}
