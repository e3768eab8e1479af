/** Examples of the OpenAPI document about the record. */
import { FACT } from '../turns/turns.examples.ts';

const { evidence: _evidence, ...told } = FACT;

export const RECORD_ENTRY = {
  ...told,
  turn_id: '01a1e3df-af47-73a8-baa4-fe2e0f00e5fd',
  recorded_at: '2026-11-16T10:20:49.864Z',
};

export const SERIES = {
  name: 'Systolic blood pressure',
  unit: 'mmHg',
  reference_range: {
    unit: 'mmHg',
    source: 'MedlinePlus (US National Library of Medicine), vital signs',
    low: 90,
    high: 120,
  },
  points: [
    {
      id: '4b0f2a8e-1c57-5d0e-9c3d-0f6f1f2f7a11',
      time: '2026-11-16T08:00:00.000Z',
      value: 150,
      interpretation: 'high' as const,
    },
  ],
  trend: 'too_few' as const,
  change: null,
  left_out: 0,
};

export const QUESTION = { question: 'What was my last blood pressure?' };

export const CYPHER = {
  cypher: 'MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(o:Observation) RETURN o.name, o.value LIMIT 10',
};

export const QUERY_ANSWER = {
  answer: 'Your latest blood pressure is 150/95 mmHg (16 November 2026).',
  cypher:
    'MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(o:Observation) RETURN o.name AS name, o.value AS value LIMIT 50',
  parameters: {},
  columns: ['name', 'value'],
  rows: [
    ['Diastolic blood pressure', 95],
    ['Systolic blood pressure', 150],
  ],
  truncated: false,
};

export const CORRECTION = { value: 140, reason: 'I misread the device.' };

export const WITHDRAWAL = { reason: 'This was my husband’s value.' };

export const FACT_HISTORY = {
  fact: { ...RECORD_ENTRY, value: 140, canonical: { value: 140, unit: 'mmHg' } },
  earlier: [
    {
      id: RECORD_ENTRY.id,
      was: RECORD_ENTRY,
      withdrawn_at: '2026-11-16T11:02:10.120Z',
      withdrawn_by: 'local',
      reason: 'I misread the device.',
      replaced_by: RECORD_ENTRY.id,
    },
  ],
};

export const FHIR_BUNDLE = {
  resourceType: 'Bundle' as const,
  type: 'collection' as const,
  entry: [
    {
      resource: {
        resourceType: 'Observation',
        status: 'final',
        code: { coding: [{ system: 'http://loinc.org', code: '8480-6' }], text: 'Systolic blood pressure' },
        effectiveDateTime: '2026-11-16T08:00:00Z',
        valueQuantity: { value: 150, unit: 'mmHg', system: 'http://unitsofmeasure.org', code: 'mm[Hg]' },
      },
    },
  ],
};

export const FHIR_IMPORT = { created: 1, updated: 0, skipped: [] };

export const ERASURE = {
  patient_id: 'anna',
  erased_at: '2026-11-16T11:30:00.000Z',
  counts: { turns: 3, sessions: 1, jobs: 21, agents: 0, keys: 34, files: 0, nodes: 12, edges: 19 },
  stays: [],
  redis_files: { append_only_file: 'rewritten' as const, snapshot: 'off' as const },
};
