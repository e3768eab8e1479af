/**
 * The FHIR R4 resources that a record becomes: the elements we use of each, with R4's required elements and its required value
 * sets. The schemas are strict, so a misspelt element is an error and not an extra.
 */
import { z } from 'zod';
import {
  ACT_CODE,
  ALLERGY_CLINICAL,
  ALLERGY_VERIFICATION,
  CONDITION_CLINICAL,
  CONDITION_VERIFICATION,
  INTERPRETATION,
  OBSERVATION_CATEGORY,
} from '../../../src/record/fhir/systems.ts';
import {
  boundConcept,
  CodeableConcept,
  Coding,
  DateTime,
  Extension,
  Id,
  Identifier,
  Instant,
  Period,
  Primitive,
  Quantity,
  Range,
  Reference,
  Text,
  Timing,
  Uri,
} from './r4-elements.ts';

const resource = <const Type extends string>(type: Type) => ({
  resourceType: z.literal(type),
  id: Id,
  extension: z.array(Extension).min(1).optional(),
});
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).optional();
const timed = <const Key extends string>(key: Key) =>
  ({ [key]: DateTime.optional(), [`_${key}`]: Primitive.optional() }) as Record<Key, z.ZodOptional<typeof DateTime>> &
    Record<`_${Key}`, z.ZodOptional<typeof Primitive>>;

export const Patient = z.strictObject({
  ...resource('Patient'),
  identifier: listOf(Identifier),
  gender: z.enum(['male', 'female', 'other', 'unknown']).optional(),
  birthDate: z
    .string()
    .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/)
    .optional(),
});

export const Condition = z.strictObject({
  ...resource('Condition'),
  clinicalStatus: boundConcept(CONDITION_CLINICAL, [
    'active',
    'recurrence',
    'relapse',
    'inactive',
    'remission',
    'resolved',
  ]).optional(),
  verificationStatus: boundConcept(CONDITION_VERIFICATION, [
    'entered-in-error',
    'unconfirmed',
    'provisional',
    'differential',
    'confirmed',
  ]),
  category: listOf(CodeableConcept),
  severity: CodeableConcept.optional(),
  code: CodeableConcept,
  bodySite: listOf(CodeableConcept),
  subject: Reference,
  ...timed('onsetDateTime'),
  ...timed('abatementDateTime'),
  abatementString: z.string().optional(),
  recordedDate: DateTime.optional(),
});

export const Observation = z.strictObject({
  ...resource('Observation'),
  status: z.enum(['registered', 'preliminary', 'final', 'amended', 'corrected', 'entered-in-error', 'unknown']),
  _status: Primitive.optional(),
  category: listOf(
    boundConcept(OBSERVATION_CATEGORY, ['vital-signs', 'laboratory', 'social-history', 'survey', 'exam']),
  ),
  code: CodeableConcept,
  subject: Reference,
  ...timed('effectiveDateTime'),
  effectivePeriod: Period.optional(),
  issued: Instant.optional(),
  valueQuantity: Quantity.optional(),
  valueString: Text.optional(),
  valueCodeableConcept: CodeableConcept.optional(),
  valueRange: Range.optional(),
  dataAbsentReason: CodeableConcept.optional(),
  interpretation: listOf(
    boundConcept(INTERPRETATION, ['LL', 'L', 'N', 'H', 'HH', 'A', 'POS', 'NEG']).or(CodeableConcept),
  ),
  bodySite: CodeableConcept.optional(),
  referenceRange: listOf(
    z.strictObject({ low: Quantity.optional(), high: Quantity.optional(), text: Text.optional() }),
  ),
});

const Dosage = z.strictObject({
  extension: z.array(Extension).min(1).optional(),
  text: Text.optional(),
  timing: Timing.optional(),
  asNeededBoolean: z.boolean().optional(),
  route: CodeableConcept.optional(),
  doseAndRate: listOf(z.strictObject({ doseQuantity: Quantity })),
});

export const MedicationStatement = z.strictObject({
  ...resource('MedicationStatement'),
  status: z.enum(['active', 'completed', 'intended', 'stopped', 'on-hold', 'unknown', 'entered-in-error']),
  _status: Primitive.optional(),
  medicationCodeableConcept: CodeableConcept,
  subject: Reference,
  effectivePeriod: Period.optional(),
  dateAsserted: DateTime.optional(),
  dosage: listOf(Dosage),
});

