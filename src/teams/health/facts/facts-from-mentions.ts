/**
 * Turns the mentions of an extractor into facts. The output of models and of rules passes here, so nothing gets into the record
 * whose words are not in the message, that was denied, asked or said of someone else, or whose value is impossible for a body.
 */
import { parse, v5 } from 'uuid';
import type { z } from 'zod';
import {
  inferUnit,
  isPossible,
  ofWord,
  type Term,
  type TermKind,
  termNamed,
  toCanonical,
  unitNamed,
} from '../../../clinical/index.ts';
import { type Fact, FactDetails, type FactKind, type Mention, type Misfit, misfitOf } from '../../../record/index.ts';
import { isCorrection } from './corrections.ts';
import { isSaid, type Place, withSaidDetails } from './said-in-quote.ts';

type Details = z.infer<typeof FactDetails>;
export type FactSource = {
  turnId: string;
  text: string;
  agent: string;
  /** A model has read it: what it says must be in the words that it quotes. Rules have found it in them. */
  byModel?: boolean;
  /** Told of each mention that the record would not take in. */
  refused?: (problem: Refusal) => void;
};
/** Why a mention is not filed. `not_said`: the words that it quotes do not say it. */
export type Refusal = Misfit['problem'] | 'not_said';

const FACTS = parse('0c7d2f7e-54d1-5b1c-8a61-3f4e9be0a6d2');
/** Where a mention stands; not stored as it is. */
export const PLACE: ReadonlySet<string> = new Set(['quote', 'start']);
const DETAILS = Object.keys(FactDetails.shape) as (keyof typeof FactDetails.shape)[];
const PAIR = /^\s*(\d{2,3})\s*(?:\/|over)\s*(\d{2,3})\s*$/i;
/** Where the name of each kind of fact is looked up. Names of people and places are the user's own. */
const VOCABULARY: Readonly<Partial<Record<FactKind, (name: string) => Term | null>>> = {
  condition: namedAs('condition'),
  symptom: namedAs('symptom'),
  allergy: namedAs('allergen', 'drug'),
  observation: namedAs('observation'),
  medication: namedAs('drug'),
  procedure: namedAs('procedure'),
};

function namedAs(...kinds: readonly TermKind[]): (name: string) => Term | null {
  return ofWord((name) => termNamed(name, kinds));
}

export function factsFromMentions(mentions: readonly Mention[], source: FactSource): Fact[] {
  // The same mention twice has the same id; the one with the higher confidence is kept.
  const byId = new Map<string, Fact>();
  for (const mention of mentions.filter(isFileable(source)).filter(isOwn).flatMap(oneByOne)) {
    const fact = factIn(mention, source);
    const other = fact && byId.get(fact.id);
    if (fact && (!other || other.confidence < fact.confidence)) byId.set(fact.id, fact);
  }
  return [...byId.values()];
}

/** The same for the same parts. What is read for a reply has no turn and is not filed: its parts are enough to tell it apart. */
export function factId(turnId: string, ...parts: readonly unknown[]): string {
  const key = JSON.stringify([turnId, ...parts]);
  // Bytes, because a text would be turned into them one by one.
  return turnId === '' ? key : v5(Buffer.from(key), FACTS);
}

/** Before anything is looked up: a model can put 200 kB into a name. A quote is checked by looking for it in the message. */
export function isFileable({ refused }: FactSource): (mention: Mention) => boolean {
  return (mention) => {
    const misfit = misfitOf(mention, { besides: PLACE });
    if (misfit) refused?.(misfit.problem);
    return misfit === null;
  };
}

/** A model may return a blood pressure as one mention: "120/80" is two observations. */
export function oneByOne(mention: Mention): Mention[] {
  const { kind, value } = mention;
  const pair = kind === 'observation' && typeof value === 'string' ? PAIR.exec(value) : null;
  if (!pair || termFor(mention)?.name !== 'Blood pressure') return [mention];
  return [
    { ...mention, name: 'Systolic blood pressure', value: Number(pair[1]) },
    { ...mention, name: 'Diastolic blood pressure', value: Number(pair[2]) },
  ];
}

function isOwn({ assertion, experiencer }: Mention): boolean {
  return assertion === 'present' && experiencer === 'patient';
}

