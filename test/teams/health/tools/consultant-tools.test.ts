/** The consultant's tools over the record: series, visits, regimens, body systems, interactions. On a real record. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbeddedRecord } from '../../../../src/record/embedded/embedded-record.ts';
import type { PatientRecord } from '../../../../src/record/record.ts';
import { filingTerms } from '../../../../src/teams/health/filing-terms.ts';
import { ofFamily, told, turn } from '../../../record/told.ts';
import { newPatient, toolContext, useTool } from './record-context.ts';

const NOW = new Date('2025-06-15T12:00:00Z');
const patient = newPatient();
let dir: string;
let openRecord: PatientRecord;

const measured = (name: string, value: number, unit: string, effective_time: string) =>
  told('observation', name, { value, unit, canonical: { value, unit }, effective_time });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tools-'));
  openRecord = await openEmbeddedRecord({ dir }, filingTerms);
  await openRecord.describe(patient, { sex: 'male', birth_date: '1960-05-01' });
  await openRecord.file(
    patient,
    [
      measured('HbA1c', 8.1, '%', '2024-06-01'),
      measured('HbA1c', 7.4, '%', '2024-12-01'),
      measured('HbA1c', 6.8, '%', '2025-05-01'),
      measured('Fasting glucose', 128, 'mg/dL', '2025-05-01'),
      measured('Hemoglobin', 13.2, 'g/dL', '2025-05-01'),
      measured('ALT', 62, 'U/L', '2025-04-01'),
      told('condition', 'Fatty liver disease', { status: 'active' }),
      told('medication', 'Warfarin', { value: 5, unit: 'mg', status: 'active' }),
      told('medication', 'Metformin', { value: 500, unit: 'mg', status: 'active' }),
      told('allergy', 'Penicillin', { reaction: 'hives' }),
      told('practitioner', 'Dr. Chen'),
      told('encounter', 'Appointment with Dr. Chen', { status: 'past', effective_time: '2024-08-01' }),
    ],
    turn({ filed_at: '2025-05-02T09:00:00.000Z' }),
    [ofFamily('mother', 'Fatty liver disease')],
  );
  await openRecord.file(
    patient,
    [
      told('medication', 'Metformin', { value: 1000, unit: 'mg', status: 'active' }),
      told('medication', 'Lisinopril', { status: 'stopped', effective_time: '2025-03-01' }),
    ],
    turn({ filed_at: '2025-06-01T09:00:00.000Z' }),
  );
});
afterAll(async () => {
  await openRecord.close();
  await rm(dir, { recursive: true });
});

const use = (name: string, input: object) => useTool(name, input, toolContext({ openRecord, patient, now: NOW }));

describe('get_series', () => {
  test('returns values, highest, lowest, range and trend', async () => {
    const { series } = await use('get_series', { name: 'A1C' });
    expect(series).toMatchObject([
      {
        name: 'HbA1c',
        unit: '%',
        trend: 'falling',
        total: 3,
        reference_range: { low: 4, high: 5.6 },
        highest: { value: 8.1, date: '2024-06-01' },
        lowest: { value: 6.8 },
        points: [{ value: 6.8, interpretation: 'high' }, { value: 7.4 }, { value: 8.1 }],
      },
    ]);
  });

  test('brings the fasting glucose when glucose is asked for', async () => {
    expect(await use('get_series', { name: 'glucose' })).toMatchObject({ series: [{ name: 'Fasting glucose' }] });
  });

  test('judges by the range for this person: 13.2 g/dL is low for a man', async () => {
    const { series } = await use('get_series', { name: 'hemoglobin' });
    expect(series).toMatchObject([{ points: [{ interpretation: 'low' }] }]);
  });

  test('keeps to a time window', async () => {
    expect(await use('get_series', { name: 'HbA1c', since: '2025' })).toMatchObject({ series: [{ total: 1 }] });
  });

  test('lists what was measured, if the asked measurement was not', async () => {
    expect(await use('get_series', { name: 'ferritin' })).toEqual({
      error: 'The record has no such measurement.',
      measured: expect.arrayContaining(['HbA1c', 'ALT']),
    });
  });
});

describe('get_encounters', () => {
  test('says that nothing is recent, and offers the latest older visit', async () => {
    expect(await use('get_encounters', { window: 'recent' })).toMatchObject({
      encounters: [],
      latest_older: { name: 'Appointment with Dr. Chen', practitioners: ['Dr. Chen'] },
    });
  });

  test('lists the past ones', async () => {
    const { encounters } = await use('get_encounters', { window: 'past' });
    expect(encounters).toMatchObject([{ effective_time: '2024-08-01' }]);
    expect(await use('get_encounters', { window: 'scheduled' })).toMatchObject({ encounters: [] });
  });
});

describe('get_regimens', () => {
  test('keeps apart what is taken and what has ended, with earlier doses', async () => {
    const { regimens } = await use('get_regimens', {});
    const active = regimens as Record<string, unknown>[];
    expect(active.map(({ name }) => name).sort()).toEqual(['Metformin', 'Warfarin']);
    expect(active.find(({ name }) => name === 'Metformin')).toMatchObject({ value: 1000, earlier: [{ value: 500 }] });
    expect(await use('get_regimens', { state: 'historical' })).toMatchObject({
      regimens: [{ name: 'Lisinopril', ended_time: '2025-03-01T00:00:00.000Z' }],
    });
  });

  test('leaves out the bookkeeping', async () => {
    expect(JSON.stringify(await use('get_regimens', { state: 'all' }))).not.toMatch(/turn_id|confidence|source_agent/);
  });
});

describe('review_body_system', () => {
  test('gathers tests, conditions and family, and says which tests are missing', async () => {
    const seen = await use('review_body_system', { system: 'liver' });
    expect(seen).toMatchObject({
      system: 'hepatic',
      observations: [{ name: 'ALT', points: [{ value: 62, interpretation: 'high' }] }],
      conditions: [{ name: 'Fatty liver disease' }],
      family_history: [{ relation: 'mother', name: 'Fatty liver disease' }],
    });
    expect(seen.not_measured).toContain('AST');
    expect(seen.not_measured).not.toContain('ALT');
  });

  test('does not guess at a word that names no organ', async () => {
    expect(await use('review_body_system', { system: 'zorblax' })).toEqual({
      error: expect.stringContaining('no organ'),
    });
  });
});

describe('check_interactions', () => {
  test('checks against what is taken and against allergies, the gravest first', async () => {
    const seen = await use('check_interactions', { substances: ['ibuprofen', 'Augmentin', 'ashwagandha'] });
    expect(seen).toMatchObject({
      against: { medications: expect.arrayContaining(['Warfarin', 'Metformin']), allergies: ['Penicillin'] },
      conflicts: [
        {
          kind: 'allergy',
          between: ['Amoxicillin and clavulanate', 'Penicillin (hives)'],
          severity: 'contraindicated',
        },
        {
          kind: 'interaction',
          between: ['Ibuprofen', 'Warfarin'],
          severity: 'serious',
          source: expect.stringContaining('label'),
        },
      ],
      unknown: ['Ashwagandha'],
    });
  });

  test('what was stopped is not checked against', async () => {
    const { conflicts } = await use('check_interactions', { substances: ['potassium supplement'] });
    expect(conflicts).toEqual([]);
  });

  test('without a name, checks what is taken against itself', async () => {
    expect(await use('check_interactions', {})).toMatchObject({
      checked: expect.arrayContaining(['Warfarin']),
      conflicts: [],
    });
  });
});

test.each(['get_series', 'get_encounters', 'get_regimens', 'review_body_system', 'check_interactions'])(
  '%s reads nothing for an agent that may not, nor of another patient',
  async (name) => {
    const input = { name: 'HbA1c', window: 'past', system: 'liver', substances: [] };
    const stranger = await useTool(name, input, toolContext({ openRecord, patient: newPatient(), now: NOW }));
    expect(JSON.stringify(stranger)).not.toMatch(/Warfarin|6\.8|Chen|Fatty liver/);
  },
);
