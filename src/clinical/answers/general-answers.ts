/**
 * Answers to general questions from the tables alone: what a thing is, the side that was asked about, usual ranges and doses,
 * whether two medicines go together. It says plainly where its knowledge ends. Nothing here is composed beyond the tables' own facts.
 */
import { extractMeasurements } from '../extract/measurements.ts';
import { conflictLine, conflicts, substancesIn } from '../medicines/interactions.ts';
import { findTerms, type Term, type TermKind } from '../vocabulary/find-terms.ts';
import { type Aspect, aspectOf } from './aspects.ts';
import { termFacts } from './facts.ts';
import { describeReadings } from './readings.ts';
import { topicFacts } from './topic-facts.ts';

const MOST_TERMS = 2;

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
  'body_site',
];
/** Said in passing beside these: "the side effects of …", "honey for a sore throat". */
const MAIN: ReadonlySet<TermKind> = new Set(['condition', 'drug', 'observation', 'symptom', 'procedure']);

const LIMITS =
  'My own tables end here: a fuller answer needs a language model or a medical library, and none is connected here.';
const NOTHING =
  'I can tell that this is a health question, but my own tables hold nothing about it. A real answer needs a language model or a medical library, and none is connected here. For reliable general information see MedlinePlus (medlineplus.gov) or the NHS website (nhs.uk), or ask a doctor or pharmacist.';
const SEE_SOMEONE: Partial<Record<TermKind, string>> = {
  symptom: 'Let a doctor look at it if it is strong, new, getting worse or does not go away.',
  drug: 'A pharmacist or doctor can say how it fits with your other medicines.',
  condition: 'If you think that you may have it, a doctor can examine you; I cannot diagnose.',
};

/** A message that leans on an earlier one for its subject. */
const POINTS_BACK = /\b(?:it|its|that|this|these|those|they|them)\b|^\s*(?:and|why|how (?:long|often)|what about)\b/i;
/** "Is 130/85 high?": two numbers like these are a blood pressure. */
const BARE_PRESSURE = /(?<![\d/])(?:[7-9]\d|1\d\d|2[0-4]\d) ?\/ ?(?:[4-9]\d|1[0-4]\d)(?![\d/])/;
const TWO_TYPES = /\btype (1|2|one|two|i|ii)( (?:and|or|vs\.?|versus) )(?=type (?:1|2|one|two|i|ii) diabetes)/i;
const TOGETHER = /\b(?:with|together|and|mix\w*|combin\w+|interact\w*|while (?:on|taking))\b/i;

type Moment = { now: Date; timezone: string };

export function generalAnswer(text: string, earlier: readonly string[], moment: Moment): string {
  const question = text.replace(TWO_TYPES, 'type $1 diabetes$2');
  const aspect = aspectOf(question);
  const here = aboutWhat(question, aspect);
  // "Is it contagious?": what "it" is stands in an earlier message.
  const before =
    here.length > 0 || !POINTS_BACK.test(text)
      ? []
      : (earlier
          .toReversed()
          .map((message) => aboutWhat(message, aspect))
          .find((terms) => terms.length > 0) ?? []);
  const terms = here.length > 0 ? here : before;
  const readings = readingsIn(question, moment);
  if (terms.length === 0 && readings.length === 0) return NOTHING;
  const together = TOGETHER.test(text) ? interactionLines(text) : [];
  const paragraphs = [
    ...(before.length > 0 ? [`I take it that you still mean ${before.map(({ name }) => name).join(' and ')}.`] : []),
    ...readings.map(({ line }) => `${line}.`),
    ...together,
    ...(together.length > 0 ? [] : terms.map((term) => termFacts(term, aspect))),
  ];
  const advice =
    together.length > 0 ? undefined : terms.find(({ kind, name }) => SEE_SOMEONE[kind] && !topicFacts(name)?.see);
  paragraphs.push(advice ? `${SEE_SOMEONE[advice.kind]} ${LIMITS}` : LIMITS);
  return paragraphs.join('\n\n');
}

function readingsIn(text: string, moment: Moment) {
  const bare = BARE_PRESSURE.exec(text)?.[0];
  const read = describeReadings(extractMeasurements(text, moment));
  return read.length > 0 || !bare ? read : describeReadings(extractMeasurements(`Blood pressure ${bare}`, moment));
}

/** Whether the medicines of the question go together; nothing where it names fewer than two. */
function interactionLines(text: string): string[] {
  const names = substancesIn(text);
  if (names.length < 2) return [];
  const found = conflicts(names, [], []).map(conflictLine);
  if (found.length > 0) return [found.join('\n'), 'Ask a pharmacist or doctor before combining them.'];
  return [
    `I found no well-known interaction of ${names.join(' and ')}. My table holds well-known ones only; a pharmacist knows the rest.`,
  ];
}

/** The terms a message is about, the most telling kinds first; two of a kind only where two were asked about. */
function aboutWhat(text: string, aspect: Aspect): Term[] {
  const terms = new Map(findTerms(text).map(({ term }) => [`${term.kind} ${term.name}`, term]));
  const all = [...terms.values()].filter(({ kind }) => ORDER.includes(kind));
  const main = all.filter(({ kind }) => MAIN.has(kind));
  return (main.length > 0 ? main : all)
    .filter(({ kind }) => aspect !== 'side_effects' || main.length === 0 || kind === 'drug' || kind === 'procedure')
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
    .slice(0, MOST_TERMS);
}
