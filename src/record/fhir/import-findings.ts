/** Reads Condition and AllergyIntolerance. What is ruled out, doubtful among others, or entered in error is not a fact. */
import type { z } from 'zod';
import {
  type Context,
  clinicalStatusIn,
  codeIn,
  type Draft,
  find,
  type Reading,
  SURE,
  textIn,
  timeIn,
  told,
  wordsIn,
} from './draft.ts';
import { InAllergy, type InConcept, InCondition, InFamilyHistory, type InQuantity } from './incoming.ts';
import { brief, named, untagged } from './naming.ts';
import { DURATION, ENDED, lookup, ORIGINAL_TEXT, RELATIONS, SEVERITIES, SYMPTOM, wordFor } from './systems.ts';
import { momentOf } from './times.ts';
import { confidenceOf } from './verification.ts';

type Quantity = z.infer<typeof InQuantity>;

const NOT_SO: Readonly<Record<string, string>> = {
  'entered-in-error': 'It was entered in error',
  refuted: 'It was refuted',
  differential: 'It is one of several possibilities',
};
/** The record takes a symptom that comes again after this time for another episode; what lasts longer is a condition. */
const EPISODE_MS = 30 * 86_400_000;

export function readCondition(resource: unknown, context: Context): Reading {
  const { own } = context;
  const condition = InCondition.parse(resource);
  const refusal = lookup(NOT_SO, codeIn(condition.verificationStatus));
  if (refusal && !context.withdrawn) return refusal;
  const marked = condition.category?.some(({ coding }) => coding?.some(({ code }) => code === SYMPTOM)) ?? false;
  const diagnosis = marked ? null : named(context, condition.code, ['condition']);
  const symptom = marked || !diagnosis?.term ? named(context, condition.code, ['symptom']) : null;
  const isSymptom = marked || symptom?.term !== undefined;
  const what = isSymptom ? symptom : diagnosis;
  if (!what) return 'It does not say what it is';
  const start =
    timeIn(condition.onsetDateTime, condition._onsetDateTime) ??
    condition.onsetPeriod?.start ??
    (condition.onsetPeriod?.end && `before ${condition.onsetPeriod.end}`) ??
    condition.onsetString ??
    ageWords(condition.onsetAge, condition.onsetRange);
  const ended =
    condition.abatementDateTime ??
    condition.abatementPeriod?.end ??
    condition.abatementPeriod?.start ??
    find(condition.extension, ENDED)?.valueDateTime ??
    condition.abatementString ??
    textIn(condition.extension, ENDED) ??
    ageWords(condition.abatementAge, condition.abatementRange);
  const kind = isSymptom && !(!own && momentOf(ended) - momentOf(start) > EPISODE_MS) ? 'symptom' : 'condition';
  const status = clinicalStatusIn(kind, condition.clinicalStatus, own);
  return [
    draft({
      kind,
      name: what.name,
      words: what.words,
      confidence: confidenceOf(codeIn(condition.verificationStatus)),
      ended,
      details: told({
        ...what.coded,
        status: status ?? (ended !== undefined && !own ? 'resolved' : undefined),
        effective_time: start,
        severity:
          (own ? condition.severity?.text : condition.severity?.text?.toLowerCase()) ??
          wordFor(SEVERITIES, codeIn(condition.severity)),
        body_site: own ? wordsIn(condition.bodySite?.[0]) : untagged(wordsIn(condition.bodySite?.[0])),
        duration: textIn(condition.extension, DURATION),
      }),
    }),
  ];
}

