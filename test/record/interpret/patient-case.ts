/** A small record that has a bit of everything: told twice, words for a value, nothing for a value, two parallel statements. */
import { graphOf } from './ask.ts';

export const PATIENT = 'p';

const told = (from: string, to: string, start: number, end: number, confidence: number) => ({
  from,
  type: 'STATED_IN',
  to,
  properties: { fact_id: `${from}-${to}-${start}`, evidence_start: start, evidence_end: end, confidence },
});
const edge = (from: string, type: string, to: string) => ({ from, type, to });

export const RECORD = graphOf(
  {
    p: 'Patient',
    c1: [
      'ConditionCase',
      { name: 'Gout', status: 'active', effective_time: '2024-05-01T00:00:00.000Z', confidence: 0.9 },
    ],
    c2: ['ConditionCase', { name: 'Asthma', status: 'resolved', severity: 'mild', confidence: 0.7 }],
    c3: ['ConditionCase', { name: 'Type 2 diabetes', status: 'active', severity: 'moderate', confidence: 1 }],
    t1: ['ConditionType', { name: 'Gout', code: 'M10', code_system: 'icd10' }],
    t2: ['ConditionType', { name: 'Asthma' }],
    t3: ['ConditionType', { name: 'Type 2 diabetes', code: 'E11', code_system: 'icd10' }],
    o1: [
      'Observation',
      { name: 'HbA1c', value: 7, canonical_value: 7, unit: '%', effective_time: '2024-01-10T00:00:00.000Z' },
    ],
    o2: [
      'Observation',
      { name: 'HbA1c', value: 6.5, canonical_value: 6.5, unit: '%', effective_time: '2024-07-10T00:00:00.000Z' },
    ],
    o3: [
      'Observation',
      { name: 'HbA1c', value: 6.5, canonical_value: 6.5, unit: '%', effective_time: '2025-01-10T00:00:00.000Z' },
    ],
    o4: ['Observation', { name: 'Urine protein', value: 'positive', effective_time: '2025-01-11T00:00:00.000Z' }],
    o5: ['Observation', { name: 'Body weight', value: 82, canonical_value: 82, unit: 'kg' }],
    o6: ['Observation', { name: 'Body weight' }],
    ot1: ['ObservationType', { name: 'HbA1c' }],
    ot2: ['ObservationType', { name: 'Urine protein' }],
    ot3: ['ObservationType', { name: 'Body weight' }],
    m1: [
      'IntakeRegimen',
      { name: 'Metformin', value: 500, unit: 'mg', times_per_day: 2, as_needed: false, status: 'active' },
    ],
    m2: ['IntakeRegimen', { name: 'Ibuprofen', value: 400, unit: 'mg', as_needed: true, status: 'stopped' }],
    s1: ['Substance', { name: 'Metformin' }],
    s2: ['Substance', { name: 'Ibuprofen' }],
    a1: ['AllergyRecord', { name: 'Ibuprofen', reaction: 'rash' }],
    e1: ['Encounter', { name: 'Check-up', effective_time: '2024-07-10T00:00:00.000Z', specialty: 'endocrinology' }],
    e2: ['Encounter', { name: 'Appointment', status: 'scheduled' }],
    d1: ['Practitioner', { name: 'Dr Lee', specialty: 'endocrinology' }],
    g1: ['Organization', { name: 'Mercy Hospital' }],
    ses: ['Session', { session_id: 'one' }],
    u1: ['Turn', { turn_id: 'first', recorded_at: '2025-01-12T09:00:00.000Z' }],
    u2: ['Turn', { turn_id: 'second', recorded_at: '2025-02-12T09:00:00.000Z' }],
  },
  [
    ...['c1', 'c2', 'c3'].map((to) => edge('p', 'HAS_CONDITION', to)),
    ...['o1', 'o2', 'o3', 'o4', 'o5', 'o6'].map((to) => edge('p', 'HAS_OBSERVATION', to)),
    ...['m1', 'm2'].map((to) => edge('p', 'HAS_REGIMEN', to)),
    ...['e1', 'e2'].map((to) => edge('p', 'HAS_ENCOUNTER', to)),
    edge('p', 'HAS_ALLERGY', 'a1'),
    edge('p', 'HAS_PRACTITIONER', 'd1'),
    edge('p', 'HAS_ORGANIZATION', 'g1'),
    edge('p', 'HAS_SESSION', 'ses'),
    edge('ses', 'HAS_TURN', 'u1'),
    edge('ses', 'HAS_TURN', 'u2'),
    edge('c1', 'IS_A', 't1'),
    edge('c2', 'IS_A', 't2'),
    edge('c3', 'IS_A', 't3'),
    ...['o1', 'o2', 'o3'].map((from) => edge(from, 'IS_A', 'ot1')),
    edge('o4', 'IS_A', 'ot2'),
    edge('o5', 'IS_A', 'ot3'),
    edge('o6', 'IS_A', 'ot3'),
    edge('m1', 'OF', 's1'),
    edge('m2', 'OF', 's2'),
    edge('a1', 'TO', 's2'),
    edge('e1', 'WITH', 'd1'),
    edge('e1', 'AT', 'g1'),
    told('c1', 'u1', 0, 4, 0.9),
    told('c1', 'u1', 10, 14, 0.5),
    told('c1', 'u2', 3, 7, 0.8),
    told('c2', 'u1', 20, 26, 0.7),
    told('o1', 'u1', 30, 35, 0.6),
    told('m1', 'u2', 12, 21, 0.95),
  ],
);
