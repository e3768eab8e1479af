/** Names that FHIR and the code systems give to things, and ours for what FHIR has no element for. */

export const UCUM = 'http://unitsofmeasure.org';
export const CVX = 'http://hl7.org/fhir/sid/cvx';
export const LOINC = 'http://loinc.org';
export const SNOMED = 'http://snomed.info/sct';

const HL7 = 'http://terminology.hl7.org/CodeSystem';
export const CONDITION_CLINICAL = `${HL7}/condition-clinical`;
export const CONDITION_VERIFICATION = `${HL7}/condition-ver-status`;
export const CONDITION_CATEGORY = `${HL7}/condition-category`;
export const ALLERGY_CLINICAL = `${HL7}/allergyintolerance-clinical`;
export const ALLERGY_VERIFICATION = `${HL7}/allergyintolerance-verification`;
export const OBSERVATION_CATEGORY = `${HL7}/observation-category`;
export const INTERPRETATION = `${HL7}/v3-ObservationInterpretation`;
export const DATA_ABSENT = `${HL7}/data-absent-reason`;
export const ACT_CODE = `${HL7}/v3-ActCode`;
export const ROLE_CODE = `${HL7}/v3-RoleCode`;
export const DATA_OPERATION = `${HL7}/v3-DataOperation`;
export const PROVENANCE_AGENT = `${HL7}/provenance-participant-type`;

/** The standard extensions for "in the words it came in" and for "there is none". */
export const ORIGINAL_TEXT = 'http://hl7.org/fhir/StructureDefinition/originalText';
export const ABSENT_REASON = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

export const PATIENT_ID = 'urn:medfleet:patient';
export const TURN_ID = 'urn:medfleet:turn';
export const AGENT = 'urn:medfleet:agent';
/** Code systems that are no URI in the record get one of ours, and lose it again on the way in. */
export const LOCAL_SYSTEM = 'urn:medfleet:code-system:';

const extension = (name: string) => `urn:medfleet:fhir:${name}`;
/** On an element that FHIR requires and that nobody told. */
export const ASSUMED = extension('assumed');
export const ENDED = extension('ended');
/** A code of HL7's interpretations: HH, N, POS, <. */
export const FLAG = /^[A-Z<>+-]{1,4}$/;
/** The source's own interpretation and range, not ours. */
export const JUDGED = extension('judged-by-source');
/** An episode of another source; APART where it stands beside another one of its name. */
export const EPISODE = extension('episode');
export const APART = extension('apart');
export const EFFECTIVE = extension('effective');
export const DURATION = extension('duration');
export const FORM = extension('form');
export const VALUE_TOLD = extension('value-as-told');
export const UNIT_TOLD = extension('unit-as-told');
export const TIMES_PER_DAY = extension('times-per-day');
export const SUBJECT_CODE = extension('code');
export const SUPERSEDED_BY = extension('superseded-by');
export const STATUS_TOLD = extension('status-as-told');
export const ALSO_AT = extension('also-at');
export const FACT_ID = extension('fact');
export const SESSION = extension('session');
export const EVIDENCE_START = extension('evidence-start');
export const EVIDENCE_END = extension('evidence-end');
export const CONFIDENCE = extension('confidence');

/** What is in error, and the act of saying so. */
export const ENTERED_IN_ERROR = 'entered-in-error';
export const NULLIFY = 'NULLIFY';

/** Who read it, for facts that came in as FHIR. */
export const IMPORTER = 'FhirImport';

/** SNOMED CT: what the patient reports, as against what somebody diagnosed. */
export const SYMPTOM = '418799008';

/** Words of the record and their SNOMED CT codes. The words stay beside the code. */
export const SEVERITIES: Readonly<Record<string, string>> = {
  mild: '255604002',
  moderate: '6736007',
  severe: '24484000',
};

export const ROUTES: Readonly<Record<string, string>> = {
  oral: '26643006',
  subcutaneous: '34206005',
  intramuscular: '78421000',
  intravenous: '47625008',
  topical: '6064005',
  inhaled: '447694001',
  sublingual: '37839007',
  nasal: '46713006',
  rectal: '37161004',
  ophthalmic: '54485002',
};

/** v3-RoleCode for who in the family has it. */
export const RELATIONS: Readonly<Record<string, string>> = {
  mother: 'MTH',
  father: 'FTH',
  parent: 'PRN',
  sister: 'SIS',
  brother: 'BRO',
  sibling: 'SIB',
  daughter: 'DAUC',
  son: 'SONC',
  child: 'CHILD',
  grandmother: 'GRMTH',
  grandfather: 'GRFTH',
  grandparent: 'GRPRN',
  aunt: 'AUNT',
  uncle: 'UNCLE',
  cousin: 'COUSN',
  niece: 'NIECE',
  nephew: 'NEPHEW',
  'maternal grandmother': 'MGRMTH',
  'maternal grandfather': 'MGRFTH',
  'paternal grandmother': 'PGRMTH',
  'paternal grandfather': 'PGRFTH',
  'maternal aunt': 'MAUNT',
  'maternal uncle': 'MUNCLE',
  'paternal aunt': 'PAUNT',
  'paternal uncle': 'PUNCLE',
  wife: 'WIFE',
  husband: 'HUSB',
  family: 'FAMMEMB',
};

/** Looks up an untrusted word: a key that every object inherits ("constructor") is not in the table. */
export function lookup<T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

export function wordFor(table: Readonly<Record<string, string>>, code: string | undefined): string | undefined {
  return Object.keys(table).find((word) => table[word] === code);
}
