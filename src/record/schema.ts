/**
 * The graph's one table: which labels and relationships exist, who owns a node, and what each kind of fact becomes.
 * Engines, the description that agents read and any check of a query are made from it, so it holds data and no behaviour.
 */
import { FACT_KINDS, type FactKind } from './fact.ts';

/** time: fixed-width UTC, compared as text. scalar: a number, or words. json: what only our own code reads. */
export type PropertyType = 'string' | 'number' | 'boolean' | 'time' | 'scalar' | 'json';

type Label = {
  /** owned: a node of one patient. shared: a type; many patients point to those of the vocabulary, which never say who they are. */
  scope: 'owned' | 'shared';
  about: string;
  properties: Readonly<Record<string, PropertyType>>;
};

const provenance = {
  turn_id: 'string',
  recorded_at: 'time',
  source_agent: 'string',
  confidence: 'number',
  source_codes: 'json',
} as const;

/** What every node made of a fact can say. */
const fact = {
  uuid: 'string',
  name: 'string',
  status: 'string',
  effective_time: 'time',
  effective_text: 'string',
  code: 'string',
  code_system: 'string',
  ...provenance,
} as const;

/** For nodes that are told again: what was said before, when it ended, and which episode of a source it is. */
const retold = {
  ended_time: 'time',
  ended_text: 'string',
  history: 'json',
  episode: 'string',
  apart: 'boolean',
} as const;

const quantity = { value: 'scalar', unit: 'string' } as const;
const type = { uuid: 'string', name: 'string', code: 'string', code_system: 'string' } as const;

export const LABELS = {
  Patient: {
    scope: 'owned',
    about: 'the person whose record this is',
    properties: { uuid: 'string', birth_date: 'string', sex: 'string' },
  },
  ConditionCase: {
    scope: 'owned',
    about: 'a condition the patient has or had',
    properties: { ...fact, ...retold, severity: 'string', duration: 'string', body_site: 'string' },
  },
  SymptomEpisode: {
    scope: 'owned',
    about: 'a symptom over one stretch of time',
    properties: { ...fact, ...retold, severity: 'string', duration: 'string', body_site: 'string' },
  },
  AllergyRecord: {
    scope: 'owned',
    about: 'an allergy or intolerance',
    properties: { ...fact, ...retold, reaction: 'string', severity: 'string', criticality: 'string' },
  },
  Observation: {
    scope: 'owned',
    about: 'one measurement: a lab result or a vital sign',
    properties: {
      ...fact,
      ...quantity,
      canonical_value: 'number',
      canonical_unit: 'string',
      body_site: 'string',
      interpretation: 'string',
      range_low: 'number',
      range_high: 'number',
      range_unit: 'string',
      range_text: 'string',
    },
  },
  IntakeRegimen: {
    scope: 'owned',
    about: 'a medication or supplement as the patient takes it',
    properties: {
      ...fact,
      ...retold,
      ...quantity,
      frequency: 'string',
      times_per_day: 'number',
      as_needed: 'boolean',
      route: 'string',
      form: 'string',
      duration: 'string',
    },
  },
  Encounter: {
    scope: 'owned',
    about: 'a visit or appointment, past or planned',
    properties: { ...fact, ...retold, specialty: 'string' },
  },
  Practitioner: {
    scope: 'owned',
    about: 'someone who treats the patient',
    properties: { ...fact, ...retold, specialty: 'string' },
  },
  Organization: { scope: 'owned', about: 'a clinic, hospital or laboratory', properties: { ...fact, ...retold } },
  Procedure: {
    scope: 'owned',
    about: 'an operation or procedure, done or planned',
    properties: { ...fact, ...retold, body_site: 'string' },
  },
  DocumentReference: {
    scope: 'owned',
    about: 'a document the patient spoke of',
    properties: { ...fact, ...retold, url: 'string' },
  },
  FamilyCondition: {
    scope: 'owned',
    about: 'a condition that a relative of the patient has or had, never the patient',
    properties: { ...type, relation: 'string', age_at_onset: 'number', history: 'json', ...provenance },
  },
  ProfileDetail: {
    scope: 'owned',
    about:
      'who the patient is, as told: the name is Birth date or Sex; the patient node has the same as birth_date and sex',
    properties: { ...fact, ...retold, value: 'scalar' },
  },
  Session: { scope: 'owned', about: 'one conversation', properties: { uuid: 'string', session_id: 'string' } },
  Turn: {
    scope: 'owned',
    about: 'one message and all it set off',
    properties: { uuid: 'string', turn_id: 'string', recorded_at: 'time' },
  },
  ConditionType: { scope: 'shared', about: 'what kind of condition it is', properties: type },
  SymptomType: { scope: 'shared', about: 'what kind of symptom it is', properties: type },
  ObservationType: { scope: 'shared', about: 'what was measured', properties: type },
  Substance: { scope: 'shared', about: 'an active substance or allergen', properties: type },
} as const satisfies Record<string, Label>;

