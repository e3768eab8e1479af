/** Made by `npm run client` from the OpenAPI document: change the routes, not this file. */

/** One look at a record, a key or a dashboard. */
export type AccessEntry = {
  at: string;
  /** key:<id>, token:<start of its digest>, jwt or local */
  credential: string;
  /** The user that the credential is bound to; null also for one who was erased since */
  user_id: string | null;
  /** Their pseudonym */
  user: string | null;
  method: string;
  /** The pattern of the address */
  route: string;
  /** Whom it was about; null also for one who was erased since */
  patient_id: string | null;
  /** A pseudonym, the same in all entries about a person; it stays when the person is erased */
  patient: string | null;
  /** Of a change by an operator: the queue, job or worker, and in Bull Board what was done to it */
  target: string | null;
  /** What was answered: 403 and 404 are attempts */
  status: number;
  address: string;
  request_id: string;
};

export type AccessPage = {
  entries: AccessEntry[];
  next_cursor: string | null;
};

export type AgentFile = {
  path: string;
  version: number;
  latest: number;
  bytes: number;
  by: string;
  modified_at: string;
  content: string;
};

export type AgentFileList = {
  folders: string[];
  files: ({
    path: string;
    bytes: number;
    version: number;
    modified_at: string;
  })[];
};

/** What a function takes and gives. */
export type AgentFunction = {
  name: string;
  description: string;
  endpoint: string;
  /** Whether it works without a model */
  offline: boolean;
  /** In tokens */
  budget: {
    input: number;
    output: number;
  };
  tools: string[];
  presets: {
    default: {
      name: string;
      mode: string;
      models: ({
        role: string;
        name: string;
        served_by: string;
      })[];
    };
    variants: Record<string, {
        name: string;
        mode: string;
        models: ({
          role: string;
          name: string;
          served_by: string;
        })[];
      }>;
    quality: Record<string, {
        name: string;
        mode: string;
        models: ({
          role: string;
          name: string;
          served_by: string;
        })[];
      }>;
  };
  input: Record<string, unknown>;
  output: Record<string, unknown>;
};

export type AgentMessage = {
  text: string;
  /** Gives a paused agent another budget, so that it continues */
  more_budget?: boolean | undefined;
};

export type AgentMessageReceipt = {
  turn_id: string;
  /** It is busy with an earlier message */
  waiting: boolean;
};

export type AgentOutcome = {
  status: 'pending' | 'running' | 'empty' | 'success' | 'error';
  ms: number;
  attempts: number;
  /** Who did its work, where either can */
  by?: 'model' | 'rules' | undefined;
};

export type AnalyzeArtifactRequest = {
  /** Code or document */
  artifact: string;
  artifact_type: 'code' | 'document' | 'config';
  analysis_type: 'quality' | 'security' | 'patterns' | 'dependencies';
  /** Specific checks */
  checklist?: string[] | undefined;
  /** Chooses the preset by the table of qualities */
  quality?: 'light' | 'standard' | 'high' | undefined;
  /** false: neither take a cached result nor keep this one */
  cache?: boolean | undefined;
  /** For whom it runs; cached results and artifacts are theirs */
  user_id?: string | undefined;
  /** Whom the input is about: the run is erased with them */
  patient_id?: string | undefined;
  /** For the audit of citations */
  conversation_id?: string | undefined;
  message_id?: string | undefined;
  /** S1 to P3; decides before variant and quality */
  preset?: 'S1' | 'S2' | 'S3' | 'S4' | 'S5' | 'S6' | 'S7' | 'S8' | 'D1' | 'D2' | 'D3' | 'D4' | 'D5' | 'D6' | 'D7' | 'D8' | 'D9' | 'D10' | 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'T6' | 'T7' | 'T8' | 'T9' | 'T10' | 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'Q5' | 'P1' | 'P2' | 'P3' | undefined;
  /** A preset by the name that the function has for it */
  variant?: 'code' | 'security' | 'quick' | undefined;
  /** What is done with input above the budget */
  over_budget?: 'refuse' | 'compress' | 'split' | undefined;
  /** Sources that the text of the output may cite */
  citations?: CitationInput[] | undefined;
};

/** Something that is sent only if a person agrees. */
export type Approval = {
  id: string;
  user_id: string;
  agent_id: string;
  agent_name: string;
  kind: "email";
  mail: {
    to: string;
    subject: string;
    body: string;
  };
  status: 'pending' | 'approved' | 'rejected' | 'sending' | 'sent' | 'failed' | 'unclear';
  /** What the person who decided wrote, or why it could not be sent */
  note: string | null;
  created_at: string;
  decided_at: string | null;
  sent_at: string | null;
};

export type ApprovalList = {
  approvals: Approval[];
};

/** Something that a run has made. */
export type Artifact = {
  name: string;
  namespace: string;
  version: number;
  mime_type: string;
  bytes: number;
  created_at: string;
  /** Its source, its checksum, … */
  metadata: Record<string, unknown>;
  user_id: string;
  patient_id: string | null;
  /** {namespace}/{name}_v{version} */
  qualified_name: string;
  /** app:artifact:{qualified_name} */
  cache_key: string;
  /** The numbers of the newest 100, newest first */
  versions: number[];
  /** How `data` holds the content: as it is, or in base64 */
  encoding: 'utf-8' | 'base64';
  data: string;
};

export type ArtifactPage = {
  artifacts: ({
    name: string;
    namespace: string;
    version: number;
    mime_type: string;
    bytes: number;
    created_at: string;
    /** Its source, its checksum, … */
    metadata: Record<string, unknown>;
    user_id: string;
    patient_id: string | null;
    /** {namespace}/{name}_v{version} */
    qualified_name: string;
    /** app:artifact:{qualified_name} */
    cache_key: string;
    /** How many there are */
    versions: number;
  })[];
  next_cursor: string | null;
};

export type CalendarFeed = {
  /** Below the address of this server. It is shown once; keep it secret */
  feed_url: string;
};

/** iCalendar text */
export type CalendarFile = string;

export type CalendarImport = {
  created: number;
  updated: number;
  /** Known already, or older than what is known */
  unchanged: number;
  /** Beyond what a calendar may hold */
  left_out: number;
  /** Could not be understood; at most 100 */
  skipped: ({
    uid: string;
    reason: string;
  })[];
};

export type ChapterSummarizationRequest = {
  /** The whole chapter; longer ones are worked on in pieces */
  chapter_text: string;
  /** How long the summary may be */
  target_tokens?: number | undefined;
  /** technical, executive or bullets */
  style?: string | undefined;
  /** ai-ml, systems, web or general */
  domain?: string | undefined;
  /** Parts of the library to search; all if empty */
  search_scope?: unknown[] | undefined;
  /** Chooses the preset by the table of qualities */
  quality?: 'light' | 'standard' | 'high' | undefined;
  /** false: neither take a cached result nor keep this one */
  cache?: boolean | undefined;
  /** For whom it runs; cached results and artifacts are theirs */
  user_id?: string | undefined;
  /** Whom the input is about: the run is erased with them */
  patient_id?: string | undefined;
  /** For the audit of citations */
  conversation_id?: string | undefined;
  message_id?: string | undefined;
};

export type Citation = {
  source_type: 'book' | 'code' | 'schema' | 'internal_doc' | 'journal_article' | 'trial' | 'web_page';
  title?: string | undefined;
  /** LastName, FirstName */
  author?: string | undefined;
  /** Of the publisher */
  city?: string | undefined;
  publisher?: string | undefined;
  year?: number | undefined;
  /** Such as 322-327 */
  pages?: string | undefined;
  repo?: string | undefined;
  file_path?: string | undefined;
  /** Such as 12-45 */
  line_range?: string | undefined;
  commit_hash?: string | undefined;
  /** Of a schema */
  version?: string | undefined;
  /** That an internal document belongs to */
  service?: string | undefined;
  date?: string | undefined;
  section?: string | undefined;
  journal?: string | undefined;
  volume?: string | undefined;
  issue?: string | undefined;
  doi?: string | undefined;
  pmid?: string | undefined;
  nct?: string | undefined;
  url?: string | undefined;
  /** The text that was found */
  chunk?: string | undefined;
  /** Score of the search that found it */
  similarity?: number | undefined;
  /** The same for the same place in the same work */
  id: string;
  /** As it stands in the text: [^1] */
  marker: string;
  /** Which search found it: google_search, web_search, library, ... */
  source: string;
  /** The passages of the answer that rest on it, in their order; none where the provider does not say */
  supports: string[];
};

export type CitationInput = {
  source_type: 'book' | 'code' | 'schema' | 'internal_doc' | 'journal_article' | 'trial' | 'web_page';
  title?: string | undefined;
  /** LastName, FirstName */
  author?: string | undefined;
  /** Of the publisher */
  city?: string | undefined;
  publisher?: string | undefined;
  year?: number | undefined;
  /** Such as 322-327 */
  pages?: string | undefined;
  repo?: string | undefined;
  file_path?: string | undefined;
  /** Such as 12-45 */
  line_range?: string | undefined;
  commit_hash?: string | undefined;
  /** Of a schema */
  version?: string | undefined;
  /** That an internal document belongs to */
  service?: string | undefined;
  date?: string | undefined;
  section?: string | undefined;
  journal?: string | undefined;
  volume?: string | undefined;
  issue?: string | undefined;
  doi?: string | undefined;
  pmid?: string | undefined;
  nct?: string | undefined;
  url?: string | undefined;
  /** The text that was found */
  chunk?: string | undefined;
  /** Score of the search that found it */
  similarity?: number | undefined;
  /** The same for the same place in the same work */
  id: string;
  /** As it stands in the text: [^1] */
  marker: string;
  /** Which search found it: google_search, web_search, library, ... */
  source: string;
  /** The passages of the answer that rest on it, in their order; none where the provider does not say */
  supports?: string[] | undefined;
};

export type CitationPage = {
  records: CitationRecord[];
  next_cursor: string | null;
};

/** The sources that one message has used. */
export type CitationRecord = {
  /** The session of a turn; else what the request named; else the task */
  conversation_id: string;
  /** What the request named; else the turn or task */
  message_id: string;
  /** Ids of citations */
  citations_used: string[];
  /** One for each citation, in the same order; null where the search gives no score */
  retrieval_scores: (number | null)[];
  timestamp: string;
};

export type CodeGenerationRequest = {
  /** What to build */
  user_request: string;
  language?: string | undefined;
  /** What the code will be part of */
  context?: string | undefined;
  /** Must-haves */
  constraints?: unknown[] | undefined;
  /** Parts of the library to search */
  search_scope?: unknown[] | undefined;
  /** Chooses the preset by the table of qualities */
  quality?: 'light' | 'standard' | 'high' | undefined;
  /** false: neither take a cached result nor keep this one */
  cache?: boolean | undefined;
  /** For whom it runs; cached results and artifacts are theirs */
  user_id?: string | undefined;
  /** Whom the input is about: the run is erased with them */
  patient_id?: string | undefined;
  /** For the audit of citations */
  conversation_id?: string | undefined;
  message_id?: string | undefined;
};

/** A code of a vocabulary such as SNOMED CT, RxNorm or LOINC. */
export type Coding = {
  system: string;
  code: string;
};

export type CronSchedule = {
  kind: "cron";
  pattern: string;
  timezone: string;
  /** Only every so many days or weeks of the pattern, counted from a day */
  every?: {
    count: number;
    unit: 'day' | 'week';
    from: string;
  } | undefined;
  /** How often it fires, at most */
  times?: number | undefined;
  /** The last time at which it may fire */
  until?: string | undefined;
};

