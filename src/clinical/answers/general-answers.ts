/**
 * Answers to general questions from the vocabulary alone: what kind of thing it is, which body system, which usual range.
 * It says plainly where its knowledge ends. Nothing here is composed beyond the tables' own facts.
 */
import { extractMeasurements } from '../extract/measurements.ts';
import { findTerms, type Term, type TermKind } from '../vocabulary/find-terms.ts';
import { termFacts } from './facts.ts';
import { describeReadings } from './readings.ts';

const MOST_TERMS = 3;

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

const LIMITS =
  'That is as far as my own tables go. A fuller answer (causes, treatment, what is new) needs a language model or a medical library, and none is connected here.';
const SEE_SOMEONE: Partial<Record<TermKind, string>> = {
  symptom: 'Let a doctor look at it if it is strong, new, getting worse or does not go away.',
  drug: 'A pharmacist or doctor can say how it fits with your other medicines.',
  condition: 'If you think that you may have it, a doctor can examine you; I cannot diagnose.',
};

/** A message that leans on an earlier one for its subject. */
const POINTS_BACK = /\b(?:it|its|that|this|these|those|they|them)\b|^\s*(?:and|why|how (?:long|often)|what about)\b/i;

type Moment = { now: Date; timezone: string };

export function generalAnswer(text: string, earlier: readonly string[], moment: Moment): string {
  const readings = describeReadings(extractMeasurements(text, moment));
  const here = aboutWhat(text);
  // "Is it contagious?": what "it" is stands in an earlier message.
  const before =
    here.length > 0 || !POINTS_BACK.test(text)
      ? []
      : (earlier
          .toReversed()
          .map(aboutWhat)
          .find((terms) => terms.length > 0) ?? []);
  const terms = here.length > 0 ? here : before;
  if (terms.length === 0 && readings.length === 0) {
    return 'I can tell that this is a health question, but my own tables hold nothing about it. A real answer needs a language model or a medical library, and none is connected here. For reliable general information see MedlinePlus (medlineplus.gov) or the NHS website (nhs.uk), or ask a doctor or pharmacist.';
  }
  const paragraphs = [
    ...(before.length > 0
      ? [
          `I take it that you still mean ${before.map(({ name }) => name).join(' and ')}. I have no entry on that point, only this:`,
        ]
      : []),
    ...terms.map(termFacts),
    ...readings.map(({ line }) => `${line}.`),
    LIMITS,
  ];
  const advice = terms.map(({ kind }) => SEE_SOMEONE[kind]).find(Boolean);
  if (advice) paragraphs.push(advice);
  return paragraphs.join('\n\n');
}

/** The terms a message is about, the most telling kinds first. */
function aboutWhat(text: string): Term[] {
  const terms = new Map(findTerms(text).map(({ term }) => [`${term.kind} ${term.name}`, term]));
  return [...terms.values()]
    .filter(({ kind }) => ORDER.includes(kind))
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
    .slice(0, MOST_TERMS);
}
