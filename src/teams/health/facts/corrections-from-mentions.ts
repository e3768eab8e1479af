/**
 * Turns what a message corrects into corrections of the record: from the mentions of an extractor, and from facts that replace an earlier
 * value. A fact that is part of a correction is not filed beside it.
 */
import { sentenceAt } from '../../../clinical/index.ts';
import {
  type Correction,
  type CorrectionMention,
  type Description,
  type Fact,
  misfitOf,
} from '../../../record/index.ts';
import { contrastAt, saysWrong } from './corrections.ts';
import { factId, locate, PLACE, termFor } from './facts-from-mentions.ts';

/** `fact`: what is filed where the record has nothing to correct. */
export type ToldCorrection = Correction & { fact?: Fact };

type Source = { turnId: string; text: string };

export function correctionsFrom(
  said: readonly CorrectionMention[],
  facts: readonly Fact[],
  source: Source,
): { facts: Fact[]; corrections: ToldCorrection[] } {
  const read = said.flatMap((mention) => correctionOf(mention, source) ?? []);
  const isCorrected = (fact: Fact) =>
    read.some((one) => ('name' in one.target && one.change === null ? isOf(fact, one.target) : isTold(fact, one)));
  // Where the record has nothing to correct, what is right is filed.
  const withFact = (one: ToldCorrection): ToldCorrection => {
    const fact = one.change?.value === undefined ? undefined : facts.find((fact) => isTold(fact, one));
    return fact ? { ...one, fact } : one;
  };
  const left = facts.filter((fact) => !isCorrected(fact) && !read.some((one) => isWrong(fact, one)));
  return {
    facts: left.filter((fact) => !fact.supersedes),
    corrections: [
      ...read.map(withFact),
      ...left.filter((fact) => fact.supersedes).map((fact) => replacing(fact, source)),
    ],
  };
}

/** The fact that says the same as the correction. */
function isTold({ evidence: own, value }: Fact, { change, evidence }: ToldCorrection): boolean {
  return own.start < evidence.end && evidence.start < own.end && value === change?.value;
}

/** The value that the message says is not so. */
function isWrong({ kind, value }: Fact, { target }: ToldCorrection): boolean {
  return (
    'value' in target && target.value !== undefined && value === target.value && (target.kinds?.includes(kind) ?? true)
  );
}

function isOf({ kind, name }: Fact, target: Description): boolean {
  return target.name?.toLowerCase() === name.toLowerCase() && (target.kinds?.includes(kind) ?? true);
}

function correctionOf(mention: CorrectionMention, { turnId, text }: Source): ToldCorrection | null {
  const place = locate(text, mention.quote, mention.start);
  if (!place || misfitOf(mention, { besides: PLACE })) return null;
  const { action, kind, name, old_value, old_time, confidence, value, unit, effective_time, status, dose } = mention;
  const named = name === undefined || kind === undefined ? name : (termFor({ kind, name })?.name ?? name);
  const target = {
    ...(kind && { kinds: [kind] }),
    ...(named !== undefined && { name: named }),
    ...(old_value !== undefined && { value: old_value }),
    ...(old_time !== undefined && { effective_time: old_time }),
    ...(kind === 'medication' && named === undefined && unit !== undefined && { unit }),
    ...(named === undefined && old_value === undefined && old_time === undefined && { lately: true }),
  };
  return {
    id: factId(turnId, 'correction', target, value ?? null, place.start),
    target,
    change: action === 'withdraw' ? null : { value, unit, effective_time, status, ...(dose && { dose }) },
    evidence: { ...place, text: text.slice(place.start, place.end) },
    confidence,
  };
}

/** The words point back to what was told lately, unless they say what was wrong or that the record is. */
function replacing(fact: Fact, { text }: Source): ToldCorrection {
  const { kind, name, value, unit, effective_time, evidence, confidence } = fact;
  const wrong = contrastAt(text, evidence);
  const sentence = sentenceAt(text, evidence.start);
  const isSaid =
    wrong !== undefined || effective_time !== undefined || saysWrong(text.slice(sentence.start, sentence.end));
  return {
    id: fact.id,
    target: {
      kinds: [kind],
      name,
      ...(wrong !== undefined && { value: wrong }),
      ...(effective_time !== undefined && { effective_time }),
      ...(!isSaid && { lately: true }),
    },
    change: { value, unit },
    evidence,
    confidence,
    fact,
  };
}