export type CrossReferenceRequest = {
  /** Source content */
  query_artifact: string;
  /** Which repositories; all if empty */
  search_scope?: string[] | undefined;
  match_type?: 'semantic' | 'keyword' | 'hybrid' | undefined;
  top_k?: number | undefined;
  /** Chooses the preset by the table of qualities */
  quality?: 'light' | 'standard' | 'high' | undefined;
  /** false: neither take a cached result nor keep this one */
  cache?: boolean | undefined;
  /** For whom it runs; cached results and artifacts are theirs */
  user_id?: string | undefined;
  /** Whom the input is about: the run is erased with them */
  patient_id?: string | undefined;
  /** For the audit of citations */
  conversation_id?: string | undefined;
  message_id?: string | undefined;
  /** S1 to P3; decides before variant and quality */
  preset?: 'S1' | 'S2' | 'S3' | 'S4' | 'S5' | 'S6' | 'S7' | 'S8' | 'D1' | 'D2' | 'D3' | 'D4' | 'D5' | 'D6' | 'D7' | 'D8' | 'D9' | 'D10' | 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'T6' | 'T7' | 'T8' | 'T9' | 'T10' | 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'Q5' | 'P1' | 'P2' | 'P3' | undefined;
  /** A preset by the name that the function has for it */
  variant?: 'ranking' | undefined;
  /** What is done with input above the budget */
  over_budget?: 'refuse' | 'compress' | 'split' | undefined;
  /** Sources that the text of the output may cite */
  citations?: CitationInput[] | undefined;
};

export type Decision = {
  decision: 'approve' | 'reject';
  note?: string | undefined;
};

export type DecomposeTaskRequest = {
  /** High-level objective */
  task: string;
  /** Time, scope, dependencies */
  constraints?: string[] | undefined;
  /** Agent functions that exist; all if empty */
  available_agents?: string[] | undefined;
  /** Domain or project context */
  context?: string | undefined;
  /** Chooses the preset by the table of qualities */
  quality?: 'light' | 'standard' | 'high' | undefined;
  /** false: neither take a cached result nor keep this one */
  cache?: boolean | undefined;
  /** For whom it runs; cached results and artifacts are theirs */
  user_id?: string | undefined;
  /** Whom the input is about: the run is erased with them */
  patient_id?: string | undefined;
  /** For the audit of citations */
  conversation_id?: string | undefined;
  message_id?: string | undefined;
  /** S1 to P3; decides before variant and quality */
  preset?: 'S1' | 'S2' | 'S3' | 'S4' | 'S5' | 'S6' | 'S7' | 'S8' | 'D1' | 'D2' | 'D3' | 'D4' | 'D5' | 'D6' | 'D7' | 'D8' | 'D9' | 'D10' | 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'T6' | 'T7' | 'T8' | 'T9' | 'T10' | 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'Q5' | 'P1' | 'P2' | 'P3' | undefined;
  /** A preset by the name that the function has for it */
  variant?: 'complex' | undefined;
  /** What is done with input above the budget */
  over_budget?: 'refuse' | 'compress' | 'split' | undefined;
  /** Sources that the text of the output may cite */
  citations?: CitationInput[] | undefined;
};

/** The demo patient, and what was made for it. */
export type Demo = {
  /** Begins with demo- */
  patient_id: string;
  sessions: ({
    session_id: string;
    turn_ids: string[];
  })[];
  /** Its research agent */
  agent_id: string;
  /** False: call again after Retry-After, and it goes on */
  complete: boolean;
};

export type DocumentPage = {
  documents: LibraryDocument[];
  next_cursor: string | null;
};

export type EnvelopeBatch = {
  requests: EnvelopeRequest[];
};

export type EnvelopeBatchResponse = {
  responses: (EnvelopeResponse | EnvelopeError)[];
};

export type EnvelopeError = {
  agent_name: string | null;
  conversation_id: string | null;
  error: {
    code: string;
    message: string;
    retryable: boolean;
  };
  status: "error";
};

/** A call of an action of an agent. */
export type EnvelopeRequest = {
  agent_name: string;
  agent_version?: string | undefined;
  conversation_id: string;
  input: {
    action: string;
    user_id: string;
    parameters?: Record<string, unknown> | undefined;
  };
  context?: {
    user_preferences?: Record<string, unknown> | undefined;
    conversation_history?: unknown[] | undefined;
  } | undefined;
};

export type EnvelopeResponse = {
  agent_name: string;
  conversation_id: string;
  output: Record<string, unknown>;
  status: "success";
  execution_time_ms?: number | undefined;
};

/** What was removed. */
export type Erasure = {
  patient_id: string;
  erased_at: string;
  counts: {
    turns: number;
    sessions: number;
    jobs: number;
    agents: number;
    keys: number;
    files: number;
    nodes: number;
    edges: number;
  };
  /** What could not be removed, and where it is */
  stays: string[];
  /** Whether the files of Redis were rewritten after the deletion; until then they hold what was deleted */
  redis_files: {
    append_only_file: 'rewritten' | 'off' | 'refused' | 'failed' | 'unfinished';
    snapshot: 'rewritten' | 'off' | 'refused' | 'failed' | 'unfinished';
  };
};

/** The words of the message, and where they stand in it. */
export type Evidence = {
  start: number;
  end: number;
  text: string;
};

/** When the evidence is enough. */
export type EvidenceThreshold = {
  /** Kinds of evidence that count */
  levels: ('guideline' | 'systematic review' | 'randomised trial' | 'trial' | 'cohort' | 'case' | 'opinion' | 'unknown')[];
  /** How many such sources are enough */
  sources: number;
  /** How old they may be; null: any age */
  max_age_months: number | null;
};

export type ExtractStructureRequest = {
  /** Raw text or code */
  content: string;
  extraction_type: 'keywords' | 'concepts' | 'entities' | 'outline';
  domain?: 'ai-ml' | 'systems' | 'web' | 'general' | undefined;
  /** Chooses the preset by the table of qualities */
  quality?: 'light' | 'standard' | 'high' | undefined;
  /** false: neither take a cached result nor keep this one */
  cache?: boolean | undefined;
  /** For whom it runs; cached results and artifacts are theirs */
  user_id?: string | undefined;
  /** Whom the input is about: the run is erased with them */
  patient_id?: string | undefined;
  /** For the audit of citations */
  conversation_id?: string | undefined;
  message_id?: string | undefined;
  /** S1 to P3; decides before variant and quality */
  preset?: 'S1' | 'S2' | 'S3' | 'S4' | 'S5' | 'S6' | 'S7' | 'S8' | 'D1' | 'D2' | 'D3' | 'D4' | 'D5' | 'D6' | 'D7' | 'D8' | 'D9' | 'D10' | 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'T6' | 'T7' | 'T8' | 'T9' | 'T10' | 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'Q5' | 'P1' | 'P2' | 'P3' | undefined;
  /** A preset by the name that the function has for it */
  variant?: 'code_heavy' | 'long_input' | undefined;
  /** What is done with input above the budget */
  over_budget?: 'refuse' | 'compress' | 'split' | undefined;
  /** Sources that the text of the output may cite */
  citations?: CitationInput[] | undefined;
};

/** One thing that a message says, with the words that say it. */
export type Fact = PatientFact | FamilyFact;

/** The reason, and at least one of value, unit, effective_time and status. */
export type FactChange = {
  /** Of a medication the dose; of family history the age at onset, in years; of the profile the date of birth or the sex */
  value?: number | string | undefined;
  /** Has to measure the same as the unit before */
  unit?: string | undefined;
  /** A day, a month, a year, or a time with its zone */
  effective_time?: string | undefined;
  /** One that facts of this kind can have */
  status?: string | undefined;
  reason: string;
};

/** A fact and what was on file before it was corrected or withdrawn. */
export type FactHistory = {
  /** Null if it was withdrawn */
  fact: RecordEntry | FamilyRecordEntry | null;
  /** What was on file before, oldest first */
  earlier: ({
    id: string;
    was: RecordEntry | FamilyRecordEntry;
    withdrawn_at: string;
    /** A credential as the access log names it, or the agent that read it in a message */
    withdrawn_by: string;
    reason?: string | undefined;
    /** The fact that has the right value */
    replaced_by?: string | undefined;
  })[];
};

/** A push notification that was given up. */
export type FailedDelivery = {
  /** Of the delivery: task and config */
  id: string;
  task_id: string;
  config_id: string;
  /** Of the webhook; the rest of its address may be a secret */
  host: string;
  error: string;
  failed_at: string;
};

export type FailedDeliveryList = {
  failed: FailedDelivery[];
};

export type FailedJob = {
  queue: string;
  id: string;
  name: string;
  agent?: string | undefined;
  task_id?: string | undefined;
  failed_at: string;
  attempts: number;
  reason: string;
};

export type FailedJobPage = {
  jobs: FailedJob[];
  next_cursor: string | null;
};

/** A condition of a relative. */
export type FamilyFact = {
  id: string;
  relation: string;
  name: string;
  age_at_onset?: number | undefined;
  code?: Coding | undefined;
  source_codes?: SourceCodes | undefined;
  confidence: number;
  evidence: Evidence;
  source_agent: string;
  kind: "family_history";
};

export type FamilyRecordEntry = {
  id: string;
  relation: string;
  name: string;
  age_at_onset?: number | undefined;
  code?: Coding | undefined;
  confidence: number;
  source_agent: string;
  turn_id: string;
  recorded_at: string;
  kind: "family_history";
};

/** A FHIR R4 Bundle. */
export type FhirBundle = {
  resourceType: "Bundle";
  [name: string]: unknown;
};

export type FhirImport = {
  created: number;
  updated: number;
  skipped: ({
    resource: string;
    reason: string;
  })[];
};

/** What is wrong with one field of the request. */
export type FieldError = {
  path: string;
  message: string;
};

/** A fact as it is on file, and in which turns it was told. */
export type FiledFact = {
  value?: number | string | undefined;
  unit?: string | undefined;
  effective_time?: string | undefined;
  status?: string | undefined;
  frequency?: Frequency | undefined;
  route?: string | undefined;
  form?: string | undefined;
  severity?: string | undefined;
  duration?: string | undefined;
  reaction?: string | undefined;
  body_site?: string | undefined;
  specialty?: string | undefined;
  url?: string | undefined;
  id: string;
  kind: 'condition' | 'symptom' | 'allergy' | 'observation' | 'medication' | 'encounter' | 'practitioner' | 'organization' | 'procedure' | 'document' | 'profile';
  name: string;
  canonical?: Quantity | undefined;
  code?: Coding | undefined;
  criticality?: string | undefined;
  confidence: number;
  source_agent: string;
  turn_id: string;
  recorded_at: string;
  ended_time?: string | undefined;
  history?: (Record<string, string | number | boolean>)[] | undefined;
  /** When it was last told */
  filed_at: string;
  /** In which turns it was told, the last ones first */
  sources: ({
    turn_id: string;
    /** fhir-import or record-api: no conversation, but an import or a correction by hand */
    session_id: string;
    filed_at: string;
  })[];
  /** In how many turns it was told */
  sources_count: number;
};

/** A condition of a relative. */
export type FiledFamilyCondition = {
  id: string;
  relation: string;
  name: string;
  age_at_onset?: number | undefined;
  code?: Coding | undefined;
  confidence: number;
  source_agent: string;
  turn_id: string;
  recorded_at: string;
  /** When it was last told */
  filed_at: string;
  /** In which turns it was told, the last ones first */
  sources: ({
    turn_id: string;
    /** fhir-import or record-api: no conversation, but an import or a correction by hand */
    session_id: string;
    filed_at: string;
  })[];
  /** In how many turns it was told */
  sources_count: number;
};

/** A visit, with whom and where. */
export type FiledVisit = {
  value?: number | string | undefined;
  unit?: string | undefined;
  effective_time?: string | undefined;
  status?: string | undefined;
  frequency?: Frequency | undefined;
  route?: string | undefined;
  form?: string | undefined;
  severity?: string | undefined;
  duration?: string | undefined;
  reaction?: string | undefined;
  body_site?: string | undefined;
  specialty?: string | undefined;
  url?: string | undefined;
  id: string;
  kind: 'condition' | 'symptom' | 'allergy' | 'observation' | 'medication' | 'encounter' | 'practitioner' | 'organization' | 'procedure' | 'document' | 'profile';
  name: string;
  canonical?: Quantity | undefined;
  code?: Coding | undefined;
  criticality?: string | undefined;
  confidence: number;
  source_agent: string;
  turn_id: string;
  recorded_at: string;
  practitioners: string[];
  organizations: string[];
  ended_time?: string | undefined;
  history?: (Record<string, string | number | boolean>)[] | undefined;
  /** When it was last told */
  filed_at: string;
  /** In which turns it was told, the last ones first */
  sources: ({
    turn_id: string;
    /** fhir-import or record-api: no conversation, but an import or a correction by hand */
    session_id: string;
    filed_at: string;
  })[];
  /** In how many turns it was told */
  sources_count: number;
};

