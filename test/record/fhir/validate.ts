/**
 * A small FHIR validator: the strict schemas of each resource, and on top of them what R4 says across elements and
 * across the bundle. Written from the specification's invariants (their names are in the messages), not from the exporter.
 */
import { FhirBundle, type FhirResource } from './r4-resources.ts';

type Node = Record<string, unknown>;
type Check = (resource: Node) => string[];

/** Which types a reference may mean, of those we write (R4's target types). */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  'Condition.subject': ['Patient', 'Group'],
  'Observation.subject': ['Patient', 'Group', 'Device', 'Location'],
  'MedicationStatement.subject': ['Patient', 'Group'],
  'AllergyIntolerance.patient': ['Patient'],
  'Encounter.subject': ['Patient', 'Group'],
  'Encounter.participant.individual': ['Practitioner', 'PractitionerRole', 'RelatedPerson'],
  'Encounter.serviceProvider': ['Organization'],
  'Encounter.extension.valueReference': ['Organization', 'Encounter'],
  'Observation.extension.valueReference': ['Observation'],
  'Condition.extension.valueReference': ['Condition'],
  'AllergyIntolerance.extension.valueReference': ['AllergyIntolerance'],
  'MedicationStatement.extension.valueReference': ['MedicationStatement'],
  'Procedure.extension.valueReference': ['Procedure'],
  'DocumentReference.extension.valueReference': ['DocumentReference'],
  'Practitioner.extension.valueReference': ['Practitioner'],
  'Organization.extension.valueReference': ['Organization'],
  'Immunization.extension.valueReference': ['Immunization'],
  'Immunization.patient': ['Patient'],
  'Procedure.subject': ['Patient', 'Group'],
  'DocumentReference.subject': ['Patient', 'Practitioner', 'Group', 'Device'],
  'FamilyMemberHistory.patient': ['Patient'],
};
/** R4 lets one of these stand, never two: the choice types we use. */
const CHOICES = [
  'value',
  'effective',
  'onset',
  'abatement',
  'performed',
  'occurrence',
  'medication',
  'asNeeded',
  'dose',
];

const INVARIANTS: Readonly<Record<string, Check>> = {
  Condition: (condition) => [
    ...when(
      has(condition, 'abatement') && !['inactive', 'remission', 'resolved'].includes(coded(condition.clinicalStatus)),
      'con-4',
    ),
    ...when(coded(condition.verificationStatus) === 'entered-in-error' && 'clinicalStatus' in condition, 'con-5'),
  ],
  AllergyIntolerance: (allergy) => {
    const inError = coded(allergy.verificationStatus) === 'entered-in-error';
    return when(inError === 'clinicalStatus' in allergy, inError ? 'ait-2' : 'ait-1');
  },
  Observation: (observation) => [
    ...when('dataAbsentReason' in observation && has(observation, 'value'), 'obs-6'),
    ...when(!('dataAbsentReason' in observation) && !has(observation, 'value'), 'an Observation without a result'),
    ...list(observation.referenceRange).flatMap((range) =>
      when(!('low' in range || 'high' in range || 'text' in range), 'obs-3'),
    ),
    ...vitalSign(observation),
  ],
  Organization: (organization) => when(!('name' in organization || 'identifier' in organization), 'org-1'),
};

/** The units that R4's vital-signs profiles allow, by LOINC code. */
const VITAL_UNITS: Readonly<Record<string, readonly string[]>> = {
  '9279-1': ['/min'],
  '8867-4': ['/min'],
  '2708-6': ['%'],
  '8310-5': ['Cel', '[degF]'],
  '8302-2': ['cm', '[in_i]'],
  '29463-7': ['g', 'kg', '[lb_av]'],
  '39156-5': ['kg/m2'],
  '8480-6': ['mm[Hg]'],
  '8462-4': ['mm[Hg]'],
};

