/**
 * What a model has read, beside what the rules read in the same message. What both found is surer than either alone; of what the model
 * alone found its quote must say it; where the two contradict each other the rules' reading is filed, and the turn says so.
 */
import type { CorrectionMention, Fact, Mention } from '../../../record/index.ts';
import { type FactSource, factIn, isFileable, locate, oneByOne } from './facts-from-mentions.ts';
import { agree } from './merge-facts.ts';
import { isCorrectionSaid, type Place, withSaidDetails } from './said-in-quote.ts';

export type Extraction = {
  agent: string;
  /** Not rules. */
  byModel?: boolean;
  mentions: readonly Mention[];
  corrections?: readonly CorrectionMention[];
};

/** Words that the agent's model has read otherwise than the rules, and as what they are kept. */
export type Disagreement = { agent: string; read: string; kept: string };

/** A mention with the fact that it would be if it were present and the patient's. */
type Meant = { mention: Mention; fact: Fact };

const FINDINGS: ReadonlySet<string> = new Set(['condition', 'symptom']);
const NOT_PRESENT = { absent: 'denied', possible: 'not certain', hypothetical: 'only asked or supposed' } as const;
const OF_OTHERS = { family: 'of a relative', other: 'of somebody else' } as const;

export function besideRules(
  read: readonly Extraction[],
  source: FactSource,
): { read: readonly Extraction[]; disagreements: Disagreement[] } {
  const byRules = read.filter(({ byModel }) => !byModel);
  if (byRules.length === read.length) return { read, disagreements: [] };
  const known = byRules.flatMap(({ mentions }) =>
    meantBy(mentions, source).flatMap(({ fact, ...one }) => (fact ? { ...one, fact } : [])),
  );
  const corrected = byRules.flatMap(({ corrections = [] }) => corrections.flatMap((one) => placeIn(source.text, one)));
  const compared = read.map((one) => (one.byModel ? compare(one, known, source) : { read: [one], disagreements: [] }));
  const left = ({ corrections = [], ...one }: Extraction): Extraction => ({
    ...one,
    corrections: corrections.filter((said) => isFree(said, corrected, source.text)),
  });
  return {
    read: compared.flatMap((one) => one.read.map((extraction) => (extraction.byModel ? left(extraction) : extraction))),
    disagreements: compared.flatMap((one) => one.disagreements),
  };
}

function compare({ agent, mentions, corrections }: Extraction, known: readonly Meant[], source: FactSource) {
  const [alone, sure]: [Mention[], Mention[]] = [[], []];
  const disagreements: Disagreement[] = [];
  for (const { mention, fact } of meantBy(mentions, source)) {
    const met = fact ? known.filter((other) => isOfSameWords(fact, other.fact)) : [];
    const same = met.find((other) => fact && isSameReading({ mention, fact }, other));
    const [other] = met;
    if (same) sure.push(together(mention, same.mention, source.text));
    else if (!fact || !other) alone.push(mention);
    else if (stateOf(mention) !== 'none' || stateOf(other.mention) !== 'none')
      disagreements.push({ agent, read: wordsFor({ mention, fact }), kept: wordsFor(other) });
  }
  // What both have read needs no check: rules may know a name by the words around the quote.
  const read: Extraction[] = [
    { agent, byModel: true, mentions: alone, ...(corrections && { corrections }) },
    { agent, mentions: sure },
  ];
  return { read, disagreements };
}

/** Each with the fact that it would be; none for what cannot be one, which is refused where facts are made. */
function meantBy(mentions: readonly Mention[], source: FactSource): { mention: Mention; fact: Fact | null }[] {
  const fits = isFileable(source);
  return mentions.flatMap((mention) =>
    fits(mention)
      ? oneByOne(mention).map((one) => ({ mention: one, fact: factIn(one, source) }))
      : [{ mention, fact: null }],
  );
}

/** A correction that its words say, where the rules have read none. */
function isFree(said: CorrectionMention, corrected: readonly Place[], text: string): boolean {
  return placeIn(text, said).some(
    (place) => isCorrectionSaid(said, place, text) && !corrected.some((other) => isTouching(place, other)),
  );
}

/** What the rules say stands; what they leave open is the model's. */
function together(model: Mention, rules: Mention, text: string): Mention {
  const confidence = 1 - (1 - model.confidence) * (1 - rules.confidence);
  return { ...withSaidDetails(model, text), ...rules, confidence: Math.round(confidence * 100) / 100 };
}

/** The same words under one name, or under names of which one contains the other; a test's name says exactly which it is. */
export function isOfSameWords(a: Fact, b: Fact): boolean {
  const [one, other] = [a.name.toLowerCase(), b.name.toLowerCase()];
  const isExact = a.kind === 'observation' || b.kind === 'observation';
  const isNamedAlike = isExact ? one === other : one.includes(other) || other.includes(one);
  return isNamedAlike && isTouching(a.evidence, b.evidence);
}

function isSameReading(a: Meant, b: Meant): boolean {
  const isOneKind = a.fact.kind === b.fact.kind || (FINDINGS.has(a.fact.kind) && FINDINGS.has(b.fact.kind));
  return isOneKind && agree(a.fact, b.fact) && stateOf(a.mention) === stateOf(b.mention);
}

/** Whose record it would go into. */
function stateOf({ assertion, experiencer }: Mention): 'patient' | 'family' | 'none' {
  return assertion !== 'present' || experiencer === 'other' ? 'none' : experiencer;
}

function wordsFor({ mention: { assertion, experiencer }, fact: { kind, name, value, unit } }: Meant): string {
  const notes = [
    assertion !== 'present' && NOT_PRESENT[assertion],
    experiencer !== 'patient' && OF_OTHERS[experiencer],
  ].filter(Boolean);
  const said = [kind, name, value, unit].filter((part) => part !== undefined).join(' ');
  return [said, ...notes].join(', ');
}

function placeIn(text: string, { quote, start }: CorrectionMention): Place[] {
  const place = locate(text, quote, start);
  return place ? [place] : [];
}

function isTouching(a: Place, b: Place): boolean {
  return a.start < b.end && b.start < a.end;
}