export type Fleet = {
  version: string;
  at: string;
  queues: FleetQueue[];
  workers: ({
    id: string;
    host: string;
    pid: number;
    /** None while it drains */
    roles: string[];
    /** draining: it takes no more jobs and ends those that it has; drained: it has none, and can be stopped */
    state: 'serving' | 'draining' | 'drained';
    version: string;
    /** The most jobs of one role at a time */
    concurrency: number;
    started_at: string;
    seen_at: string;
  })[];
  tasks: {
    /** Turns and other tasks that have not ended */
    open: number;
    /** Ended, and something is still to be done, such as filing facts */
    unfinished: number;
  };
  /** Since the start of the day, UTC */
  models: ({
    name: string;
    provider: string;
    /** open: its last five calls have failed; half_open: none was made for 30 seconds since */
    state: 'closed' | 'open' | 'half_open';
    calls: number;
    input_tokens: number;
    output_tokens: number;
    /** null: the price is not known */
    cost_usd: number | null;
  })[];
  /** What a probe has found out about each model, in one sentence; not given: nothing was probed */
  model_report?: string[] | undefined;
  /** Agents of other systems */
  remotes: ({
    name: string;
    state: 'closed' | 'open' | 'half_open';
  })[];
  redis: {
    used_memory_bytes: number;
    /** null: no limit */
    max_memory_bytes: number | null;
    connected_clients: number;
    version: string;
  };
  record: {
    kind: 'embedded' | 'neo4j';
    ok: boolean;
  };
  model_provider: string;
};

export type FleetHistory = {
  step_seconds: number;
  queues: Record<string, ({
      at: string;
      /** The most in this step; so is active */
      waiting: number;
      active: number;
      /** In this step; so is completed */
      failed: number;
      completed: number;
      wait_p50_ms: number | null;
    })[]>;
};

export type FleetQueue = {
  name: string;
  /** What it is for */
  about: string;
  waiting: number;
  active: number;
  delayed: number;
  /** Given up, and still kept: see /v1/fleet/failed */
  failed: number;
  /** Jobs that wait for other jobs */
  waiting_children: number;
  /** By hand, or because a model provider asks to wait */
  paused: boolean;
  /** Since when, and by whose credential; `by` is null for a pause that was not made here */
  paused_by_hand: {
    since: string;
    by: string | null;
  } | null;
  /** Live worker processes that take its jobs */
  workers: number;
  /** Of the last five minutes */
  completed_per_minute: number;
  failed_per_minute: number;
  /** How long half of the jobs of the last five minutes waited; null: none was started */
  wait_p50_ms: number | null;
  wait_p95_ms: number | null;
  /** Until nothing waits, at this rate; null: nothing is completed */
  drain_seconds: number | null;
};

/** How often. */
export type Frequency = {
  text: string;
  times_per_day?: number | undefined;
  as_needed?: boolean | undefined;
};

export type FunctionList = {
  functions: AgentFunction[];
};

export type GenerateCodeRequest = {
  /** What to build */
  specification: string;
  /** From the hand-off cache */
  context_artifacts?: unknown[] | undefined;
  language?: string | undefined;
  patterns_to_follow?: string[] | undefined;
  /** Must-haves */
  constraints?: string[] | undefined;
  /** Chooses the preset by the table of qualities */
  quality?: 'light' | 'standard' | 'high' | undefined;
  /** false: neither take a cached result nor keep this one */
  cache?: boolean | undefined;
  /** For whom it runs; cached results and artifacts are theirs */
  user_id?: string | undefined;
  /** Whom the input is about: the run is erased with them */
  patient_id?: string | undefined;
  /** For the audit of citations */
  conversation_id?: string | undefined;
  message_id?: string | undefined;
  /** S1 to P3; decides before variant and quality */
  preset?: 'S1' | 'S2' | 'S3' | 'S4' | 'S5' | 'S6' | 'S7' | 'S8' | 'D1' | 'D2' | 'D3' | 'D4' | 'D5' | 'D6' | 'D7' | 'D8' | 'D9' | 'D10' | 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'T6' | 'T7' | 'T8' | 'T9' | 'T10' | 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'Q5' | 'P1' | 'P2' | 'P3' | undefined;
  /** A preset by the name that the function has for it */
  variant?: 'simple' | 'quality' | 'long_file' | undefined;
  /** What is done with input above the budget */
  over_budget?: 'refuse' | 'compress' | 'split' | undefined;
  /** Sources that the text of the output may cite */
  citations?: CitationInput[] | undefined;
};

export type Health = {
  status: "ok";
};

export type InboundMail = {
  message_id: string;
  in_reply_to?: string | undefined;
  references?: string[] | undefined;
  from: string;
  subject?: string | undefined;
  text: string;
};

/** What became of a report of an agent. */
export type InboxItem = {
  report_id: string;
  agent_id: string;
  agent_name: string;
  session_id: string;
  at: string;
  state: 'arriving' | 'said' | 'kept_back';
  /** What the user was told */
  message: string | null;
  /** Why it was kept back */
  reason: string | null;
};

export type InboxList = {
  items: InboxItem[];
};

export type IntervalSchedule = {
  kind: "every";
  ms: number;
  /** How often it fires, at most */
  times?: number | undefined;
  /** The last time at which it may fire */
  until?: string | undefined;
};

export type Job = {
  queue: string;
  id: string;
  name: string;
  agent?: string | undefined;
  task_id?: string | undefined;
  run_id?: string | undefined;
  /** As BullMQ says it: waiting, active, delayed, waiting-children, completed, failed */
  state: string;
  attempts: number;
  attempts_allowed: number;
  /** Why it failed, or last failed */
  reason: string | null;
  /** Which worker had it last */
  worker: string | null;
  added_at: string;
  started_at: string | null;
  ended_at: string | null;
};

export type JobDetails = {
  queue: string;
  id: string;
  name: string;
  agent?: string | undefined;
  task_id?: string | undefined;
  run_id?: string | undefined;
  /** As BullMQ says it: waiting, active, delayed, waiting-children, completed, failed */
  state: string;
  attempts: number;
  attempts_allowed: number;
  /** Why it failed, or last failed */
  reason: string | null;
  /** Which worker had it last */
  worker: string | null;
  added_at: string;
  started_at: string | null;
  ended_at: string | null;
  log: string[];
};

export type Key = {
  id: string;
  name: string;
  scopes: string[];
  patients: string[] | null;
  actions: string[] | null;
  subject: string | null;
  requests_per_minute: number | null;
  expires_at: string | null;
  status: 'active' | 'expired';
  /** How many are valid: two while a rotation overlaps */
  secrets: number;
  created_at: string;
  /** The credential that made it */
  created_by: string;
  /** To the minute */
  last_used_at: string | null;
};

export type KeyList = {
  keys: Key[];
};

export type KeyRotation = {
  /** For how long the earlier secret stays valid; 0 if it has leaked */
  overlap_seconds: number;
};

export type KeyWithSecret = {
  id: string;
  name: string;
  scopes: string[];
  patients: string[] | null;
  actions: string[] | null;
  subject: string | null;
  requests_per_minute: number | null;
  expires_at: string | null;
  status: 'active' | 'expired';
  /** How many are valid: two while a rotation overlaps */
  secrets: number;
  created_at: string;
  /** The credential that made it */
  created_by: string;
  /** To the minute */
  last_used_at: string | null;
  /** Shown this once; only its digest is kept */
  secret: string;
};

export type LibraryDocument = {
  document_id: string;
  scope: string;
  title: string;
  type: 'text' | 'markdown' | 'code' | 'pdf';
  source: {
    source_type: 'book' | 'code' | 'schema' | 'internal_doc' | 'journal_article' | 'trial' | 'web_page';
    title?: string | undefined;
    /** LastName, FirstName */
    author?: string | undefined;
    /** Of the publisher */
    city?: string | undefined;
    publisher?: string | undefined;
    year?: number | undefined;
    /** Such as 322-327 */
    pages?: string | undefined;
    repo?: string | undefined;
    file_path?: string | undefined;
    /** Such as 12-45 */
    line_range?: string | undefined;
    commit_hash?: string | undefined;
    /** Of a schema */
    version?: string | undefined;
    /** That an internal document belongs to */
    service?: string | undefined;
    date?: string | undefined;
    section?: string | undefined;
    journal?: string | undefined;
    volume?: string | undefined;
    issue?: string | undefined;
    doi?: string | undefined;
    pmid?: string | undefined;
    nct?: string | undefined;
    url?: string | undefined;
  };
  user_id: string | null;
  patient_id: string | null;
  /** How many passages were indexed */
  chunks: number;
  /** The model that it can be searched by meaning with; null: by words only */
  embedder: string | null;
  added_at: string;
};

export type MailReceipt = {
  status: 'delivered' | 'unknown';
};

/** Whom the credentials stand for. */
export type Me = {
  /** Of the key; else the user that the token is bound to, or the tenant */
  name: string;
  tenant: string;
  /** The user that the credentials act as; null: any */
  user_id: string | null;
  scopes: string[];
  /** The people they may act for; null: all of the tenant */
  patients: string[] | null;
  /** open: this fleet asks for no credentials */
  access: 'open' | 'credentials';
};

/** One kind of measurement with its newest values. */
export type Measurement = {
  name: string;
  unit: string | null;
  reference_range: {
    low?: number | undefined;
    high?: number | undefined;
    unit: string;
    source: string;
  } | null;
  /** The newest, oldest first */
  points: ({
    /** Of the fact */
    id: string;
    /** When it was measured, as precisely as it was told, or when it was told */
    time: string;
    value: number | string;
    interpretation: 'low' | 'normal' | 'high' | 'critical-low' | 'critical-high' | null;
  })[];
  trend: 'rising' | 'falling' | 'stable' | 'too_few';
  change: {
    value: number;
    days: number;
  } | null;
  category: 'vital-signs' | 'laboratory' | 'other';
  /** How many values there are, those in other units too */
  total: number;
};

export type MeasurementList = {
  measurements: Measurement[];
};

export type NewDocument = {
  /** The collection or repository that it belongs to */
  scope: string;
  title: string;
  type: 'text' | 'markdown' | 'code' | 'pdf';
  /** Of a text, markdown or code. A form feed begins a page */
  text?: string | undefined;
  /** Of a pdf, in base64 */
  data?: string | undefined;
  /** What a citation of it says; source_type follows from the type if not given */
  source?: {
    source_type?: 'book' | 'code' | 'schema' | 'internal_doc' | 'journal_article' | 'trial' | 'web_page' | undefined;
    /** LastName, FirstName */
    author?: string | undefined;
    /** Of the publisher */
    city?: string | undefined;
    publisher?: string | undefined;
    year?: number | undefined;
    /** Such as 322-327 */
    pages?: string | undefined;
    repo?: string | undefined;
    file_path?: string | undefined;
    /** Such as 12-45 */
    line_range?: string | undefined;
    commit_hash?: string | undefined;
    /** Of a schema */
    version?: string | undefined;
    /** That an internal document belongs to */
    service?: string | undefined;
    date?: string | undefined;
    section?: string | undefined;
    journal?: string | undefined;
    volume?: string | undefined;
    issue?: string | undefined;
    doi?: string | undefined;
    pmid?: string | undefined;
    nct?: string | undefined;
    url?: string | undefined;
  } | undefined;
  /** Whose it is; the whole tenant’s if not given */
  user_id?: string | undefined;
  /** Whom it is about; it is erased with them */
  patient_id?: string | undefined;
};

/** A FHIR R4 Bundle of a type that can be imported. */
export type NewFhirBundle = {
  resourceType: "Bundle";
  type: 'collection' | 'transaction' | 'batch' | 'searchset' | 'document';
  entry?: (Record<string, unknown>)[] | undefined;
  [name: string]: unknown;
};

