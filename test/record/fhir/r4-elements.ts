/**
 * The FHIR R4 data types that our resources are made of, as strict as the specification: a date has a real calendar day, a
 * coded quantity names its system, nothing is empty. What these schemas refuse, a careful client would refuse too.
 */
import { z } from 'zod';
import { isDateTime, isInstant } from '../../../src/record/fhir/times.ts';

/** No empty text, no control characters, and no space but the plain one. */
export const Text = z
  .string()
  .regex(/^[ \r\n\t\S]+$/)
  .regex(/\S/)
  .refine(hasNoControls, 'has control characters');
export const Uri = z.string().regex(/^[a-z][a-z0-9+.-]*:\S+$/i);
export const Code = z.string().regex(/^\S+(?:\s\S+)*$/);
export const Id = z.string().regex(/^[A-Za-z0-9\-.]{1,64}$/);
export const DateTime = z.string().refine(isDateTime, 'is no FHIR dateTime');
export const Instant = z.string().refine(isInstant, 'is no FHIR instant');
const UuidUrn = z.string().regex(/^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

export const Coding = z.strictObject({
  system: Uri,
  version: Text.optional(),
  code: Code,
  display: Text.optional(),
  userSelected: z.boolean().optional(),
});

export const Quantity = z
  .strictObject({
    value: z.number().optional(),
    comparator: z.enum(['<', '<=', '>=', '>']).optional(),
    unit: Text.optional(),
    system: Uri.optional(),
    code: Code.optional(),
  })
  .refine((quantity) => quantity.code === undefined || quantity.system !== undefined, 'qty-3: a code needs its system')
  .refine((quantity) => Object.keys(quantity).length > 0, 'is empty');

export type Quantity = z.infer<typeof Quantity>;

export const Identifier = z.strictObject({ system: Uri, value: Text });

export const Reference = z
  .strictObject({
    reference: UuidUrn.optional(),
    type: Code.optional(),
    identifier: Identifier.optional(),
    display: Text.optional(),
  })
  .refine((reference) => Object.keys(reference).length > 0, 'is empty');

/** A value that is missing although FHIR wants one, or a time in the patient's words, hangs on the element itself. */
const PlainExtension = z.strictObject({
  url: Uri,
  valueString: Text.optional(),
  valueCode: Code.optional(),
  valueBoolean: z.boolean().optional(),
  valueCoding: Coding.optional(),
});
export const Primitive = z.strictObject({ extension: z.array(PlainExtension).min(1) });

const Concept = z.strictObject({
  extension: z.array(PlainExtension).min(1).optional(),
  coding: z.array(Coding).min(1).optional(),
  text: Text.optional(),
});
export const CodeableConcept = Concept.refine((concept) => Object.keys(concept).length > 0, 'is empty');

export type CodeableConcept = z.infer<typeof CodeableConcept>;

/** A concept from a value set that FHIR requires: exactly one code, from this system. */
export function boundConcept<const Codes extends readonly [string, ...string[]]>(system: string, codes: Codes) {
  return Concept.extend({ coding: z.tuple([z.strictObject({ system: z.literal(system), code: z.enum(codes) })]) });
}

export const Extension = z
  .strictObject({
    url: Uri,
    valueString: Text.optional(),
    valueInteger: z.number().int().optional(),
    valueDecimal: z.number().optional(),
    valueDateTime: DateTime.optional(),
    _valueDateTime: Primitive.optional(),
    valueQuantity: Quantity.optional(),
    valueCoding: Coding.optional(),
    valueCodeableConcept: CodeableConcept.optional(),
    valueReference: Reference.optional(),
    valueUuid: UuidUrn.optional(),
  })
  .refine((extension) => valuesOf(extension) === 1, 'ext-1: holds exactly one value');

export type Extension = z.infer<typeof Extension>;

export const Period = z
  .strictObject({
    start: DateTime.optional(),
    _start: Primitive.optional(),
    end: DateTime.optional(),
    _end: Primitive.optional(),
  })
  .refine((period) => Object.keys(period).length > 0, 'is empty')
  .refine(({ start, end }) => !start || !end || Date.parse(start) <= Date.parse(end), 'per-1: ends before it starts');

export const Range = z
  .strictObject({ low: Quantity.optional(), high: Quantity.optional() })
  .refine(({ low, high }) => (low?.value ?? -Infinity) <= (high?.value ?? Infinity), 'rng-2: low is above high');

export const Timing = z
  .strictObject({
    repeat: z
      .strictObject({
        boundsDuration: Quantity.optional(),
        frequency: z.number().int().positive().optional(),
        period: z.number().positive().optional(),
        periodUnit: z.enum(['s', 'min', 'h', 'd', 'wk', 'mo', 'a']).optional(),
      })
      .refine((repeat) => repeat.period === undefined || repeat.periodUnit !== undefined, 'tim-2: a period has a unit')
      .optional(),
    code: CodeableConcept.optional(),
  })
  .refine((timing) => Object.keys(timing).length > 0, 'is empty');

function hasNoControls(text: string): boolean {
  return [...text].every((character) => character >= ' ' || '\t\n\r'.includes(character));
}

function valuesOf(extension: object): number {
  return new Set(
    Object.keys(extension)
      .filter((key) => key !== 'url')
      .map((key) => key.replace(/^_/, '')),
  ).size;
}
