/** Exports visits, practitioners, organizations, procedures, documents and family history. */
import type {
  DocumentReference,
  Encounter,
  Extension,
  FamilyMemberHistory,
  Immunization,
  Organization,
  Practitioner,
  Procedure,
} from 'fhir/r4.js';
import type { GraphEdge } from '../patient-graph.ts';
import { textOf } from '../properties.ts';
import { hasEnded } from '../retell.ts';
import { asTold, codeOf, codingOf, compact, concept, detail, nameOf, reference, type Source } from './building.ts';
import { endedExtension } from './export-findings.ts';
import { periodOf } from './export-medications.ts';
import { statusCode } from './statuses.ts';
import { ACT_CODE, ALSO_AT, EFFECTIVE, lookup, RELATIONS, ROLE_CODE, SUBJECT_CODE, UCUM } from './systems.ts';
import { assumedTime, momentOf, timed, timeOf } from './times.ts';

/** R4 requires the class of a visit; it is derived from the name. */
const CLASSES: readonly [RegExp, string][] = [
  [/\b(?:emergency|er visit|urgent)\b/i, 'EMER'],
  [/\b(?:hospital stay|inpatient|admission|hospitali[sz]ation)\b/i, 'IMP'],
  [/\b(?:telehealth|video|phone|virtual|telephone)\b/i, 'VR'],
  [/\bhome (?:visit|health)\b/i, 'HH'],
];

export function encounterOf(source: Source, patient: string, links: readonly GraphEdge[]): Encounter {
  const status = statusCode('encounter', detail(source, 'status'));
  const name = nameOf(source);
  const to = (type: GraphEdge['type']) => links.filter((edge) => edge.type === type).map((edge) => edge.to);
  const [place, ...otherPlaces] = to('AT').toSorted();
  return compact<Encounter>({
    resourceType: 'Encounter',
    id: source.id,
    // R4 has one provider for a visit.
    extension: otherPlaces.map((id) => ({ url: ALSO_AT, valueReference: reference('Organization', id) })),
    status: status.code,
    _status: asTold(status.told),
    class: { system: ACT_CODE, code: CLASSES.find(([words]) => words.test(name))?.[1] ?? 'AMB' },
    type: [codeOf(source)],
    serviceType: concept(detail(source, 'specialty')),
    subject: reference('Patient', patient),
    participant: to('WITH')
      .toSorted()
      .map((id) => ({ individual: reference('Practitioner', id) })),
    period: timed('start', effectiveOf(source)),
    serviceProvider: place === undefined ? undefined : reference('Organization', place),
  });
}

export function practitionerOf(source: Source): Practitioner {
  const specialty = concept(detail(source, 'specialty'));
  return compact<Practitioner>({
    resourceType: 'Practitioner',
    id: source.id,
    extension: [...outsideExtensions(source), ...endedExtension(source)],
    ...activity(source),
    name: [{ text: nameOf(source) }],
    qualification: specialty ? [{ code: specialty }] : [],
  });
}

export function organizationOf(source: Source): Organization {
  return compact<Organization>({
    resourceType: 'Organization',
    id: source.id,
    extension: [...outsideExtensions(source), ...endedExtension(source)],
    ...activity(source),
    name: nameOf(source),
  });
}

export function procedureOf(source: Source, patient: string): Procedure {
  const status = statusCode('procedure', detail(source, 'status'));
  const site = concept(detail(source, 'body_site'));
  const effective = effectiveOf(source);
  const { period, extension } = periodOf(source);
  // A thing of the past ended when it happened, unless we know better.
  const lasted = period.end !== undefined && momentOf(period.end) !== momentOf(effective?.value);
  return compact<Procedure>({
    resourceType: 'Procedure',
    id: source.id,
    extension,
    status: status.code,
    _status: asTold(status.told),
    code: codeOf(source),
    subject: reference('Patient', patient),
    ...timed('performedDateTime', lasted ? undefined : effective),
    performedPeriod: lasted ? period : undefined,
    bodySite: site ? [site] : [],
  });
}

/** A procedure that has the code of a vaccine. */
export function immunizationOf(source: Source, patient: string): Immunization {
  return compact<Immunization>({
    resourceType: 'Immunization',
    id: source.id,
    extension: endedExtension(source),
    status: 'completed',
    _status: asTold(detail(source, 'status')),
    vaccineCode: codeOf(source),
    patient: reference('Patient', patient),
    ...timed('occurrenceDateTime', effectiveOf(source) ?? assumedTime(source.told.first)),
    site: concept(detail(source, 'body_site')),
  });
}

export function documentOf(source: Source, patient: string): DocumentReference {
  const status = statusCode('document', detail(source, 'status'));
  const url = detail(source, 'url')?.replace(/\s/g, encodeURIComponent);
  return compact<DocumentReference>({
    resourceType: 'DocumentReference',
    id: source.id,
    extension: endedExtension(source),
    status: status.code,
    _status: asTold(status.told),
    type: codeOf(source),
    subject: reference('Patient', patient),
    date: source.told.first,
    content: [{ attachment: { url, title: nameOf(source), ...timed('creation', effectiveOf(source)) } }],
  });
}

export function familyHistoryOf(source: Source, patient: string): FamilyMemberHistory {
  const relation = detail(source, 'relation') ?? 'family';
  const code = lookup(RELATIONS, relation.toLowerCase());
  return compact<FamilyMemberHistory>({
    resourceType: 'FamilyMemberHistory',
    id: source.id,
    // One relative may have more than was told: what stands here is a part.
    status: 'partial',
    patient: reference('Patient', patient),
    date: source.told.first,
    relationship: { coding: code === undefined ? [] : [{ system: ROLE_CODE, code }], text: relation },
    condition: [{ code: codeOf(source), onsetAge: ageOf(source) }],
  });
}

function ageOf({ properties: { age_at_onset: value } }: Source) {
  return typeof value === 'number' ? { value, unit: 'years', system: UCUM, code: 'a' } : undefined;
}

function effectiveOf(source: Source) {
  return timeOf(detail(source, 'effective_text'), textOf(source.properties, 'effective_time'));
}

/** FHIR keeps no dates and no code with a person or a place. */
function outsideExtensions(source: Source): Extension[] {
  const effective = effectiveOf(source);
  const coding = codingOf(source);
  return [
    ...(effective ? [{ url: EFFECTIVE, ...timed('valueDateTime', effective) }] : []),
    ...(coding ? [{ url: SUBJECT_CODE, valueCoding: coding }] : []),
  ];
}

function activity(source: Source) {
  const status = detail(source, 'status');
  if (status === undefined) return {};
  const active = !hasEnded(source.properties);
  return { active, _active: status === (active ? 'active' : 'inactive') ? undefined : asTold(status) };
}