export type NewKey = {
  /** What the key is for */
  name: string;
  /** What it may do */
  scopes: ('turns:read' | 'turns:write' | 'record:read' | 'record:write' | 'record:erase' | 'research:read' | 'research:write' | 'calendar:read' | 'calendar:write' | 'library:read' | 'library:write' | 'approvals:read' | 'approvals:write' | 'functions:read' | 'functions:run' | 'audit:read' | 'a2a' | 'keys:read' | 'keys:write' | 'access:read' | 'queues:read' | 'admin')[];
  /** The people it may act for; null: all of the tenant */
  patients?: string[] | null | undefined;
  /** What it may call over A2A, as agent or agent/action; null: everything */
  actions?: string[] | null | undefined;
  /** The user that it acts as */
  subject?: string | null | undefined;
  requests_per_minute?: number | null | undefined;
  expires_at?: string | null | undefined;
};

/** A question in plain words, or guarded Cypher: one of the two. */
export type NewQuery = {
  /** In plain words; the CypherAgent writes the query */
  question?: string | undefined;
  /** Its time zone decides what "today" is */
  user_location?: UserLocation | undefined;
  /** Read-only Cypher that starts from (p:Patient {uuid: $patient_uuid}) */
  cypher?: string | undefined;
  /** Parameters of the Cypher; not beside a question */
  params?: Record<string, string | number | boolean | null | (string | number | boolean | null)[]> | undefined;
};

export type NewResearchAgent = {
  /** Whose agents */
  user_id: string;
  /** The patient it works for; it is erased with them */
  patient_id?: string | undefined;
  /** The conversation that it reports to */
  session_id: string;
  name: string;
  description: string;
  /** Its first task */
  message: string;
  /** When it has found enough */
  evidence_threshold?: EvidenceThreshold | undefined;
  /** What a source must be to count */
  requirements?: Requirements | undefined;
};

export type NewTrigger = {
  agent_id: string;
  /** "weekly", "every Monday at 8", "every two weeks on Tuesday", "last Friday of the month", "weekly, 10 times", "+1 week", "May 2027", a cron pattern */
  schedule: string;
  instruction: string;
  /** The time zone of "at 8" in a schedule */
  timezone?: string | undefined;
};

/** A message to a team. */
export type NewTurn = {
  /** The message of the user */
  text: string;
  /** Whom it is about, for teams whose subject is a patient; that of the session, or the user of the token, if not given */
  patient_id?: string | undefined;
  /** Who sends the message; the patient if not given */
  user_id?: string | undefined;
  /** A conversation; created if not given. One that begins with agent- belongs to a research agent */
  session_id?: string | undefined;
  /** The team that answers; that of the session, or health, if not given */
  team?: string | undefined;
  user_location?: UserLocation | undefined;
  /** The node of the record that the conversation is about */
  topic?: Topic | undefined;
};

export type NotReady = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: 'malformed' | 'unauthenticated' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'conflict' | 'idempotency_conflict' | 'session_busy' | 'too_large' | 'unsupported_media_type' | 'invalid' | 'query_refused' | 'rate_limited' | 'overloaded' | 'too_many_streams' | 'headers_too_large' | 'internal' | 'too_many_connections' | 'busy' | 'redis_unavailable' | 'identity_unavailable' | 'record_unavailable' | 'workers_missing' | 'workspace_unavailable' | 'access_forbidden' | 'workspace_full' | 'artifacts_full' | 'workspace_damaged' | 'cancelled' | 'timeout' | 'limit_reached' | 'over_budget' | 'query_too_slow' | 'transfer_refused' | 'not_yet' | 'not_done' | 'child_failed' | 'lock_lost' | 'shutting_down' | 'poison_job' | 'bad_payload' | 'bad_output' | 'model_required' | 'model_rate_limited' | 'model_quota' | 'model_unavailable' | 'model_refused' | 'model_loading' | 'model_missing' | 'tools_unsupported' | 'context_exceeded' | 'model_blocked' | 'remote_unavailable' | 'remote_refused' | 'remote_failed' | 'sandbox_unavailable' | 'search_unavailable' | 'push_unavailable' | 'mail_unavailable' | 'mail_refused' | 'config';
  retryable: boolean;
  request_id?: string | undefined;
  errors?: FieldError[] | undefined;
  /** ok, or what is wrong, by part */
  checks: Record<string, string>;
};

export type OneTimeSchedule = {
  kind: "once";
  at: string;
};

/** A fact of the patient. */
export type PatientFact = {
  value?: number | string | undefined;
  unit?: string | undefined;
  effective_time?: string | undefined;
  status?: string | undefined;
  frequency?: Frequency | undefined;
  route?: string | undefined;
  form?: string | undefined;
  severity?: string | undefined;
  duration?: string | undefined;
  reaction?: string | undefined;
  body_site?: string | undefined;
  specialty?: string | undefined;
  url?: string | undefined;
  /** previous: the message corrects a value of this kind that was given before */
  supersedes?: 'previous' | undefined;
  id: string;
  kind: 'condition' | 'symptom' | 'allergy' | 'observation' | 'medication' | 'encounter' | 'practitioner' | 'organization' | 'procedure' | 'document' | 'profile';
  name: string;
  canonical?: Quantity | undefined;
  code?: Coding | undefined;
  source_codes?: SourceCodes | undefined;
  judged?: {
    interpretation?: string | undefined;
    low?: number | undefined;
    high?: number | undefined;
    unit?: string | undefined;
    text?: string | undefined;
  } | undefined;
  criticality?: string | undefined;
  episode?: {
    id: string;
    apart?: boolean | undefined;
  } | undefined;
  ended?: string | undefined;
  confidence: number;
  evidence: Evidence;
  source_agent: string;
};

/** A person who has a record. */
export type PatientItem = {
  patient_id: string;
  /** Made up, to try things out */
  demo: boolean;
  /** A day, a month or only a year, as precisely as it was told */
  birth_date?: string | undefined;
  sex?: string | undefined;
  /** When something was last filed */
  updated_at: string;
  /** How many are on file */
  facts: number;
};

export type PatientPage = {
  patients: PatientItem[];
  next_cursor: string | null;
};

/** What is on file about a patient. */
export type PatientRecord = {
  patient: {
    id: string;
    /** A day, a month or only a year, as precisely as it was told */
    birth_date?: string | undefined;
    /** In years; off by one where only the year of birth is known */
    age?: number | undefined;
    sex?: 'female' | 'male' | 'other' | 'unknown' | undefined;
  };
  /** What was told about the person: Birth date, Sex */
  profile: FiledFact[];
  conditions: FiledFact[];
  symptoms: FiledFact[];
  medications: FiledFact[];
  allergies: FiledFact[];
  observations: FiledFact[];
  encounters: FiledVisit[];
  procedures: FiledFact[];
  documents: FiledFact[];
  practitioners: FiledFact[];
  organizations: FiledFact[];
  family_history: FiledFamilyCondition[];
  /** Of all entries; each list has the newest 5000 of them */
  counts: Record<string, number>;
};

/** The inputs and stages of a pipeline. */
export type Pipeline = {
  id: string;
  description: string;
  endpoint: string;
  inputs: Record<string, Record<string, unknown>>;
  stages: ({
    id: string;
    function: string;
    preset?: string | undefined;
    needs: string[];
  })[];
  /** Stages that run side by side stand together */
  levels: (string[])[];
  /** The stages as a diagram */
  mermaid: string;
};

export type PipelineList = {
  pipelines: Pipeline[];
};

/** What is wrong, as RFC 9457 has it. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: 'malformed' | 'unauthenticated' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'conflict' | 'idempotency_conflict' | 'session_busy' | 'too_large' | 'unsupported_media_type' | 'invalid' | 'query_refused' | 'rate_limited' | 'overloaded' | 'too_many_streams' | 'headers_too_large' | 'internal' | 'too_many_connections' | 'busy' | 'redis_unavailable' | 'identity_unavailable' | 'record_unavailable' | 'workers_missing' | 'workspace_unavailable' | 'access_forbidden' | 'workspace_full' | 'artifacts_full' | 'workspace_damaged' | 'cancelled' | 'timeout' | 'limit_reached' | 'over_budget' | 'query_too_slow' | 'transfer_refused' | 'not_yet' | 'not_done' | 'child_failed' | 'lock_lost' | 'shutting_down' | 'poison_job' | 'bad_payload' | 'bad_output' | 'model_required' | 'model_rate_limited' | 'model_quota' | 'model_unavailable' | 'model_refused' | 'model_loading' | 'model_missing' | 'tools_unsupported' | 'context_exceeded' | 'model_blocked' | 'remote_unavailable' | 'remote_refused' | 'remote_failed' | 'sandbox_unavailable' | 'search_unavailable' | 'push_unavailable' | 'mail_unavailable' | 'mail_refused' | 'config';
  retryable: boolean;
  request_id?: string | undefined;
  errors?: FieldError[] | undefined;
};

export type Quantity = {
  value: number;
  unit: string;
};

export type QueryAnswer = {
  /** In words, for a question */
  answer?: string | undefined;
  /** The query that ran, as the guard printed it; null if none ran */
  cypher: string | null;
  /** The values of its parameters, without the patient */
  parameters: Record<string, unknown>;
  columns: string[];
  rows: (unknown[])[];
  truncated: boolean;
};

export type QueuePause = {
  queue: string;
  paused: boolean;
  since?: string | undefined;
  by?: string | null | undefined;
};

export type Ready = {
  status: "ready";
  /** ok, or what is wrong, by part */
  checks: Record<string, string>;
  /** How Redis may lose data, and the fix of each; queues paused by hand; storage that cannot be reached */
  warnings?: string[] | undefined;
  /** What a probe has found out about each model, in one sentence; not given: nothing was probed */
  models?: string[] | undefined;
};

/** A fact as it is on file. */
export type RecordEntry = {
  value?: number | string | undefined;
  unit?: string | undefined;
  effective_time?: string | undefined;
  status?: string | undefined;
  frequency?: Frequency | undefined;
  route?: string | undefined;
  form?: string | undefined;
  severity?: string | undefined;
  duration?: string | undefined;
  reaction?: string | undefined;
  body_site?: string | undefined;
  specialty?: string | undefined;
  url?: string | undefined;
  id: string;
  kind: 'condition' | 'symptom' | 'allergy' | 'observation' | 'medication' | 'encounter' | 'practitioner' | 'organization' | 'procedure' | 'document' | 'profile';
  name: string;
  canonical?: Quantity | undefined;
  code?: Coding | undefined;
  criticality?: string | undefined;
  confidence: number;
  source_agent: string;
  turn_id: string;
  recorded_at: string;
};

export type RemovedDocuments = {
  documents: number;
  chunks: number;
};

/** What a source must be to count; all that is given must hold. */
export type Requirements = {
  /** Phases of a trial, one of which it must have */
  phases?: ('1' | '2' | '3' | '4')[] | undefined;
  /** Kinds of evidence, one of which it must be */
  designs?: ('guideline' | 'systematic review' | 'randomised trial' | 'trial' | 'cohort' | 'case' | 'opinion' | 'unknown')[] | undefined;
  /** Whom it must be about, where it says so */
  populations?: ('infants' | 'children' | 'adults' | 'older adults' | 'women' | 'men' | 'pregnancy')[] | undefined;
  /** Dated from then on */
  since?: string | undefined;
  /** Dated up to then */
  until?: string | undefined;
  /** ISO 639-1 codes, where it says its language */
  languages?: string[] | undefined;
  /** What neither title nor abstract may name */
  excluding?: string[] | undefined;
};

/** An agent that follows research for a user. */
export type ResearchAgent = {
  id: string;
  /** Whose agent it is */
  user_id: string;
  /** The patient it works for; it is erased with them */
  patient_id: string | null;
  /** The conversation that it reports to: where it was last spoken to */
  session_id: string;
  name: string;
  description: string;
  /** paused: by a person, or because its budget is spent; it waits to be told to go on. retired: for good */
  status: 'active' | 'paused' | 'retired';
  /** When it has found enough */
  evidence_threshold: EvidenceThreshold;
  /** What a source must be to count */
  requirements: Requirements;
  budget: {
    steps: number;
    tokens: number;
    seconds: number;
    cost_usd: number;
  };
  spent: {
    steps: number;
    tokens: number;
    seconds: number;
    cost_usd: number;
  };
  created_at: string;
  last_active: string;
};