export type LabelName = keyof typeof LABELS;

type Relationship = {
  type: string;
  from: LabelName;
  to: LabelName;
  properties?: Readonly<Record<string, PropertyType>>;
};

/** Where a fact was said: one for each fact filed, so a node that was told three times has three. */
const statement = {
  fact_id: 'string',
  evidence_start: 'number',
  evidence_end: 'number',
  evidence_text: 'string',
  source_agent: 'string',
  confidence: 'number',
  recorded_at: 'time',
} as const;

/** Numbers are floats in every engine, but for these. */
export const INTEGER_PROPERTIES: ReadonlySet<string> = new Set(['evidence_start', 'evidence_end']);

/** Every edge that may exist. An edge belongs to the patient it starts from; nothing leaves a shared node. */
export const RELATIONSHIPS = [
  { type: 'HAS_CONDITION', from: 'Patient', to: 'ConditionCase' },
  { type: 'HAS_SYMPTOM', from: 'Patient', to: 'SymptomEpisode' },
  { type: 'HAS_ALLERGY', from: 'Patient', to: 'AllergyRecord' },
  { type: 'HAS_OBSERVATION', from: 'Patient', to: 'Observation' },
  { type: 'HAS_REGIMEN', from: 'Patient', to: 'IntakeRegimen' },
  { type: 'HAS_ENCOUNTER', from: 'Patient', to: 'Encounter' },
  { type: 'HAS_PRACTITIONER', from: 'Patient', to: 'Practitioner' },
  { type: 'HAS_ORGANIZATION', from: 'Patient', to: 'Organization' },
  { type: 'HAS_PROCEDURE', from: 'Patient', to: 'Procedure' },
  { type: 'HAS_DOCUMENT', from: 'Patient', to: 'DocumentReference' },
  { type: 'HAS_FAMILY_HISTORY', from: 'Patient', to: 'FamilyCondition' },
  { type: 'HAS_PROFILE', from: 'Patient', to: 'ProfileDetail' },
  { type: 'IS_A', from: 'ConditionCase', to: 'ConditionType' },
  { type: 'IS_A', from: 'FamilyCondition', to: 'ConditionType' },
  { type: 'IS_A', from: 'SymptomEpisode', to: 'SymptomType' },
  { type: 'IS_A', from: 'Observation', to: 'ObservationType' },
  { type: 'OF', from: 'IntakeRegimen', to: 'Substance' },
  { type: 'TO', from: 'AllergyRecord', to: 'Substance' },
  { type: 'WITH', from: 'Encounter', to: 'Practitioner' },
  { type: 'AT', from: 'Encounter', to: 'Organization' },
  { type: 'HAS_SESSION', from: 'Patient', to: 'Session' },
  { type: 'HAS_TURN', from: 'Session', to: 'Turn' },
  { type: 'STATED_IN', from: 'ConditionCase', to: 'Turn', properties: statement },
  { type: 'STATED_IN', from: 'SymptomEpisode', to: 'Turn', properties: statement },
  { type: 'STATED_IN', from: 'AllergyRecord', to: 'Turn', properties: statement },
  { type: 'STATED_IN', from: 'Observation', to: 'Turn', properties: statement },
  { type: 'STATED_IN', from: 'IntakeRegimen', to: 'Turn', properties: statement },
  { type: 'STATED_IN', from: 'Encounter', to: 'Turn', properties: statement },
  { type: 'STATED_IN', from: 'Practitioner', to: 'Turn', properties: statement },
  { type: 'STATED_IN', from: 'Organization', to: 'Turn', properties: statement },
  { type: 'STATED_IN', from: 'Procedure', to: 'Turn', properties: statement },
  { type: 'STATED_IN', from: 'DocumentReference', to: 'Turn', properties: statement },
  { type: 'STATED_IN', from: 'FamilyCondition', to: 'Turn', properties: statement },
  { type: 'STATED_IN', from: 'ProfileDetail', to: 'Turn', properties: statement },
] as const satisfies readonly Relationship[];