export function readAllergy(resource: unknown, context: Context): Reading {
  const { own } = context;
  const allergy = InAllergy.parse(resource);
  const refusal = lookup(NOT_SO, codeIn(allergy.verificationStatus));
  if (refusal && !context.withdrawn) return refusal;
  const substance = allergy.code ?? allergy.reaction?.find((reaction) => reaction.substance)?.substance;
  const what = named(context, substance, ['allergen', 'drug'], withoutAllergy);
  if (!what) return 'It does not say what it is';
  const reactions = allergy.reaction ?? [];
  const words = reactions.flatMap(
    ({ manifestation }) => manifestation?.flatMap((one) => (own ? wordsIn(one) : untagged(wordsIn(one))) ?? []) ?? [],
  );
  const worst = ['severe', 'moderate', 'mild'].find((grade) => reactions.some(({ severity }) => severity === grade));
  return [
    draft({
      kind: 'allergy',
      name: what.name,
      words: what.words,
      confidence: confidenceOf(codeIn(allergy.verificationStatus)),
      ended: find(allergy.extension, ENDED)?.valueDateTime,
      details: told({
        ...what.coded,
        status: clinicalStatusIn('allergy', allergy.clinicalStatus, own),
        effective_time: timeIn(allergy.onsetDateTime, allergy._onsetDateTime),
        reaction: (own ? words : [...new Set(words)]).join(', '),
        criticality: allergy.criticality,
        severity: worst ?? textIn(reactions[0]?._severity?.extension, ORIGINAL_TEXT),
      }),
    }),
  ];
}

/** "Allergy to peanut" is how a problem list words it; the record has the substance. */
function withoutAllergy(concept: InConcept): InConcept {
  const substance = (words: string | undefined) =>
    untagged(words === undefined ? undefined : brief(words))
      ?.replace(
        /\s{0,3}\b(?:allergy|allergic\s+(?:reaction|disposition)|intolerance)\b\s{0,3}(?:to\b|caused\s+by\b)?\s{0,3}/gi,
        ' ',
      )
      .trim();
  return {
    ...concept,
    text: substance(concept.text),
    coding: concept.coding?.map((coding) => ({ ...coding, display: substance(coding.display) })),
  };
}

export function readFamilyHistory(resource: unknown, context: Context): Reading {
  const { own } = context;
  const history = InFamilyHistory.parse(resource);
  if (history.status === 'entered-in-error' && !context.withdrawn) return 'It was entered in error';
  const words = wordsIn(history.relationship);
  const relation = own ? words : (wordFor(RELATIONS, codeIn(history.relationship)) ?? words?.toLowerCase());
  const conditions = (history.condition ?? []).flatMap(({ code, onsetAge, onsetRange }) => {
    const what = named(context, code, ['condition']);
    return what ? [{ what, age: yearsIn(onsetAge ?? onsetRange?.low) }] : [];
  });
  if (conditions.length === 0) return 'It names no condition';
  return conditions.map(({ what, age }) => ({
    kind: 'family_history',
    name: what.name,
    words: what.words,
    confidence: own ? SURE : 1,
    relation: relation ?? 'family',
    details: what.coded,
    ...(age !== undefined && { age_at_onset: age }),
  }));
}

/** "at age 52", "at age 6 to 9 months": the words, because a day of birth does not make an age a date. */
function ageWords(
  age: Quantity | undefined,
  { low, high }: { low?: Quantity; high?: Quantity } = {},
): string | undefined {
  const values = [age?.value, low?.value, high?.value].filter((value) => value !== undefined);
  const code = (age ?? low ?? high)?.code ?? 'a';
  const unit = { a: '', mo: ' months', wk: ' weeks', d: ' days' }[code];
  return values.length === 0 || unit === undefined ? undefined : `at age ${values.join(' to ')}${unit}`;
}

/** An age, where it is given in years. */
function yearsIn(age: Quantity | undefined): number | undefined {
  return age?.value !== undefined && (age.code ?? 'a') === 'a' && age.value >= 0 && age.value <= 130
    ? age.value
    : undefined;
}

/** Lets `ended` be absent without being undefined. */
function draft({ ended, ...rest }: Omit<Draft, 'ended'> & { ended: string | undefined }): Draft {
  return ended === undefined ? rest : { ...rest, ended };
}