export type ResearchAgentChange = {
  /** active resumes a paused agent; retired cannot be undone */
  status?: 'active' | 'paused' | 'retired' | undefined;
  evidence_threshold?: EvidenceThreshold | undefined;
  requirements?: Requirements | undefined;
  /** What it may use in all, with what it has used so far */
  budget?: {
    steps?: number | undefined;
    tokens?: number | undefined;
    seconds?: number | undefined;
    cost_usd?: number | undefined;
  } | undefined;
};

export type ResearchAgentList = {
  agents: ResearchAgent[];
};

export type RetriedDelivery = {
  id: string;
};

export type RetriedJob = {
  queue: string;
  id: string;
  status: "waiting";
  /** Why it will change nothing, where that is known */
  note?: string | undefined;
};

export type RetriedJobs = {
  queue: string;
  /** How many this call has put back */
  retried: number;
  /** How many are still to be tried again; call again with this `before` until there are none */
  left: number;
  before: string;
};

export type RevokedFeed = {
  revoked: true;
};

/** One run of a function or a pipeline. */
export type Run = {
  usage: Usage;
  citations: Citation[];
  error: TaskError | null;
  run_id: string;
  /** Of the function or pipeline */
  name: string;
  user_id: string;
  status: 'queued' | 'running' | 'waiting_approval' | 'completed' | 'degraded' | 'failed' | 'cancelled';
  /** As the function or the pipeline declares it */
  output: Record<string, unknown> | null;
  /** The text of the output with its footnotes, where sources were given */
  cited: {
    /** With inline [^N] markers */
    content: string;
    /** Those that the content has a marker of, in the order of their markers */
    citations: Citation[];
    /** Chicago style, one for each citation */
    footnotes: string[];
    markers_without_source: string[];
    /** Ids of citations that were offered and not used */
    sources_without_marker: string[];
  } | null;
  /** Of a function: audit_hash, cached, preset, mode, models, input_tokens, budget, over_budget */
  details: Record<string, unknown> | null;
  /** Of a pipeline, in the order of their runs */
  stages: ({
    stage: string;
    function: string;
    /** 1; one more each time that the work was sent back */
    round: number;
    item?: string | undefined;
    status: 'success' | 'empty' | 'error';
    ms: number;
    attempts: number;
    cached: boolean;
    preset?: string | undefined;
    mode?: string | undefined;
    error?: {
      code: string;
      detail: string;
    } | undefined;
  })[];
  created_at: string;
  timings: {
    queued_ms: number | null;
    total_ms: number | null;
  };
};

export type RunReceipt = {
  run_id: string;
  status: 'queued' | 'running' | 'waiting_approval' | 'completed' | 'degraded' | 'failed' | 'cancelled';
  events_url: string;
  result_url: string;
};

/** When: by a cron pattern in a zone, every so often, or once. */
export type Schedule = CronSchedule | IntervalSchedule | OneTimeSchedule;

/** What a schedule in words means. */
export type SchedulePreview = {
  when: Schedule;
  /** The next times, three at most */
  next: string[];
};

/** One measurement over time. */
export type Series = {
  name: string;
  unit: string | null;
  reference_range: {
    low?: number | undefined;
    high?: number | undefined;
    unit: string;
    source: string;
  } | null;
  points: ({
    /** Of the fact */
    id: string;
    /** When it was measured, as precisely as it was told, or when it was told */
    time: string;
    value: number | string;
    interpretation: 'low' | 'normal' | 'high' | 'critical-low' | 'critical-high' | null;
  })[];
  trend: 'rising' | 'falling' | 'stable' | 'too_few';
  change: {
    value: number;
    days: number;
  } | null;
  /** Values whose unit is missing or does not belong to this kind */
  left_out: number;
};

/** A conversation. */
export type Session = {
  session_id: string;
  patient_id?: string | undefined;
  user_id: string;
  team: string;
  created_at: string;
  /** The last 200 */
  messages: ({
    role: 'user' | 'assistant';
    text: string;
    agent?: string | undefined;
    turn_id: string;
    at: string;
  })[];
  /** The number of turns and the latest topics */
  summary: string;
  state: Record<string, unknown>;
};

export type SessionItem = {
  session_id: string;
  patient_id?: string | undefined;
  user_id: string;
  team: string;
  created_at: string;
  /** The first message, cut at 80 characters */
  title: string;
  /** When a message was last sent or answered */
  updated_at: string;
  /** That are kept */
  turns: number;
  /** Of its last turn */
  status: 'queued' | 'running' | 'waiting_approval' | 'completed' | 'degraded' | 'failed' | 'cancelled';
};

export type SessionPage = {
  sessions: SessionItem[];
  next_cursor: string | null;
};

/** A key, a token of API_TOKENS or a JWT. */
export type SignIn = {
  key: string;
};

/** The codes of another system, as it wrote them. */
export type SourceCodes = {
  coding?: ({
    system?: string | undefined;
    version?: string | undefined;
    code?: string | undefined;
    display?: string | undefined;
    userSelected?: boolean | undefined;
  })[] | undefined;
  answer?: {
    text: string;
    coding: ({
      system?: string | undefined;
      version?: string | undefined;
      code?: string | undefined;
      display?: string | undefined;
      userSelected?: boolean | undefined;
    })[];
  } | undefined;
  unit?: {
    unit: string;
    code: string;
  } | undefined;
};

export type SummarizeContentRequest = {
  content: string;
  /** Compression target */
  target_tokens: number;
  /** Concepts that must be included */
  preserve?: string[] | undefined;
  style?: 'technical' | 'executive' | 'bullets' | undefined;
  /** Chooses the preset by the table of qualities */
  quality?: 'light' | 'standard' | 'high' | undefined;
  /** false: neither take a cached result nor keep this one */
  cache?: boolean | undefined;
  /** For whom it runs; cached results and artifacts are theirs */
  user_id?: string | undefined;
  /** Whom the input is about: the run is erased with them */
  patient_id?: string | undefined;
  /** For the audit of citations */
  conversation_id?: string | undefined;
  message_id?: string | undefined;
  /** S1 to P3; decides before variant and quality */
  preset?: 'S1' | 'S2' | 'S3' | 'S4' | 'S5' | 'S6' | 'S7' | 'S8' | 'D1' | 'D2' | 'D3' | 'D4' | 'D5' | 'D6' | 'D7' | 'D8' | 'D9' | 'D10' | 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'T6' | 'T7' | 'T8' | 'T9' | 'T10' | 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'Q5' | 'P1' | 'P2' | 'P3' | undefined;
  /** A preset by the name that the function has for it */
  variant?: 'short_input' | 'long_input' | 'technical' | undefined;
  /** What is done with input above the budget */
  over_budget?: 'refuse' | 'compress' | 'split' | undefined;
  /** Sources that the text of the output may cite */
  citations?: CitationInput[] | undefined;
};

export type SynthesizeOutputsRequest = {
  artifacts: ({
    /** Name in `provenance` and `conflicts`; its position if not given */
    id?: string | undefined;
    /** Its text; `code`, `summary` or the whole as JSON if not given */
    content?: string | undefined;
    [name: string]: unknown;
  })[];
  synthesis_strategy?: 'merge' | 'reconcile' | 'vote' | undefined;
  conflict_policy?: 'first_wins' | 'consensus' | 'flag' | undefined;
  /** Chooses the preset by the table of qualities */
  quality?: 'light' | 'standard' | 'high' | undefined;
  /** false: neither take a cached result nor keep this one */
  cache?: boolean | undefined;
  /** For whom it runs; cached results and artifacts are theirs */
  user_id?: string | undefined;
  /** Whom the input is about: the run is erased with them */
  patient_id?: string | undefined;
  /** For the audit of citations */
  conversation_id?: string | undefined;
  message_id?: string | undefined;
  /** S1 to P3; decides before variant and quality */
  preset?: 'S1' | 'S2' | 'S3' | 'S4' | 'S5' | 'S6' | 'S7' | 'S8' | 'D1' | 'D2' | 'D3' | 'D4' | 'D5' | 'D6' | 'D7' | 'D8' | 'D9' | 'D10' | 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'T6' | 'T7' | 'T8' | 'T9' | 'T10' | 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'Q5' | 'P1' | 'P2' | 'P3' | undefined;
  /** A preset by the name that the function has for it */
  variant?: 'code' | 'debate_reconciliation' | undefined;
  /** What is done with input above the budget */
  over_budget?: 'refuse' | 'compress' | 'split' | undefined;
  /** Sources that the text of the output may cite */
  citations?: CitationInput[] | undefined;
};

export type TaskError = {
  code: string;
  detail: string;
  agent?: string | undefined;
  /** Of bad input: which fields; of an agent of another system: its name and what it says */
  errors?: ({
    path: string;
    message: string;
  })[] | undefined;
};

/** A root agent and its tree. */
export type Team = {
  name: string;
  description: string;
  root: string;
  /** Whom a turn is about, such as a patient; null: only who asks */
  subject: string | null;
  /** Who gets the next message of a conversation */
  next_message: 'root' | 'last_agent';
  agents: ({
    name: string;
    type: string;
    description: string;
    parent: string | null;
    /** Whom it may hand over to */
    transfers: string[];
    /** Works without a model */
    offline: boolean;
  })[];
};

export type TeamList = {
  teams: Team[];
};

export type Topic = {
  node_uuid: string;
  node_type: 'ConditionCaseNode' | 'ConditionTypeNode' | 'SymptomTypeNode' | 'SymptomEpisodeNode' | 'AllergyRecordNode' | 'ObservationTypeNode' | 'DocumentReferenceNode' | 'EncounterNode' | 'IntakeRegimenNode';
};

/** Future work of a research agent. */
export type Trigger = {
  id: string;
  user_id: string;
  agent_id: string;
  /** As it was asked for: "weekly", "every Monday at 8", "0 8 * * 1", "May 2026" */
  schedule: string;
  when: Schedule | null;
  /** Of "at 8" in its schedule */
  timezone?: string | undefined;
  instruction: string;
  /** unreadable: what is stored cannot be understood; it does not fire, and can be deleted */
  status: 'pending' | 'completed' | 'cancelled' | 'unreadable';
  paused: boolean;
  /** Its time has come while its agent was paused; it fires when the agent resumes */
  held: boolean;
  /** When it fires next */
  fire_at: string | null;
  /** How often it has fired */
  fired: number;
  last_fired_at: string | null;
  /** How many times its last firing stands for: more than one where it could not fire when it was due; 100 at most */
  stands_for: number;
  /** How often it had fired when its schedule was set: "10 times" counts from then */
  counted_from: number;
  created_at: string;
};

export type TriggerChange = {
  schedule?: string | undefined;
  /** The time zone of "at 8" in the schedule; the trigger’s own unless given */
  timezone?: string | undefined;
  instruction?: string | undefined;
  paused?: boolean | undefined;
};

export type TriggerList = {
  triggers: Trigger[];
};

/** One message and all that it has set off. */
export type Turn = {
  agents: Record<string, AgentOutcome>;
  usage: Usage;
  citations: Citation[];
  /** Whose work the reply rests on */
  source_agents: string[];
  error: TaskError | null;
  /** What is not as it should be, although there is an answer */
  warnings: TaskError[];
  turn_id: string;
  session_id: string;
  /** Of teams that have a patient as their subject */
  patient_id?: string | undefined;
  user_id: string;
  team: string;
  status: 'queued' | 'running' | 'waiting_approval' | 'completed' | 'degraded' | 'failed' | 'cancelled';
  /** What the user wrote; empty for a turn that no user has sent */
  text: string;
  reply: string | null;
  /** What the first agent decided; each team has its own values */
  route: string | null;
  /** Who gave the reply */
  agent: string | null;
  facts: Fact[];
  /** What the message corrected in the record: before and after, or why nothing was changed */
  corrections: ({
    id: string;
    outcome: string;
    [name: string]: unknown;
  })[];
  /** What to know or do before any answer: told within a second, and kept if the turn is cancelled or fails */
  alarm: string | null;
  /** Words that a model has read otherwise than the rules: `kept` is what the rules read, and what holds */
  disagreements?: ({
    agent: string;
    read: string;
    kept: string;
  })[] | undefined;
  red_flags: ({
    family: string;
    advice: string;
  })[];
  /** Medicines of the message that do not go with the record */
  medicine_warnings: ({
    medicine: string;
    against: string;
    text: string;
  })[];
  created_at: string;
  timings: {
    queued_ms: number | null;
    first_delta_ms: number | null;
    reply_ms: number | null;
    total_ms: number | null;
  };
};