export type RelationshipType = (typeof RELATIONSHIPS)[number]['type'];

export type KindRule = {
  label: LabelName;
  /** From the patient to the node. */
  edge: RelationshipType;
  /** The shared node that says what it is an instance of. */
  type?: { label: LabelName; edge: RelationshipType };
  /**
   * When does a fact speak of a node already there? named: the patient has one of that name. episode: one that is still
   * going on. occasion: same name and day (or same address, for a document). reading: same name, value and time, told in another turn.
   */
  identity: 'named' | 'episode' | 'occasion' | 'reading';
  /** What the side panel calls it, in its lists and its counts. */
  section: string;
};

export const KINDS = {
  condition: {
    label: 'ConditionCase',
    edge: 'HAS_CONDITION',
    type: { label: 'ConditionType', edge: 'IS_A' },
    identity: 'named',
    section: 'conditions',
  },
  symptom: {
    label: 'SymptomEpisode',
    edge: 'HAS_SYMPTOM',
    type: { label: 'SymptomType', edge: 'IS_A' },
    identity: 'episode',
    section: 'symptoms',
  },
  allergy: {
    label: 'AllergyRecord',
    edge: 'HAS_ALLERGY',
    type: { label: 'Substance', edge: 'TO' },
    identity: 'named',
    section: 'allergies',
  },
  observation: {
    label: 'Observation',
    edge: 'HAS_OBSERVATION',
    type: { label: 'ObservationType', edge: 'IS_A' },
    identity: 'reading',
    section: 'observations',
  },
  medication: {
    label: 'IntakeRegimen',
    edge: 'HAS_REGIMEN',
    type: { label: 'Substance', edge: 'OF' },
    identity: 'named',
    section: 'medications',
  },
  encounter: { label: 'Encounter', edge: 'HAS_ENCOUNTER', identity: 'reading', section: 'encounters' },
  practitioner: { label: 'Practitioner', edge: 'HAS_PRACTITIONER', identity: 'named', section: 'practitioners' },
  organization: { label: 'Organization', edge: 'HAS_ORGANIZATION', identity: 'named', section: 'organizations' },
  procedure: { label: 'Procedure', edge: 'HAS_PROCEDURE', identity: 'occasion', section: 'procedures' },
  document: { label: 'DocumentReference', edge: 'HAS_DOCUMENT', identity: 'occasion', section: 'documents' },
  profile: { label: 'ProfileDetail', edge: 'HAS_PROFILE', identity: 'named', section: 'profile' },
} as const satisfies Record<FactKind, KindRule>;

/** Family history is not a fact about the patient, and so not a kind of fact; it is filed next to the facts. */
export const FAMILY = {
  label: 'FamilyCondition',
  edge: 'HAS_FAMILY_HISTORY',
  type: { label: 'ConditionType', edge: 'IS_A' },
  identity: 'named',
  section: 'family_history',
} as const satisfies KindRule;

export const FILED_KINDS = [...FACT_KINDS, 'family_history'] as const;
export type FiledKind = (typeof FILED_KINDS)[number];

/** A row of the table by its kind, with the optional columns in reach. */
export function kindRule(kind: FiledKind): KindRule {
  return kind === 'family_history' ? FAMILY : KINDS[kind];
}
