/** The tools that read a patient's record, on a real one. */

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbeddedRecord } from '../../../../src/record/embedded/embedded-record.ts';
import type { PatientRecord } from '../../../../src/record/record.ts';
import { filingTerms } from '../../../../src/teams/health/filing-terms.ts';
import { MACHINA_MED_STATE } from '../../../../src/teams/health/machina-med-state.ts';
import { healthTools } from '../../../../src/teams/health/tools/tools.ts';
import { ofFamily, told, turn } from '../../../record/told.ts';
import { newPatient, toolContext, useTool } from './record-context.ts';

let dir: string;
let openRecord: PatientRecord;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tools-'));
  openRecord = await openEmbeddedRecord({ dir }, filingTerms);
});
afterAll(async () => {
  await openRecord.close();
  await rm(dir, { recursive: true });
});

test('the consultant sees what the record holds, without the bookkeeping', async () => {
  const patient = newPatient();
  const dose = { value: 500, unit: 'mg', frequency: { text: 'twice a day', times_per_day: 2 }, status: 'active' };
  await openRecord.file(patient, [told('medication', 'Metformin', dose), told('allergy', 'Penicillin')], turn());
  const seen = await useTool('get_patient_record', {}, toolContext({ openRecord, patient }));
  expect(seen).toMatchObject({ counts: { medications: 1, allergies: 1, conditions: 0 }, more: [] });
  expect(seen.record).toMatchObject({
    medications: [
      {
        name: 'Metformin',
        value: 500,
        unit: 'mg',
        frequency: 'twice a day',
        status: 'active',
        recorded_at: '2025-03-01T09:00:00.000Z',
      },
    ],
    conditions: [],
  });
  expect(JSON.stringify(seen)).not.toMatch(/confidence|source_agent|turn_id/);
});

test('a long record is cut, and the agent is told where', async () => {
  const patient = newPatient();
  const many = Array.from({ length: 30 }, (_, n) => told('allergy', `Substance ${n}`, { reaction: 'x'.repeat(2000) }));
  await openRecord.file(patient, many, turn());
  const context = toolContext({ openRecord, patient });
  const seen = await useTool('get_patient_record', { sections: ['allergies'], limit: 5 }, context);
  expect(Object.keys(seen.record as object)).toEqual(['allergies']);
  expect((seen.record as { allergies: unknown[] }).allergies).toHaveLength(5);
  expect(seen.more).toEqual(['allergies']);
  expect(JSON.stringify(seen).length).toBeLessThan(5000);
});

test('conditions that are there, that are over and those of relatives are kept apart', async () => {
  const patient = newPatient();
  const facts = [
    told('condition', 'Asthma', { status: 'active' }),
    told('condition', 'Pneumonia', { status: 'resolved' }),
    told('condition', 'Gout'),
  ];
  await openRecord.file(patient, facts, turn(), [ofFamily('mother', 'Stroke')]);
  const context = toolContext({ openRecord, patient });
  const named = async (state?: string) =>
    ((await useTool('get_conditions', { state }, context)).conditions as { name: string }[])
      .map(({ name }) => name)
      .sort();
  expect(await named()).toEqual(['Asthma', 'Gout', 'Pneumonia']);
  expect(await named('active')).toEqual(['Asthma', 'Gout']);
  expect(await named('past')).toEqual(['Pneumonia']);
  expect((await useTool('get_conditions', {}, context)).family_history).toMatchObject([
    { relation: 'mother', name: 'Stroke' },
  ]);
});

test('entries of every kind are found by a word, or by another name for it, and nobody else’s', async () => {
  const [patient, stranger] = [newPatient(), newPatient()];
  const weights = Array.from({ length: 60 }, () => told('observation', 'Weight', { value: 80, unit: 'kg' }));
  await openRecord.file(
    patient,
    [
      told('observation', 'Blood glucose', { value: 180, unit: 'mg/dL' }),
      told('practitioner', "Dr. O'Neill"),
      told('procedure', 'Knee replacement'),
      ...weights,
    ],
    turn(),
  );
  await openRecord.file(stranger, [told('symptom', 'Knee pain')], turn());
  const found = (words: string) => useTool('search_record', { words }, toolContext({ openRecord, patient }));
  expect(await found('blood sugar')).toMatchObject({
    entries: [{ kind: 'Observation', name: 'Blood glucose', value: 180 }],
  });
  expect(await found("o'neill\\")).toMatchObject({ entries: [{ kind: 'Practitioner', name: "Dr. O'Neill" }] });
  expect(await found('knee')).toMatchObject({
    entries: [{ kind: 'Procedure', name: 'Knee replacement' }],
    more: false,
  });
  expect(await found('weight')).toMatchObject({ entries: { length: 50 }, more: true });
  expect(await found('the of my')).toEqual({ looked_for: [], entries: [], more: false });
});

test('the topic of the conversation is read from this patient’s record and no other', async () => {
  const [patient, stranger] = [newPatient(), newPatient()];
  const gout = told('condition', 'Gout', { status: 'active' });
  await openRecord.file(patient, [gout, told('symptom', 'Gout')], turn());
  const topic = (uuid: string | null) => ({
    get: (key: string) =>
      key === MACHINA_MED_STATE ? { patient_id: 'P-1', user_id: 'U-1', session_topic_node_uuid: uuid } : undefined,
    set: () => {},
  });
  const context = toolContext({ openRecord, patient, state: topic(gout.id) });
  expect(await useTool('read_topic_node', {}, context)).toMatchObject({
    type: 'ConditionCase',
    uuid: gout.id,
    properties: { name: 'Gout', status: 'active' },
    related: [{ name: 'Gout' }],
  });
  for (const other of [
    toolContext({ openRecord, patient: stranger, state: topic(gout.id) }),
    { ...context, state: topic(randomUUID()) },
    { ...context, state: topic(null) },
  ]) {
    expect(await useTool('read_topic_node', {}, other)).toEqual({ error: expect.any(String) });
  }
});

test('the tools over the record say that they need access to it', () => {
  const needing = healthTools(openRecord).filter(({ needs }) => needs === 'record');
  expect(needing.map(({ name }) => name).sort()).toEqual([
    'check_interactions',
    'get_conditions',
    'get_encounters',
    'get_patient_record',
    'get_regimens',
    'get_series',
    'query_graph',
    'read_topic_node',
    'review_body_system',
    'search_record',
  ]);
});

test('the schema that an agent reads names every edge it may follow and no property it may not', async () => {
  const { schema } = await useTool('get_graph_schema', {}, toolContext({ openRecord, patient: newPatient() }));
  expect(schema).toContain('(:Patient)-[:HAS_CONDITION]->(:ConditionCase)');
  expect(schema).toContain('(:IntakeRegimen)-[:OF]->(:Substance)');
  expect(schema).toContain('(:Observation)-[:STATED_IN]->(:Turn) {fact_id: string');
  expect(schema).not.toContain('history');
});