export type TurnJobs = {
  turn_id: string;
  /** Of the turn; null: it is not kept any more */
  status: string | null;
  /** In all queues, in the order in which they were added */
  jobs: Job[];
};

export type TurnPage = {
  turns: Turn[];
  next_cursor: string | null;
};

export type TurnReceipt = {
  turn_id: string;
  session_id: string;
  status: 'queued' | 'running' | 'waiting_approval' | 'completed' | 'degraded' | 'failed' | 'cancelled';
  /** Where to follow it */
  events_url: string;
  /** Where to read it */
  result_url: string;
};

/** Where the time of a turn went. */
export type TurnTrace = {
  turn_id: string;
  status: 'queued' | 'running' | 'waiting_approval' | 'completed' | 'degraded' | 'failed' | 'cancelled';
  created_at: string;
  /** Until now, while the turn runs */
  total_ms: number;
  /** True without the scope admin: inputs and outputs are left out */
  redacted: boolean;
  /** In order of their start */
  spans: ({
    id: string;
    /** The span that it is part of; null for the turn itself */
    parent: string | null;
    /** run: an agent at work; step: work that is neither a model call nor a tool, such as filing facts */
    kind: 'turn' | 'run' | 'model' | 'tool' | 'remote' | 'step';
    /** Of the agent, the model, the tool or the step; model "offline": rules, no model */
    name: string;
    agent?: string | undefined;
    /** Of a run that is a job of its own */
    queue?: string | undefined;
    job_id?: string | undefined;
    attempts?: number | undefined;
    /** waiting, running, success, empty, error or cancelled; of the turn, its own status */
    status: string;
    /** Since created_at */
    start_ms: number;
    /** How long its job waited in the queue before start_ms */
    wait_ms?: number | undefined;
    /** Until now, while it is running */
    ms: number;
    usage?: {
      input_tokens: number;
      output_tokens: number;
      cost_usd: number | null;
      model: string;
    } | undefined;
    error?: {
      code: string;
      detail: string;
    } | undefined;
    /** For the scope admin, as long as it is kept */
    input?: unknown | undefined;
    /** For the scope admin, as long as it is kept */
    output?: unknown | undefined;
  })[];
};

export type UnknownSeries = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: 'malformed' | 'unauthenticated' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'conflict' | 'idempotency_conflict' | 'session_busy' | 'too_large' | 'unsupported_media_type' | 'invalid' | 'query_refused' | 'rate_limited' | 'overloaded' | 'too_many_streams' | 'headers_too_large' | 'internal' | 'too_many_connections' | 'busy' | 'redis_unavailable' | 'identity_unavailable' | 'record_unavailable' | 'workers_missing' | 'workspace_unavailable' | 'access_forbidden' | 'workspace_full' | 'artifacts_full' | 'workspace_damaged' | 'cancelled' | 'timeout' | 'limit_reached' | 'over_budget' | 'query_too_slow' | 'transfer_refused' | 'not_yet' | 'not_done' | 'child_failed' | 'lock_lost' | 'shutting_down' | 'poison_job' | 'bad_payload' | 'bad_output' | 'model_required' | 'model_rate_limited' | 'model_quota' | 'model_unavailable' | 'model_refused' | 'model_loading' | 'model_missing' | 'tools_unsupported' | 'context_exceeded' | 'model_blocked' | 'remote_unavailable' | 'remote_refused' | 'remote_failed' | 'sandbox_unavailable' | 'search_unavailable' | 'push_unavailable' | 'mail_unavailable' | 'mail_refused' | 'config';
  retryable: boolean;
  request_id?: string | undefined;
  errors?: FieldError[] | undefined;
  names: string[];
};

export type Usage = {
  model_calls: number;
  /** Answers of offline rules, which are no model calls */
  rule_calls?: number | undefined;
  input_tokens: number;
  output_tokens: number;
  /** null: the price of a model that was used is not known */
  cost_usd: number | null;
};

export type UserLocation = {
  /** An IANA time zone such as Europe/Berlin */
  timezone?: string | undefined;
  locale?: string | undefined;
  latitude?: number | undefined;
  longitude?: number | undefined;
};

export type ValidateAgainstSpecRequest = {
  artifact: string;
  /** Original requirement */
  specification: string;
  /** From an upstream summarize_content */
  invariants?: string[] | undefined;
  acceptance_criteria?: string[] | undefined;
  /** Chooses the preset by the table of qualities */
  quality?: 'light' | 'standard' | 'high' | undefined;
  /** false: neither take a cached result nor keep this one */
  cache?: boolean | undefined;
  /** For whom it runs; cached results and artifacts are theirs */
  user_id?: string | undefined;
  /** Whom the input is about: the run is erased with them */
  patient_id?: string | undefined;
  /** For the audit of citations */
  conversation_id?: string | undefined;
  message_id?: string | undefined;
  /** S1 to P3; decides before variant and quality */
  preset?: 'S1' | 'S2' | 'S3' | 'S4' | 'S5' | 'S6' | 'S7' | 'S8' | 'D1' | 'D2' | 'D3' | 'D4' | 'D5' | 'D6' | 'D7' | 'D8' | 'D9' | 'D10' | 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'T6' | 'T7' | 'T8' | 'T9' | 'T10' | 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'Q5' | 'P1' | 'P2' | 'P3' | undefined;
  /** A preset by the name that the function has for it */
  variant?: 'high_stakes' | undefined;
  /** What is done with input above the budget */
  over_budget?: 'refuse' | 'compress' | 'split' | undefined;
  /** Sources that the text of the output may cite */
  citations?: CitationInput[] | undefined;
};

export type Withdrawal = {
  reason?: string | undefined;
};

export type WorkerOrder = {
  id: string;
  host: string;
  pid: number;
  draining: boolean;
  /** Roles that no other live worker has: their jobs wait meanwhile */
  unserved: string[];
};

