/** What the patient has or reacts to: conditions and symptoms as Condition, allergies as AllergyIntolerance. */
import type { AllergyIntolerance, AllergyIntoleranceReaction, Condition, Extension } from 'fhir/r4.js';
import { textOf } from '../properties.ts';
import type { Terminology } from '../terminology.ts';
import {
  ASSUMED_MARK,
  asTold,
  codeOf,
  compact,
  concept,
  detail,
  nameOf,
  reference,
  type Source,
  textExtension,
} from './building.ts';
import { statusCode } from './statuses.ts';
import {
  ABSENT_REASON,
  ALLERGY_CLINICAL,
  ALLERGY_VERIFICATION,
  CONDITION_CATEGORY,
  CONDITION_CLINICAL,
  CONDITION_VERIFICATION,
  DURATION,
  ENDED,
  IMPORTER,
  SEVERITIES,
  SNOMED,
  SYMPTOM,
} from './systems.ts';
import { timed, timeOf } from './times.ts';
import { verificationOf } from './verification.ts';

const GRADES = ['mild', 'moderate', 'severe'] as const;
const CRITICALITIES = ['low', 'high', 'unable-to-assess'] as const;
/** R4 lets a condition say when it ended only if its status says that it has (con-4). */
const ABATED = new Set(['inactive', 'remission', 'resolved']);

export function conditionOf(kind: 'condition' | 'symptom', source: Source, patient: string): Condition {
  const { properties } = source;
  const status = statusCode(kind, detail(source, 'status'));
  const ended = timeOf(undefined, textOf(properties, 'ended_time'));
  const abated = ABATED.has(status.code);
  return compact<Condition>({
    resourceType: 'Condition',
    id: source.id,
    extension: [...textExtension(DURATION, detail(source, 'duration')), ...(abated ? [] : endedExtension(source))],
    clinicalStatus: statusConcept(kind, CONDITION_CLINICAL, source),
    verificationStatus: bound(CONDITION_VERIFICATION, verificationOf(isImported(source), source.told.confidence)),
    category: [
      kind === 'symptom'
        ? { coding: [{ system: SNOMED, code: SYMPTOM }], text: 'Symptom' }
        : { coding: [{ system: CONDITION_CATEGORY, code: 'problem-list-item' }] },
    ],
    severity: concept(detail(source, 'severity'), SEVERITIES),
    code: codeOf(source),
    bodySite: listed(concept(detail(source, 'body_site'))),
    subject: reference('Patient', patient),
    ...timed('onsetDateTime', timeOf(detail(source, 'effective_text'), textOf(properties, 'effective_time'))),
    ...timed('abatementDateTime', abated ? ended : undefined),
    abatementString: abated && !ended ? detail(source, 'ended_text') : undefined,
    recordedDate: source.told.first,
  });
}

export function allergyOf(source: Source, patient: string, terminology: Terminology): AllergyIntolerance {
  const { properties } = source;
  const confirmed = isImported(source) && source.told.confidence === 1;
  return compact<AllergyIntolerance>({
    resourceType: 'AllergyIntolerance',
    id: source.id,
    extension: endedExtension(source),
    clinicalStatus: statusConcept('allergy', ALLERGY_CLINICAL, source),
    verificationStatus: bound(ALLERGY_VERIFICATION, confirmed ? 'confirmed' : 'unconfirmed'),
    category: terminology.termNamed(nameOf(source), ['drug']) ? ['medication'] : [],
    criticality: CRITICALITIES.find((one) => one === detail(source, 'criticality')),
    code: codeOf(source),
    patient: reference('Patient', patient),
    ...timed('onsetDateTime', timeOf(detail(source, 'effective_text'), textOf(properties, 'effective_time'))),
    recordedDate: source.told.first,
    reaction: listed(reactionOf(detail(source, 'reaction'), detail(source, 'severity'))),
  });
}

/** When it was over, for resources that have no element for it. */
export function endedExtension({ properties }: Source): Extension[] {
  const ended = timeOf(undefined, textOf(properties, 'ended_time'));
  if (ended?.value !== undefined) return [{ url: ENDED, valueDateTime: ended.value }];
  return textExtension(ENDED, textOf(properties, 'ended_text'));
}

/** FHIR wants to know what the reaction was; told only how bad it was, we say that we do not know. */
function reactionOf(
  reaction: string | undefined,
  severity: string | undefined,
): AllergyIntoleranceReaction | undefined {
  if (reaction === undefined && severity === undefined) return undefined;
  const grade = GRADES.find((one) => one === severity);
  return {
    manifestation:
      reaction === undefined
        ? [{ extension: [{ url: ABSENT_REASON, valueCode: 'unknown' }] }]
        : manifestations(reaction).map((text) => ({ text })),
    severity: grade,
    _severity: grade ? undefined : asTold(severity),
  };
}

/** "Hives, Swelling" is two; anything that would not come together again as it was stays one. */
function manifestations(reaction: string): string[] {
  const parts = reaction.split(', ');
  return parts.every((part) => part.trim() !== '' && part === part.trim()) ? parts : [reaction];
}

function statusConcept(kind: 'condition' | 'symptom' | 'allergy', system: string, source: Source) {
  const { code, told, assumed } = statusCode(kind, detail(source, 'status'));
  return { extension: assumed ? ASSUMED_MARK : [], coding: [{ system, code }], text: told };
}

function bound(system: string, code: string) {
  return { coding: [{ system, code }] };
}

function isImported({ told }: Source): boolean {
  return told.agent === IMPORTER;
}

function listed<T>(item: T | undefined): T[] {
  return item === undefined ? [] : [item];
}