export const AllergyIntolerance = z.strictObject({
  ...resource('AllergyIntolerance'),
  clinicalStatus: boundConcept(ALLERGY_CLINICAL, ['active', 'inactive', 'resolved']).optional(),
  verificationStatus: boundConcept(ALLERGY_VERIFICATION, ['entered-in-error', 'unconfirmed', 'confirmed']),
  category: listOf(z.enum(['food', 'medication', 'environment', 'biologic'])),
  criticality: z.enum(['low', 'high', 'unable-to-assess']).optional(),
  code: CodeableConcept,
  patient: Reference,
  ...timed('onsetDateTime'),
  recordedDate: DateTime.optional(),
  reaction: listOf(
    z.strictObject({
      manifestation: z.array(CodeableConcept).min(1),
      severity: z.enum(['mild', 'moderate', 'severe']).optional(),
      _severity: Primitive.optional(),
    }),
  ),
});

export const Encounter = z.strictObject({
  ...resource('Encounter'),
  status: z.enum(['planned', 'in-progress', 'finished', 'cancelled', 'unknown', 'entered-in-error']),
  _status: Primitive.optional(),
  class: Coding.extend({ system: z.literal(ACT_CODE), code: z.enum(['AMB', 'EMER', 'IMP', 'VR', 'HH']) }),
  type: listOf(CodeableConcept),
  serviceType: CodeableConcept.optional(),
  subject: Reference,
  participant: listOf(z.strictObject({ individual: Reference })),
  period: Period.optional(),
  serviceProvider: Reference.optional(),
});

const withActive = { active: z.boolean().optional(), _active: Primitive.optional() };

export const Practitioner = z.strictObject({
  ...resource('Practitioner'),
  ...withActive,
  name: listOf(z.strictObject({ text: Text })),
  qualification: listOf(z.strictObject({ code: CodeableConcept })),
});

export const Organization = z.strictObject({ ...resource('Organization'), ...withActive, name: Text });

export const Immunization = z.strictObject({
  ...resource('Immunization'),
  status: z.enum(['completed', 'entered-in-error', 'not-done']),
  _status: Primitive.optional(),
  vaccineCode: CodeableConcept,
  patient: Reference,
  ...timed('occurrenceDateTime'),
  site: CodeableConcept.optional(),
});

export const Procedure = z.strictObject({
  ...resource('Procedure'),
  status: z.enum(['preparation', 'in-progress', 'on-hold', 'stopped', 'completed', 'unknown', 'entered-in-error']),
  _status: Primitive.optional(),
  code: CodeableConcept,
  subject: Reference,
  ...timed('performedDateTime'),
  performedPeriod: Period.optional(),
  bodySite: listOf(CodeableConcept),
});

export const DocumentReference = z.strictObject({
  ...resource('DocumentReference'),
  status: z.enum(['current', 'superseded', 'entered-in-error']),
  _status: Primitive.optional(),
  type: CodeableConcept,
  subject: Reference,
  date: Instant.optional(),
  content: z
    .array(
      z.strictObject({
        attachment: z.strictObject({
          url: z.string().regex(/^\S+$/).optional(),
          title: Text,
          ...timed('creation'),
        }),
      }),
    )
    .min(1),
});

export const FamilyMemberHistory = z.strictObject({
  ...resource('FamilyMemberHistory'),
  status: z.enum(['partial', 'completed', 'entered-in-error']),
  patient: Reference,
  date: DateTime.optional(),
  relationship: CodeableConcept,
  condition: z.array(z.strictObject({ code: CodeableConcept, onsetAge: Quantity.optional() })).min(1),
});

export const Provenance = z.strictObject({
  ...resource('Provenance'),
  target: z.array(Reference).min(1),
  recorded: Instant,
  activity: CodeableConcept.optional(),
  reason: listOf(CodeableConcept),
  agent: z.array(z.strictObject({ type: CodeableConcept, who: Reference })).min(1),
  entity: z
    .array(z.strictObject({ role: z.literal('source'), what: Reference }))
    .min(1)
    .optional(),
});

export const FhirResource = z.discriminatedUnion('resourceType', [
  Patient,
  Condition,
  Observation,
  MedicationStatement,
  AllergyIntolerance,
  Encounter,
  Practitioner,
  Organization,
  Immunization,
  Procedure,
  DocumentReference,
  FamilyMemberHistory,
  Provenance,
]);
export type FhirResource = z.infer<typeof FhirResource>;

export const FhirBundle = z.strictObject({
  resourceType: z.literal('Bundle'),
  type: z.literal('collection'),
  timestamp: Instant,
  /** Absent where nothing is on file: FHIR knows no empty lists. */
  entry: listOf(z.strictObject({ fullUrl: Uri, resource: FhirResource })),
});
export type FhirBundle = z.infer<typeof FhirBundle>;