export type Operations = {
  /** Add a document to the library; the same document again changes nothing */
  addDocument: {
    input: {
      body: NewDocument;
    };
    reply: LibraryDocument;
  };
  /** Call an action of an agent */
  callAgent: {
    input: {
      body: EnvelopeRequest;
    };
    reply: EnvelopeResponse;
  };
  /** Up to 20 calls in one request; each is answered in its place */
  callAgents: {
    input: {
      body: EnvelopeBatch;
    };
    reply: EnvelopeBatchResponse;
  };
  /** Cancel a run that has not ended */
  cancelRun: {
    input: {
      params: {
        id: string;
      };
    };
    reply: Run;
  };
  /** Cancel a trigger */
  cancelTrigger: {
    input: {
      params: {
        id: string;
      };
    };
    reply: Trigger;
  };
  /** Cancel a turn that has not ended */
  cancelTurn: {
    input: {
      params: {
        id: string;
      };
    };
    reply: Turn;
  };
  /** Pause, resume or retire a research agent; change its budget, its evidence threshold or its requirements */
  changeAgent: {
    input: {
      params: {
        id: string;
      };
      body: ResearchAgentChange;
    };
    reply: ResearchAgent;
  };
  /** Change the schedule or the instruction; pause or resume */
  changeTrigger: {
    input: {
      params: {
        id: string;
      };
      body: TriggerChange;
    };
    reply: Trigger;
  };
  /** Correct a fact; the old value stays in its history. The same correction again changes nothing */
  correctFact: {
    input: {
      params: {
        /** The patient whose record this is about */
        id: string;
        /** Any id under which the fact was told */
        fact_id: string;
      };
      body: FactChange;
    };
    reply: FactHistory;
  };
  /** Create a research agent and give it its first task */
  createAgent: {
    input: {
      body: NewResearchAgent;
    };
    reply: ResearchAgent;
  };
  /** Make a secret address for the calendar; the one before it ends */
  createCalendarFeed: {
    input: {
      params: {
        /** Whose calendar */
        user_id: string;
      };
    };
    reply: CalendarFeed;
  };
  /** Create the demo patient: conversations, a record and research to look at */
  createDemo: {
    input: {};
    reply: Demo;
  };
  /** Make a key with at most the rights of the one that asks; its secret is shown once */
  createKey: {
    input: {
      body: NewKey;
    };
    reply: KeyWithSecret;
  };
  /** Plan future work for a research agent */
  createTrigger: {
    input: {
      body: NewTrigger;
    };
    reply: Trigger;
  };
  /** Send a message */
  createTurn: {
    input: {
      query?: {
        /** Seconds to wait for the turn to end */
        wait?: number | undefined;
      };
      body: NewTurn;
    };
    reply: Turn | TurnReceipt | TurnReceipt;
  };
  /** Approve or reject */
  decideApproval: {
    input: {
      params: {
        id: string;
      };
      body: Decision;
    };
    reply: Approval;
  };
  /** A worker process takes no more jobs and ends those that it has; /v1/fleet says when it is drained */
  drainWorker: {
    input: {
      params: {
        /** Its id or the beginning of it, host:pid, or the `worker` of a job */
        worker: string;
      };
    };
    reply: WorkerOrder;
  };
  /** Erase everything about a person: record, turns, sessions, events, journals, jobs, files */
  erasePatient: {
    input: {
      params: {
        /** The patient whose record this is about */
        id: string;
      };
    };
    reply: Erasure;
  };
  /** Export the record as a FHIR R4 Bundle */
  exportFhir: {
    input: {
      params: {
        /** The patient whose record this is about */
        id: string;
      };
    };
    reply: FhirBundle;
  };
  /** Follow a run: queued, stage, tool, error, done */
  followRun: {
    input: {
      params: {
        id: string;
      };
    };
    reply: 'events';
  };
  /** Follow a session: messages that are not answers to a turn, such as what research agents have found */
  followSession: {
    input: {
      params: {
        /** A conversation; created if not given */
        id: string;
      };
    };
    reply: 'events';
  };
  /** Follow a turn: queued, waiting, alarm, routed, tool, delta, reset, reply, facts, error, done */
  followTurn: {
    input: {
      params: {
        id: string;
      };
    };
    reply: 'events';
  };
  /** One research agent: its description, its budget used so far, and whether it is paused */
  getAgent: {
    input: {
      params: {
        id: string;
      };
    };
    reply: ResearchAgent;
  };
  /** One file of a research agent, in any version */
  getAgentFile: {
    input: {
      params: {
        id: string;
        path: string;
      };
      query?: {
        version?: number | undefined;
      };
    };
    reply: AgentFile;
  };
  /** An artifact by its namespace and name, in its latest version or in any other */
  getArtifact: {
    input: {
      params: {
        /** {namespace}/{name}; the namespace may have slashes */
        path: string;
      };
      query?: {
        /** The latest if not given */
        version?: number | undefined;
        /** The content alone, with its own type where a browser cannot run it */
        raw?: string | undefined;
        /** Only the artifacts of this user; always so for a token that is bound to one */
        user_id?: string | undefined;
      };
    };
    reply: Artifact;
  };
  /** The calendar of a user as an iCalendar file */
  getCalendar: {
    input: {
      params: {
        /** Whose calendar */
        user_id: string;
      };
    };
    reply: string;
  };
  /** The same file by its secret address, for calendar programs that send no token */
  getCalendarFeed: {
    input: {
      params: {
        token: string;
      };
    };
    reply: string;
  };
  /** What is known of one document */
  getDocument: {
    input: {
      params: {
        id: string;
      };
    };
    reply: LibraryDocument;
  };
  /** One fact, and what was on file before it was corrected or withdrawn */
  getFact: {
    input: {
      params: {
        /** The patient whose record this is about */
        id: string;
        /** Any id under which the fact was told */
        fact_id: string;
      };
    };
    reply: FactHistory;
  };
  /** Queues, workers, models and stores as they are now */
  getFleet: {
    input: {};
    reply: Fleet;
  };
  /** How the queues were over the last minutes, at most a day; at most 240 points for each */
  getFleetHistory: {
    input: {
      query?: {
        minutes?: number | undefined;
      };
    };
    reply: FleetHistory;
  };
  /** The process is up */
  getHealth: {
    input: {};
    reply: Health;
  };
  /** One job: how it stands, why it failed, which worker had it, its log */
  getJob: {
    input: {
      params: {
        queue: 'turn' | 'triage' | 'extractor' | 'specialist' | 'consultant' | 'remote' | 'research' | 'function' | 'trigger' | 'delivery' | 'upkeep';
        id: string;
      };
    };
    reply: JobDetails;
  };
  /** Who asks, and what they may do */
  getMe: {
    input: {};
    reply: Me;
  };
  /** Prometheus metrics */
  getMetrics: {
    input: {};
    reply: string;
  };
  /** Redis and the graph answer, and every role has a live worker */
  getReadiness: {
    input: {};
    reply: Ready;
  };
  /** What the record holds, newest first, and in which turns each entry was told */
  getRecord: {
    input: {
      params: {
        /** The patient whose record this is about */
        id: string;
      };
    };
    reply: PatientRecord;
  };
  /** A section of the record as CSV, with a header line */
  getRecordCsv: {
    input: {
      params: {
        /** The patient whose record this is about */
        id: string;
      };
      query: {
        section: 'conditions' | 'symptoms' | 'medications' | 'allergies' | 'observations' | 'encounters' | 'procedures' | 'documents' | 'family_history';
      };
    };
    reply: string;
  };
  /** One run of a function or pipeline in its current state */
  getRun: {
    input: {
      params: {
        id: string;
      };
    };
    reply: Run;
  };
  /** One measurement over time, with its range and trend */
  getSeries: {
    input: {
      params: {
        /** The patient whose record this is about */
        id: string;
        /** By any common name: HbA1c, A1C, blood pressure */
        name: string;
      };
    };
    reply: Series;
  };
  /** A session: its messages, its summary, its state */
  getSession: {
    input: {
      params: {
        /** A conversation; created if not given */
        id: string;
      };
    };
    reply: Session;
  };
  /** One trigger */
  getTrigger: {
    input: {
      params: {
        id: string;
      };
    };
    reply: Trigger;
  };
  /** One turn in its current state */
  getTurn: {
    input: {
      params: {
        id: string;
      };
    };
    reply: Turn;
  };
  /** Where the time of a turn went: its runs, model calls, tools and waits, while it runs and afterwards */
  getTurnTrace: {
    input: {
      params: {
        id: string;
      };
    };
    reply: TurnTrace;
  };
  /** Import an iCalendar file; the same file again changes nothing */
  importCalendar: {
    input: {
      params: {
        /** Whose calendar */
        user_id: string;
      };
      query?: {
        /** Of times that have none */
        timezone?: string | undefined;
      };
      body: string;
    };
    reply: CalendarImport;
  };
  /** Import a FHIR R4 Bundle into the record; the same bundle again changes nothing */
  importFhir: {
    input: {
      params: {
        /** The patient whose record this is about */
        id: string;
      };
      body: NewFhirBundle;
    };
    reply: FhirImport;
  };
  /** Who has looked at records, keys and dashboards of the tenant, newest first */
  listAccesses: {
    input: {
      query?: {
        /** Only accesses to this person */
        patient_id?: string | undefined;
        /** Nothing older than this */
        from?: string | undefined;
        cursor?: string | undefined;
      };
    };
    reply: AccessPage;
  };
  /** The files of a research agent */
  listAgentFiles: {
    input: {
      params: {
        id: string;
      };
    };
    reply: AgentFileList;
  };
  /** The research agents of a user, the last active first */
  listAgents: {
    input: {
      query: {
        /** Whose agents */
        user_id: string;
      };
    };
    reply: ResearchAgentList;
  };
  /** Requests for approval, waiting and decided */
  listApprovals: {
    input: {
      query: {
        /** Whose agents */
        user_id: string;
        status?: 'pending' | 'approved' | 'rejected' | 'sending' | 'sent' | 'failed' | 'unclear' | undefined;
      };
    };
    reply: ApprovalList;
  };
  /** Artifacts by name, each in its latest version, without their content */
  listArtifacts: {
    input: {
      query?: {
        /** A pipeline or a function; what is below it is listed too */
        namespace?: string | undefined;
        cursor?: string | undefined;
        /** Only the artifacts of this user; always so for a token that is bound to one */
        user_id?: string | undefined;
      };
    };
    reply: ArtifactPage;
  };
  /** Which sources the messages of a conversation have used, newest first */
  listCitations: {
    input: {
      query: {
        /** A session; or what a function’s request named */
        conversation_id: string;
        /** Only this message */
        message_id?: string | undefined;
        cursor?: string | undefined;
      };
    };
    reply: CitationPage;
  };
  /** The documents of the library, in the order in which they were added */
  listDocuments: {
    input: {
      query?: {
        /** The collection or repository that it belongs to */
        scope?: string | undefined;
        /** Only what this user can see: their own documents and the tenant’s */
        user_id?: string | undefined;
        cursor?: string | undefined;
      };
    };
    reply: DocumentPage;
  };
  /** Push notifications that were given up, the last first */
  listFailedDeliveries: {
    input: {};
    reply: FailedDeliveryList;
  };
  /** Jobs that were given up, the latest first */
  listFailedJobs: {
    input: {
      query?: {
        queue?: 'turn' | 'triage' | 'extractor' | 'specialist' | 'consultant' | 'remote' | 'research' | 'function' | 'trigger' | 'delivery' | 'upkeep' | undefined;
        cursor?: string | undefined;
      };
    };
    reply: FailedJobPage;
  };
  /** The functions: what they take and give, their presets, and who answers for the models of these */
  listFunctions: {
    input: {};
    reply: FunctionList;
  };
  /** What the research agents of a user have reported: said, kept back with the reason, or on its way */
  listInbox: {
    input: {
      query: {
        /** Whose agents */
        user_id: string;
        state?: 'arriving' | 'said' | 'kept_back' | undefined;
      };
    };
    reply: InboxList;
  };
  /** The keys of the tenant that have at most the rights of the one that asks, newest first */
  listKeys: {
    input: {};
    reply: KeyList;
  };
  /** All measurements, each with its newest values, range and trend */
  listMeasurements: {
    input: {
      params: {
        /** The patient whose record this is about */
        id: string;
      };
    };
    reply: MeasurementList;
  };
  /** List the patients who have a record, in the order of their ids */
  listPatients: {
    input: {
      query?: {
        /** What the id begins with, in any case */
        q?: string | undefined;
        /** next_cursor of the page before */
        cursor?: string | undefined;
      };
    };
    reply: PatientPage;
  };
  /** The pipelines: their inputs and stages */
  listPipelines: {
    input: {};
    reply: PipelineList;
  };
  /** List the sessions of a patient or a user, latest activity first */
  listSessions: {
    input: {
      query?: {
        /** Sessions about this patient; this or user_id is needed */
        patient_id?: string | undefined;
        /** Sessions of this user; this or patient_id is needed */
        user_id?: string | undefined;
        /** Only sessions with this team */
        team?: string | undefined;
        cursor?: string | undefined;
      };
    };
    reply: SessionPage;
  };
  /** The teams that answer turns, and their agents */
  listTeams: {
    input: {};
    reply: TeamList;
  };
  /** The triggers of a user’s research agents, the newest first */
  listTriggers: {
    input: {
      query: {
        /** Whose agents */
        user_id: string;
        agent_id?: string | undefined;
      };
    };
    reply: TriggerList;
  };
  /** The jobs of a turn, in all queues */
  listTurnJobs: {
    input: {
      query: {
        turn_id: string;
      };
    };
    reply: TurnJobs;
  };
  /** List the turns of a session or a patient, newest first */
  listTurns: {
    input: {
      query?: {
        /** The turns of this conversation; this or patient_id is needed */
        session_id?: string | undefined;
        /** The turns about this patient; this or session_id is needed */
        patient_id?: string | undefined;
        cursor?: string | undefined;
      };
    };
    reply: TurnPage;
  };
  /** Send a message to a research agent; it reports to its conversation */
  messageAgent: {
    input: {
      params: {
        id: string;
      };
      body: AgentMessage;
    };
    reply: AgentMessageReceipt;
  };
  /** Pause a queue: jobs under way end, the others wait */
  pauseQueue: {
    input: {
      params: {
        queue: 'turn' | 'triage' | 'extractor' | 'specialist' | 'consultant' | 'remote' | 'research' | 'function' | 'trigger' | 'delivery' | 'upkeep';
      };
    };
    reply: QueuePause;
  };
  /** What a schedule in words or as a cron pattern means: its next times */
  previewSchedule: {
    input: {
      query: {
        /** "weekly", "every Monday at 8", "every two weeks on Tuesday", "last Friday of the month", "weekly, 10 times", "+1 week", "May 2027", a cron pattern */
        schedule: string;
        /** The time zone of "at 8" in a schedule */
        timezone?: string | undefined;
      };
    };
    reply: SchedulePreview;
  };
  /** Ask the record, in plain words or in guarded Cypher */
  queryRecord: {
    input: {
      params: {
        /** The patient whose record this is about */
        id: string;
      };
      body: NewQuery;
    };
    reply: QueryAnswer;
  };
  /** An answer to a mail, posted by a mail service; signed with MAIL_INBOUND_SECRET */
  receiveMail: {
    input: {
      body: InboundMail;
    };
    reply: MailReceipt;
  };
  /** Remove a document; a token that is bound to a user removes that user’s only */
  removeDocument: {
    input: {
      params: {
        id: string;
      };
    };
    reply: RemovedDocuments;
  };
  /** Remove all documents of a scope; a token that is bound to a user removes that user’s only */
  removeDocuments: {
    input: {
      query: {
        /** The collection or repository that it belongs to */
        scope: string;
        /** Only documents of this user */
        user_id?: string | undefined;
      };
    };
    reply: RemovedDocuments;
  };
  /** Let a paused queue go on */
  resumeQueue: {
    input: {
      params: {
        queue: 'turn' | 'triage' | 'extractor' | 'specialist' | 'consultant' | 'remote' | 'research' | 'function' | 'trigger' | 'delivery' | 'upkeep';
      };
    };
    reply: QueuePause;
  };
  /** A worker process that drains or is drained takes jobs again */
  resumeWorker: {
    input: {
      params: {
        /** Its id or the beginning of it, host:pid, or the `worker` of a job */
        worker: string;
      };
    };
    reply: WorkerOrder;
  };
  /** Try a failed delivery again, from the update that was not taken */
  retryDelivery: {
    input: {
      params: {
        id: string;
      };
    };
    reply: RetriedDelivery;
  };
  /** Try a job again that was given up */
  retryFailedJob: {
    input: {
      params: {
        queue: 'turn' | 'triage' | 'extractor' | 'specialist' | 'consultant' | 'remote' | 'research' | 'function' | 'trigger' | 'delivery' | 'upkeep';
        id: string;
      };
    };
    reply: RetriedJob;
  };
  /** Try all jobs of a queue again that were given up, the oldest 200 with each call */
  retryFailedJobs: {
    input: {
      params: {
        queue: 'turn' | 'triage' | 'extractor' | 'specialist' | 'consultant' | 'remote' | 'research' | 'function' | 'trigger' | 'delivery' | 'upkeep';
      };
      query?: {
        /** Of the answer to the call before: jobs that failed again since are left alone. Now, if it is not given */
        before?: string | undefined;
      };
    };
    reply: RetriedJobs;
  };
  /** Revoke the secret address */
  revokeCalendarFeed: {
    input: {
      params: {
        /** Whose calendar */
        user_id: string;
      };
    };
    reply: RevokedFeed;
  };
  /** Revoke a key; every producer refuses it from its next request on */
  revokeKey: {
    input: {
      params: {
        id: string;
      };
    };
    reply: Key;
  };
  /** Give a key a new secret; the earlier one stays valid until the overlap ends */
  rotateKey: {
    input: {
      params: {
        id: string;
      };
      body: KeyRotation;
    };
    reply: KeyWithSecret;
  };
  /** Analyze artifact for quality, security, patterns */
  runAnalyzeArtifact: {
    input: {
      query?: {
        /** Seconds to wait for the run to end; 0: answer at once */
        wait?: number | undefined;
      };
      body: AnalyzeArtifactRequest;
    };
    reply: Run | RunReceipt;
  };
  /** Summarises a chapter, cites related chapters of the library, and checks the summary against the outline of the chapter. */
  runChapterSummarization: {
    input: {
      query?: {
        /** Seconds to wait for the run to end; 0: answer at once */
        wait?: number | undefined;
      };
      body: ChapterSummarizationRequest;
    };
    reply: Run | RunReceipt;
  };
  /** Breaks a request into subtasks, writes code for each with patterns of the library, merges, analyses and validates it. */
  runCodeGeneration: {
    input: {
      query?: {
        /** Seconds to wait for the run to end; 0: answer at once */
        wait?: number | undefined;
      };
      body: CodeGenerationRequest;
    };
    reply: Run | RunReceipt;
  };
  /** Finds related content in the library, with citations */
  runCrossReference: {
    input: {
      query?: {
        /** Seconds to wait for the run to end; 0: answer at once */
        wait?: number | undefined;
      };
      body: CrossReferenceRequest;
    };
    reply: Run | RunReceipt;
  };
  /** Decompose complex task into subtask DAG */
  runDecomposeTask: {
    input: {
      query?: {
        /** Seconds to wait for the run to end; 0: answer at once */
        wait?: number | undefined;
      };
      body: DecomposeTaskRequest;
    };
    reply: Run | RunReceipt;
  };
  /** Extract keywords, concepts, entities, or outline from raw content */
  runExtractStructure: {
    input: {
      query?: {
        /** Seconds to wait for the run to end; 0: answer at once */
        wait?: number | undefined;
      };
      body: ExtractStructureRequest;
    };
    reply: Run | RunReceipt;
  };
  /** Generates code from a specification and its context, with an explanation and test hints. */
  runGenerateCode: {
    input: {
      query?: {
        /** Seconds to wait for the run to end; 0: answer at once */
        wait?: number | undefined;
      };
      body: GenerateCodeRequest;
    };
    reply: Run | RunReceipt;
  };
  /** Compress text to target size while preserving key facts */
  runSummarizeContent: {
    input: {
      query?: {
        /** Seconds to wait for the run to end; 0: answer at once */
        wait?: number | undefined;
      };
      body: SummarizeContentRequest;
    };
    reply: Run | RunReceipt;
  };
  /** Combine multiple outputs into coherent result */
  runSynthesizeOutputs: {
    input: {
      query?: {
        /** Seconds to wait for the run to end; 0: answer at once */
        wait?: number | undefined;
      };
      body: SynthesizeOutputsRequest;
    };
    reply: Run | RunReceipt;
  };
  /** Validate artifact meets specification and criteria */
  runValidateAgainstSpec: {
    input: {
      query?: {
        /** Seconds to wait for the run to end; 0: answer at once */
        wait?: number | undefined;
      };
      body: ValidateAgainstSpecRequest;
    };
    reply: Run | RunReceipt;
  };
  /** Sign a browser in: the key becomes a cookie for 12 hours */
  signIn: {
    input: {
      body: SignIn;
    };
    reply: undefined;
  };
  /** Sign a browser out */
  signOut: {
    input: {};
    reply: undefined;
  };
  /** Withdraw a fact that was never so; it stays in the history. Withdrawing it again changes nothing */
  withdrawFact: {
    input: {
      params: {
        /** The patient whose record this is about */
        id: string;
        /** Any id under which the fact was told */
        fact_id: string;
      };
      body?: Withdrawal;
    };
    reply: undefined;
  };
};

