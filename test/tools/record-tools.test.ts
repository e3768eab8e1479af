/** The tools that read a patient's record, on a real one. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MACHINA_MED_STATE } from '../../src/memory/machina-med-state.ts';
import { openEmbeddedRecord } from '../../src/record/embedded/embedded-record.ts';
import type { PatientRecord } from '../../src/record/record.ts';
import { newPatient, told, turn } from '../record/told.ts';
import { toolContext, useTool } from './context.ts';

let dir: string;
let openRecord: PatientRecord;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tools-'));
  openRecord = await openEmbeddedRecord({ dir });
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
  const many = Array.from({ length: 30 }, (_, n) =>
    told('condition', `Condition ${n}`, { severity: 'x'.repeat(9000) }),
  );
  await openRecord.file(patient, many, turn());
  const context = toolContext({ openRecord, patient });
  const seen = await useTool('get_patient_record', { sections: ['conditions'], limit: 5 }, context);
  expect(Object.keys(seen.record as object)).toEqual(['conditions']);
  expect((seen.record as { conditions: unknown[] }).conditions).toHaveLength(5);
  expect(seen.more).toEqual(['conditions']);
  expect(JSON.stringify(seen).length).toBeLessThan(5000);
});

test('a series of measurements comes newest first, and only of what was asked for', async () => {
  const patient = newPatient();
  const reading = (name: string, value: number | string, effective_time?: string) =>
    told('observation', name, { value, unit: 'mmHg', effective_time });
  await openRecord.file(
    patient,
    [
      reading('Systolic blood pressure', 150, '2025-01-01'),
      reading('Systolic blood pressure', 130, '2025-02-01'),
      reading('Diastolic blood pressure', 85, '2025-02-01'),
      reading('Heart rate', 60),
    ],
    turn(),
  );
  const context = toolContext({ openRecord, patient });
  const seen = await useTool('get_observations', { name: 'systolic' }, context);
  expect(seen).toMatchObject({
    total: 2,
    observations: [
      { value: 130, unit: 'mmHg', date: '2025-02-01' },
      { value: 150, unit: 'mmHg', date: '2025-01-01' },
    ],
  });
  expect(await useTool('get_observations', { name: 'Blood pressure' }, context)).toMatchObject({ total: 3 });
  const missing = await useTool('get_observations', { name: 'Ferritin' }, context);
  expect(missing.error).toBeTypeOf('string');
  expect(missing.measured).toContain('Heart rate');
});

test('a test is found under the name people use for it, with its range and where each value stands', async () => {
  const patient = newPatient();
  const a1c = (value: number, effective_time: string) =>
    told('observation', 'HbA1c', { value, unit: '%', canonical: { value, unit: '%' }, effective_time });
  await openRecord.file(
    patient,
    [a1c(5.2, '2024-06-01'), a1c(8.1, '2025-01-01'), told('observation', 'Weight')],
    turn(),
  );
  const seen = await useTool('get_observations', { name: 'A1C' }, toolContext({ openRecord, patient }));
  expect(seen).toMatchObject({
    observations: [
      { name: 'HbA1c', value: 8.1, interpretation: 'high' },
      { name: 'HbA1c', value: 5.2, interpretation: 'normal' },
    ],
    reference_ranges: [{ name: 'HbA1c', unit: '%', high: expect.any(Number) }],
  });
});

test('a long history that was not searched to its end says so', async () => {
  const patient = newPatient();
  const weights = Array.from({ length: 210 }, () => told('observation', 'Weight', { value: 80 }));
  await openRecord.file(patient, weights, turn());
  const seen = await useTool('get_observations', { name: 'weight', limit: 3 }, toolContext({ openRecord, patient }));
  expect(seen.observations).toHaveLength(3);
  expect(seen.note).toContain('10 older');
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
    { ...context, patient: stranger },
    { ...context, state: topic(randomUUID()) },
    { ...context, state: topic(null) },
  ]) {
    expect(await useTool('read_topic_node', {}, other)).toEqual({ error: expect.any(String) });
  }
});

test('an agent without leave to read the record gets nothing from any of these tools', async () => {
  for (const [name, input] of [
    ['get_patient_record', {}],
    ['get_observations', { name: 'Weight' }],
  ] as const) {
    await expect(useTool(name, input, toolContext())).rejects.toMatchObject({ code: 'record_forbidden' });
  }
});

test('the schema that an agent reads names every edge it may follow and no property it may not', async () => {
  const { schema } = await useTool('get_graph_schema', {}, toolContext());
  expect(schema).toContain('(:Patient)-[:HAS_CONDITION]->(:ConditionCase)');
  expect(schema).toContain('(:IntakeRegimen)-[:OF]->(:Substance)');
  expect(schema).toContain('(:Observation)-[:STATED_IN]->(:Turn) {fact_id: string');
  expect(schema).not.toContain('history');
});
