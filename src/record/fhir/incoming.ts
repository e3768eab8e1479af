/**
 * FHIR as other systems write it, read tolerantly: only what the importer uses, unknown elements ignored, and codes left open.
 * A resource that does not fit even this is reported by its place, never by its content.
 */
import { z } from 'zod';
import { SourceCoding } from '../fact.ts';

const text = z.string().optional();

const Ext = z.object({
  url: z.string(),
  valueString: z.string().optional(),
  valueBoolean: z.boolean().optional(),
  valueInteger: z.number().optional(),
  valueDecimal: z.number().optional(),
  valueDateTime: z.string().optional(),
  valueUuid: z.string().optional(),
  get _valueDateTime() {
    return Element.optional();
  },
  get valueQuantity() {
    return InQuantity.optional();
  },
  get valueCoding() {
    return SourceCoding.optional();
  },
  get valueCodeableConcept() {
    return InConcept.optional();
  },
  get valueReference() {
    return InReference.optional();
  },
});
export type Ext = z.infer<typeof Ext>;

const Element = z.object({
  get extension() {
    return z.array(Ext).optional();
  },
});
export type InElement = z.infer<typeof Element>;

export const InQuantity = z.object({
  value: z.number().optional(),
  comparator: text,
  unit: text,
  system: text,
  code: text,
});

export const InConcept = z.object({
  get extension() {
    return z.array(Ext).optional();
  },
  coding: z.array(SourceCoding).optional(),
  text: z.string().optional(),
});
export type InConcept = z.infer<typeof InConcept>;

const identifier = z.object({ system: text, value: text }).optional();
export const InReference = z.object({ reference: text, display: text, identifier });
export type InReference = z.infer<typeof InReference>;

export const InPeriod = z.object({ start: text, _start: Element.optional(), end: text, _end: Element.optional() });

const base = { resourceType: z.string(), id: z.string().optional(), extension: z.array(Ext).optional() };
const concept = InConcept.optional();
const concepts = z.array(InConcept).optional();
const time = z.string().optional();
const mark = Element.optional();
const range = z.object({ low: InQuantity.optional(), high: InQuantity.optional() }).optional();
const code = { status: z.string().optional(), _status: mark };

/** What any resource may say about itself: who it is, and when it was recorded. */
export const InResource = z.object({ ...base, issued: time, recordedDate: time, dateAsserted: time, date: time });

export const InPatient = z.object({ ...base, gender: z.string().optional(), birthDate: time });

export const InCondition = z.object({
  ...base,
  clinicalStatus: concept,
  verificationStatus: concept,
  category: concepts,
  severity: concept,
  code: concept,
  bodySite: concepts,
  onsetDateTime: time,
  _onsetDateTime: mark,
  onsetPeriod: InPeriod.optional(),
  onsetString: z.string().optional(),
  onsetAge: InQuantity.optional(),
  onsetRange: range,
  abatementDateTime: time,
  abatementPeriod: InPeriod.optional(),
  abatementString: z.string().optional(),
  abatementAge: InQuantity.optional(),
  abatementRange: range,
});

export const InAllergy = z.object({
  ...base,
  clinicalStatus: concept,
  verificationStatus: concept,
  code: concept,
  criticality: z.string().optional(),
  onsetDateTime: time,
  _onsetDateTime: mark,
  reaction: z
    .array(
      z.object({
        substance: concept,
        manifestation: z.array(InConcept).optional(),
        severity: z.string().optional(),
        _severity: mark,
      }),
    )
    .optional(),
});

const observed = {
  code: concept,
  interpretation: concepts,
  referenceRange: z
    .array(
      z.object({ low: InQuantity.optional(), high: InQuantity.optional(), type: concept, text: z.string().optional() }),
    )
    .optional(),
  valueQuantity: InQuantity.optional(),
  valueString: z.string().optional(),
  valueCodeableConcept: concept,
  valueBoolean: z.boolean().optional(),
  valueInteger: z.number().optional(),
  valueRange: range,
  valueRatio: z.object({ numerator: InQuantity.optional(), denominator: InQuantity.optional() }).optional(),
  valueDateTime: time,
  valueTime: time,
};
export const InObserved = z.object({ ...observed, extension: z.array(Ext).optional() });
export type InObserved = z.infer<typeof InObserved>;