export const OPERATIONS = {
  addDocument: { method: 'POST', path: '/v1/library' },
  callAgent: { method: 'POST', path: '/a2a', keyed: true },
  callAgents: { method: 'POST', path: '/a2a/batch', keyed: true },
  cancelRun: { method: 'DELETE', path: '/v1/runs/{id}' },
  cancelTrigger: { method: 'DELETE', path: '/v1/triggers/{id}' },
  cancelTurn: { method: 'DELETE', path: '/v1/turns/{id}' },
  changeAgent: { method: 'PATCH', path: '/v1/agents/{id}' },
  changeTrigger: { method: 'PATCH', path: '/v1/triggers/{id}' },
  correctFact: { method: 'PATCH', path: '/v1/patients/{id}/facts/{fact_id}' },
  createAgent: { method: 'POST', path: '/v1/agents', keyed: true },
  createCalendarFeed: { method: 'POST', path: '/v1/calendars/{user_id}/feed' },
  createDemo: { method: 'POST', path: '/v1/demo' },
  createKey: { method: 'POST', path: '/v1/keys' },
  createTrigger: { method: 'POST', path: '/v1/triggers', keyed: true },
  createTurn: { method: 'POST', path: '/v1/turns', keyed: true },
  decideApproval: { method: 'POST', path: '/v1/approvals/{id}' },
  drainWorker: { method: 'POST', path: '/v1/fleet/workers/{worker}/drain' },
  erasePatient: { method: 'DELETE', path: '/v1/patients/{id}' },
  exportFhir: { method: 'GET', path: '/v1/patients/{id}/fhir' },
  followRun: { method: 'GET', path: '/v1/runs/{id}/events', events: true },
  followSession: { method: 'GET', path: '/v1/sessions/{id}/events', events: true },
  followTurn: { method: 'GET', path: '/v1/turns/{id}/events', events: true },
  getAgent: { method: 'GET', path: '/v1/agents/{id}' },
  getAgentFile: { method: 'GET', path: '/v1/agents/{id}/files/{path}' },
  getArtifact: { method: 'GET', path: '/v1/artifacts/{path}' },
  getCalendar: { method: 'GET', path: '/v1/calendars/{user_id}.ics' },
  getCalendarFeed: { method: 'GET', path: '/v1/calendars/feed/{token}.ics' },
  getDocument: { method: 'GET', path: '/v1/library/{id}' },
  getFact: { method: 'GET', path: '/v1/patients/{id}/facts/{fact_id}' },
  getFleet: { method: 'GET', path: '/v1/fleet' },
  getFleetHistory: { method: 'GET', path: '/v1/fleet/history' },
  getHealth: { method: 'GET', path: '/healthz' },
  getJob: { method: 'GET', path: '/v1/fleet/jobs/{queue}/{id}' },
  getMe: { method: 'GET', path: '/v1/me' },
  getMetrics: { method: 'GET', path: '/metrics' },
  getReadiness: { method: 'GET', path: '/readyz' },
  getRecord: { method: 'GET', path: '/v1/patients/{id}/record' },
  getRecordCsv: { method: 'GET', path: '/v1/patients/{id}/record.csv' },
  getRun: { method: 'GET', path: '/v1/runs/{id}' },
  getSeries: { method: 'GET', path: '/v1/patients/{id}/observations/{name}' },
  getSession: { method: 'GET', path: '/v1/sessions/{id}' },
  getTrigger: { method: 'GET', path: '/v1/triggers/{id}' },
  getTurn: { method: 'GET', path: '/v1/turns/{id}' },
  getTurnTrace: { method: 'GET', path: '/v1/turns/{id}/trace' },
  importCalendar: { method: 'POST', path: '/v1/calendars/{user_id}/import', type: 'text/calendar' },
  importFhir: { method: 'POST', path: '/v1/patients/{id}/fhir' },
  listAccesses: { method: 'GET', path: '/v1/access-log' },
  listAgentFiles: { method: 'GET', path: '/v1/agents/{id}/files' },
  listAgents: { method: 'GET', path: '/v1/agents' },
  listApprovals: { method: 'GET', path: '/v1/approvals' },
  listArtifacts: { method: 'GET', path: '/v1/artifacts' },
  listCitations: { method: 'GET', path: '/v1/audit/citations' },
  listDocuments: { method: 'GET', path: '/v1/library' },
  listFailedDeliveries: { method: 'GET', path: '/v1/push/failed' },
  listFailedJobs: { method: 'GET', path: '/v1/fleet/failed' },
  listFunctions: { method: 'GET', path: '/v1/functions' },
  listInbox: { method: 'GET', path: '/v1/inbox' },
  listKeys: { method: 'GET', path: '/v1/keys' },
  listMeasurements: { method: 'GET', path: '/v1/patients/{id}/observations' },
  listPatients: { method: 'GET', path: '/v1/patients' },
  listPipelines: { method: 'GET', path: '/v1/pipelines' },
  listSessions: { method: 'GET', path: '/v1/sessions' },
  listTeams: { method: 'GET', path: '/v1/teams' },
  listTriggers: { method: 'GET', path: '/v1/triggers' },
  listTurnJobs: { method: 'GET', path: '/v1/fleet/jobs' },
  listTurns: { method: 'GET', path: '/v1/turns' },
  messageAgent: { method: 'POST', path: '/v1/agents/{id}/messages', keyed: true },
  pauseQueue: { method: 'POST', path: '/v1/fleet/queues/{queue}/pause' },
  previewSchedule: { method: 'GET', path: '/v1/schedules' },
  queryRecord: { method: 'POST', path: '/v1/patients/{id}/query' },
  receiveMail: { method: 'POST', path: '/v1/mail/inbound' },
  removeDocument: { method: 'DELETE', path: '/v1/library/{id}' },
  removeDocuments: { method: 'DELETE', path: '/v1/library' },
  resumeQueue: { method: 'POST', path: '/v1/fleet/queues/{queue}/resume' },
  resumeWorker: { method: 'POST', path: '/v1/fleet/workers/{worker}/resume' },
  retryDelivery: { method: 'POST', path: '/v1/push/failed/{id}' },
  retryFailedJob: { method: 'POST', path: '/v1/fleet/failed/{queue}/{id}/retry' },
  retryFailedJobs: { method: 'POST', path: '/v1/fleet/queues/{queue}/failed/retry' },
  revokeCalendarFeed: { method: 'DELETE', path: '/v1/calendars/{user_id}/feed' },
  revokeKey: { method: 'DELETE', path: '/v1/keys/{id}' },
  rotateKey: { method: 'POST', path: '/v1/keys/{id}/rotate' },
  runAnalyzeArtifact: { method: 'POST', path: '/v1/functions/analyze-artifact/run', keyed: true },
  runChapterSummarization: { method: 'POST', path: '/v1/pipelines/chapter-summarization/run', keyed: true },
  runCodeGeneration: { method: 'POST', path: '/v1/pipelines/code-generation/run', keyed: true },
  runCrossReference: { method: 'POST', path: '/v1/functions/cross-reference/run', keyed: true },
  runDecomposeTask: { method: 'POST', path: '/v1/functions/decompose-task/run', keyed: true },
  runExtractStructure: { method: 'POST', path: '/v1/functions/extract-structure/run', keyed: true },
  runGenerateCode: { method: 'POST', path: '/v1/functions/generate-code/run', keyed: true },
  runSummarizeContent: { method: 'POST', path: '/v1/functions/summarize-content/run', keyed: true },
  runSynthesizeOutputs: { method: 'POST', path: '/v1/functions/synthesize-outputs/run', keyed: true },
  runValidateAgainstSpec: { method: 'POST', path: '/v1/functions/validate-against-spec/run', keyed: true },
  signIn: { method: 'POST', path: '/v1/sign-in' },
  signOut: { method: 'DELETE', path: '/v1/sign-in' },
  withdrawFact: { method: 'DELETE', path: '/v1/patients/{id}/facts/{fact_id}' },
} as const;