/** Everything that is wrong with a bundle; an empty list for a good one. */
export function problemsOf(bundle: unknown): string[] {
  const parsed = FhirBundle.safeParse(bundle);
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const { entry = [] } = parsed.data;
  const byUrl = new Map<string, FhirResource>(entry.map(({ fullUrl, resource }) => [fullUrl, resource]));
  const problems = byUrl.size === entry.length ? [] : ['bdl-7: a fullUrl stands twice'];
  for (const { fullUrl, resource } of entry) {
    const at = (problem: string) => `${resource.resourceType}/${resource.id}: ${problem}`;
    if (fullUrl !== `urn:uuid:${resource.id}`) problems.push(at('fullUrl and id are not the same'));
    const node = resource as unknown as Node;
    const found = [
      ...emptiness(node, resource.resourceType),
      ...choices(node, resource.resourceType),
      ...references(node, resource.resourceType, byUrl),
      ...(INVARIANTS[resource.resourceType]?.(node) ?? []),
    ];
    problems.push(...found.map(at));
  }
  return problems;
}

function emptiness(value: unknown, path: string): string[] {
  if (value === null || value === undefined || value === '') return [`${path} is empty`];
  if (typeof value === 'number') return when(!Number.isFinite(value), `${path} is no number`);
  if (typeof value !== 'object') return [];
  const inside = Object.entries(value);
  if (inside.length === 0) return [`ele-1: ${path} is empty`];
  return inside.flatMap(([key, item]) => emptiness(item, `${path}.${key}`));
}

function choices(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const names = new Set(Object.keys(value).map((key) => key.replace(/^_/, '')));
  const doubled = CHOICES.filter(
    (choice) => [...names].filter((name) => new RegExp(`^${choice}[A-Z]`).test(name)).length > 1,
  );
  return [
    ...doubled.map((choice) => `${path}.${choice}[x] stands twice`),
    ...Object.entries(value).flatMap(([key, item]) => choices(item, `${path}.${key}`)),
  ];
}

function references(value: unknown, path: string, byUrl: ReadonlyMap<string, FhirResource>): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const plain = path.replace(/\.\d+/g, '');
  const address = (value as Node).reference;
  const inside = Object.entries(value).flatMap(([key, item]) => references(item, `${path}.${key}`, byUrl));
  if (typeof address !== 'string') return inside;
  const target = byUrl.get(address);
  if (!target) return [`${path} points out of the bundle`];
  const stated = (value as Node).type;
  if (stated !== undefined && stated !== target.resourceType) return [`${path} is no ${stated}`];
  const allowed = TARGETS[plain];
  if (plain === 'Provenance.target') return inside;
  return [...inside, ...when(!allowed?.includes(target.resourceType), `${path} may not mean a ${target.resourceType}`)];
}

function vitalSign(observation: Node): string[] {
  const codings = list((observation.code as Node).coding);
  const vital = list(observation.category).some((category) => coded(category) === 'vital-signs');
  const quantity = observation.valueQuantity as Node | undefined;
  return codings.flatMap(({ system, code }) => {
    const units = system === 'http://loinc.org' ? VITAL_UNITS[String(code)] : undefined;
    if (!units) return [];
    return [
      ...when(!vital, `${code} is a vital sign and not filed as one`),
      ...when(!has(observation, 'effective'), 'vital signs have a time'),
      ...when(
        String(observation.effectiveDateTime ?? 'YYYY-MM-DD').length < 10,
        'vs-1: a vital sign has a day at least',
      ),
      // Without a unit told there is none to give; one that is given must be one of these.
      ...when(
        quantity?.code !== undefined && !units.includes(String(quantity.code)),
        `${quantity?.code} is no unit for ${code}`,
      ),
    ];
  });
}

function has(node: Node, choice: string): boolean {
  return Object.keys(node).some((key) => new RegExp(`^_?${choice}[A-Z]`).test(key));
}

function coded(concept: unknown): string {
  return String(list((concept as Node | undefined)?.coding)[0]?.code ?? '');
}

function list(value: unknown): Node[] {
  return Array.isArray(value) ? (value as Node[]) : [];
}

function when(wrong: boolean, problem: string): string[] {
  return wrong ? [problem] : [];
}