export const InObservation = z.object({
  ...base,
  ...code,
  ...observed,
  effectiveDateTime: time,
  _effectiveDateTime: mark,
  effectivePeriod: InPeriod.optional(),
  effectiveInstant: time,
  bodySite: concept,
  component: z.array(InObserved).optional(),
  hasMember: z.array(InReference).optional(),
});

export const InDosage = z.object({
  extension: z.array(Ext).optional(),
  text: z.string().optional(),
  timing: z
    .object({
      repeat: z
        .object({
          boundsDuration: InQuantity.optional(),
          frequency: z.number().optional(),
          period: z.number().optional(),
          frequencyMax: z.number().optional(),
          periodMax: z.number().optional(),
          periodUnit: z.enum(['s', 'min', 'h', 'd', 'wk', 'mo', 'a']).optional(),
        })
        .optional(),
      code: concept,
    })
    .optional(),
  asNeededBoolean: z.boolean().optional(),
  asNeededCodeableConcept: concept,
  route: concept,
  doseAndRate: z
    .array(
      z.object({
        doseQuantity: InQuantity.optional(),
        doseRange: range,
      }),
    )
    .optional(),
});
export type InDosage = z.infer<typeof InDosage>;

export const InMedicationUse = z.object({
  ...base,
  ...code,
  intent: z.string().optional(),
  medicationCodeableConcept: concept,
  medicationReference: InReference.optional(),
  effectiveDateTime: time,
  effectivePeriod: InPeriod.optional(),
  authoredOn: time,
  dosage: z.array(InDosage).optional(),
  dosageInstruction: z.array(InDosage).optional(),
});

export const InMedication = z.object({ ...base, code: concept, form: concept });

export const InEncounter = z.object({
  ...base,
  ...code,
  class: SourceCoding.optional(),
  type: concepts,
  serviceType: concept,
  participant: z.array(z.object({ individual: InReference.optional() })).optional(),
  period: InPeriod.optional(),
  serviceProvider: InReference.optional(),
});

export const InPractitioner = z.object({
  ...base,
  active: z.boolean().optional(),
  _active: mark,
  name: z
    .array(
      z.object({
        text: z.string().optional(),
        prefix: z.array(z.string()).optional(),
        given: z.array(z.string()).optional(),
        family: z.string().optional(),
      }),
    )
    .optional(),
  qualification: z.array(z.object({ code: concept })).optional(),
  /** Of a PractitionerRole. */
  practitioner: InReference.optional(),
  specialty: concepts,
});

export const InOrganization = z.object({ ...base, active: z.boolean().optional(), _active: mark, name: text });

export const InImmunization = z.object({
  ...base,
  ...code,
  vaccineCode: concept,
  occurrenceDateTime: time,
  _occurrenceDateTime: mark,
  occurrenceString: z.string().optional(),
  site: concept,
});

export const InProcedure = z.object({
  ...base,
  ...code,
  code: concept,
  performedDateTime: time,
  _performedDateTime: mark,
  performedPeriod: InPeriod.optional(),
  performedString: z.string().optional(),
  bodySite: concepts,
});

export const InDocument = z.object({
  ...base,
  ...code,
  type: concept,
  description: z.string().optional(),
  date: time,
  content: z
    .array(
      z.object({
        attachment: z.object({
          url: z.string().optional(),
          title: z.string().optional(),
          creation: time,
          _creation: mark,
        }),
      }),
    )
    .optional(),
});

export const InFamilyHistory = z.object({
  ...base,
  ...code,
  relationship: concept,
  condition: z
    .array(
      z.object({
        code: concept,
        onsetAge: InQuantity.optional(),
        onsetRange: range,
      }),
    )
    .optional(),
});

export const InProvenance = z.object({
  ...base,
  target: z.array(InReference),
  recorded: z.string(),
  activity: concept,
  reason: concepts,
  agent: z.array(z.object({ who: InReference })),
  entity: z.array(z.object({ what: InReference })).optional(),
});
