/**
 * What was withdrawn, as FHIR has it: the resource as it was, entered in error, and a Provenance that says who withdrew it, when and why.
 * R4 allows no clinical status beside that (con-5, ait-2) and without it no end (con-4), so both stand in extensions.
 */
import type { FhirResource, Provenance } from 'fhir/r4.js';
import { v5 as uuidv5 } from 'uuid';
import type { WithdrawnFact } from '../patient-graph.ts';
import { textOf } from '../properties.ts';
import { clean, compact, reference, textExtension } from './building.ts';
import {
  AGENT,
  ALLERGY_VERIFICATION,
  CONDITION_VERIFICATION,
  DATA_OPERATION,
  ENDED,
  ENTERED_IN_ERROR,
  NULLIFY,
  PROVENANCE_AGENT,
  STATUS_TOLD,
  SUPERSEDED_BY,
} from './systems.ts';
import { isInstant } from './times.ts';

const PROVENANCES = '9c1f4b8e-0a5d-5f0c-8f4a-52d6c1f0b7e3';

/** For a resource without a status, that of a person or a place, the Provenance alone says it. */
export function enteredInError<R extends FhirResource>(resource: R, fact: WithdrawnFact): R {
  const rest = Object.entries(resource).filter(([name]) => !NOT_IN_ERROR.has(name));
  const ended = 'abatementDateTime' in resource ? resource.abatementDateTime : undefined;
  const inWords = 'abatementString' in resource ? resource.abatementString : undefined;
  return compact({
    ...Object.fromEntries(rest),
    extension: [
      ...('extension' in resource ? (resource.extension ?? []) : []),
      ...(ended === undefined ? [] : [{ url: ENDED, valueDateTime: ended }]),
      ...textExtension(ENDED, inWords),
      ...textExtension(STATUS_TOLD, clean(textOf(fact.properties, 'status'))),
      ...(fact.replaced_by === undefined
        ? []
        : [{ url: SUPERSEDED_BY, valueReference: reference(resource.resourceType, fact.replaced_by) }]),
    ],
    ...errorStatus(resource.resourceType),
  }) as unknown as R;
}

const ABATEMENTS = ['abatementDateTime', '_abatementDateTime', 'abatementString'];
const NOT_IN_ERROR = new Set(['clinicalStatus', 'status', '_status', ...ABATEMENTS]);

function errorStatus(resourceType: string) {
  const verified = (system: string) => ({ verificationStatus: { coding: [{ system, code: ENTERED_IN_ERROR }] } });
  switch (resourceType) {
    case 'Condition':
      return verified(CONDITION_VERIFICATION);
    case 'AllergyIntolerance':
      return verified(ALLERGY_VERIFICATION);
    case 'Practitioner':
    case 'Organization':
      return { active: false };
    default:
      return { status: ENTERED_IN_ERROR };
  }
}

export function withdrawalOf(fact: WithdrawnFact, resourceType: string, now: string): Provenance {
  return compact<Provenance>({
    resourceType: 'Provenance',
    id: uuidv5(fact.id, PROVENANCES),
    target: [reference(resourceType, fact.id)],
    recorded: isInstant(fact.withdrawn_at) ? fact.withdrawn_at : now,
    activity: { coding: [{ system: DATA_OPERATION, code: NULLIFY }] },
    reason: fact.reason === undefined ? [] : [{ text: clean(fact.reason) }],
    agent: [
      {
        type: { coding: [{ system: PROVENANCE_AGENT, code: 'enterer' }] },
        who: { identifier: { system: AGENT, value: fact.withdrawn_by }, display: fact.withdrawn_by },
      },
    ],
  });
}