/** The fact that a mention is if it is present and the patient's. */
export function factIn(mention: Mention, source: FactSource): Fact | null {
  const { turnId, text, agent } = source;
  const place = placeOf(mention, source);
  if (!place) return null;
  const term = termFor(mention);
  const name = term?.name ?? mention.name.trim();
  const details = detailsOf(source.byModel ? withSaidDetails(mention, text) : mention, name);
  const canonical = mention.kind === 'observation' ? canonicalOf(name, details) : null;
  if (canonical === 'impossible') return null;
  const fact: Fact = {
    id: factId(turnId, mention.kind, name, details.value ?? null, details.unit ?? null, place.start),
    kind: mention.kind,
    name,
    ...details,
    confidence: mention.confidence,
    evidence: { ...place, text: text.slice(place.start, place.end) },
    source_agent: agent,
  };
  if (canonical) fact.canonical = canonical;
  if (term?.code) fact.code = term.code;
  const isValue = mention.kind === 'observation' || mention.kind === 'medication';
  const corrects = isValue && (mention.status === 'corrected' || isCorrection(text, place, details.value));
  if (corrects && !takesBack(fact)) fact.supersedes = 'previous';
  return fact;
}

/** Where the message says it; null if it does not. */
export function placeOf(mention: Mention, { text, byModel, refused }: FactSource): Place | null {
  const place = locate(text, mention.quote, mention.start);
  if (place && (!byModel || isSaid(mention, place, text))) return place;
  refused?.('not_said');
  return null;
}

/** "Weight 67, sorry, 76": what it corrects is in its own words and was never filed, so an earlier value stands. */
function takesBack({ value, evidence }: Fact): boolean {
  const lead = evidence.text.slice(0, Math.max(0, evidence.text.lastIndexOf(String(value))));
  // The upper number of a pressure is no other value.
  const before = lead.replace(/\d{1,3}\s{0,3}(?:\/|over)\s{0,3}$/i, '');
  return /(?<![\p{L}\d])\d/u.test(before);
}

/** Only fields of the fact's schema, and no empty ones: models often fill optional fields with "". */
function detailsOf(mention: Mention, name: string): Details {
  const details: Record<string, unknown> = {};
  for (const key of DETAILS) {
    const value = mention[key];
    if (value !== undefined && value !== null && value !== '') details[key] = value;
  }
  if (mention.kind !== 'observation') return details;
  if (typeof details.value === 'string' && /^\s*\d+(?:\.\d+)?\s*$/.test(details.value)) {
    details.value = Number(details.value);
  }
  const unit = mention.unit ? unitNamed(mention.unit) : null;
  const inferred = mention.unit || typeof details.value !== 'number' ? null : inferUnit(name, details.value);
  if (unit) details.unit = unit;
  else if (inferred && inferred !== 'unclear') details.unit = inferred;
  return details;
}

export function termFor({ kind, name }: Pick<Mention, 'kind' | 'name'>): Term | null {
  const find = VOCABULARY[kind];
  if (!find) return null;
  const found = find(name);
  if (found || kind !== 'allergy') return found;
  return find(name.replace(/\s{0,3}\b(?:allergy|allergies)\b\s{0,3}(?:to)?\s{0,3}/gi, ' ').trim());
}

function canonicalOf(name: string, { value, unit }: Details): { value: number; unit: string } | 'impossible' | null {
  if (typeof value !== 'number') return null;
  // Only scores and balances can be negative.
  if (!Number.isFinite(value) || (value < 0 && isPossible(name, 0) && !isPossible(name, -1))) return 'impossible';
  if (!unit) return null;
  const canonical = toCanonical(name, value, unit);
  if (!canonical) return null;
  return isPossible(name, canonical.value) ? canonical : 'impossible';
}

/** The position of a quote: at its stated start, else the nearest exact match, else a match with other case or spacing. */
export function locate(text: string, quote: string, start: number | undefined): Place | null {
  if (start !== undefined && start >= 0 && text.startsWith(quote, start)) return { start, end: start + quote.length };
  const wanted = quote.trim();
  // Spacing may differ; much longer than the message, it cannot be in it.
  if (wanted === '' || wanted.length > 2 * text.length) return null;
  const loose = wanted
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/['’]/g, "['’]"))
    .join('\\s+');
  return (
    nearest(text, new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gu'), start) ??
    nearest(text, new RegExp(loose, 'gi'), start)
  );
}

function nearest(text: string, pattern: RegExp, start = 0): Place | null {
  const places = [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  places.sort((a, b) => Math.abs(a.start - start) - Math.abs(b.start - start) || a.start - b.start);
  return places[0] ?? null;
}
