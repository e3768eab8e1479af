/** Visits by the words that people use for when. A visit in the wrong list sends someone to the wrong day. */
import { describe, expect, test } from 'vitest';
import {
  ENCOUNTER_WINDOWS,
  type EncounterWindow,
  encountersIn,
  encounterWindow,
} from '../../../src/record/questions/encounters.ts';
import { newPatient, told, turn } from '../told.ts';
import { embeddedForTests } from './open-embedded.ts';

const record = await embeddedForTests();
const now = new Date('2025-05-31T15:00:00.000Z');

const VISITS: [string, { effective_time?: string; status?: string }][] = [
  ['years ago', { effective_time: '2020-03', status: 'past' }],
  ['just over three months ago', { effective_time: '2025-02-27', status: 'past' }],
  ['three months ago', { effective_time: '2025-02-28T16:00:00Z' }],
  ['last week', { effective_time: '2025-05-24', status: 'past' }],
  ['planned for last week', { effective_time: '2025-05-23', status: 'scheduled' }],
  ['called off', { effective_time: '2025-05-20', status: 'cancelled' }],
  ['this morning', { effective_time: '2025-05-31T08:00:00Z' }],
  ['this evening', { effective_time: '2025-05-31T19:00:00Z', status: 'scheduled' }],
  ['next month', { effective_time: '2025-06-20', status: 'scheduled' }],
  ['some day', { status: 'scheduled' }],
  ['in hospital now', { effective_time: '2025-05-29', status: 'active' }],
  ['told of without a date', { status: 'past' }],
];

describe('which visits a word means', () => {
  test.each<[EncounterWindow, string[]]>([
    ['recent', ['in hospital now', 'last week', 'planned for last week', 'this morning', 'three months ago']],
    [
      'past',
      [
        'in hospital now',
        'just over three months ago',
        'last week',
        'planned for last week',
        'this morning',
        'three months ago',
        'told of without a date',
        'years ago',
      ],
    ],
    ['current', ['in hospital now', 'this evening', 'this morning']],
    ['scheduled', ['next month', 'some day', 'this evening']],
  ])('%s', async (word, names) => {
    const patient = newPatient();
    const visits = VISITS.map(([name, details]) => told('encounter', name, details));
    await record.file(patient, visits, turn({ filed_at: '2025-05-31T14:00:00.000Z' }));
    const found = await encountersIn(record, patient, word, { now, limit: 50 });
    expect(found.map(({ name }) => name).sort()).toEqual(names);
    expect(await encountersIn(record, patient, word, { now, limit: 1 })).toEqual(found.slice(0, 1));
  });
});

test('three months before the 31st end in a month that has no 31st', () => {
  expect(encounterWindow('recent', now)).toEqual({ from: '2025-02-28T15:00:00.000Z', to: now.toISOString() });
});

test('every word has a stretch of time', () => {
  for (const word of ENCOUNTER_WINDOWS) expect(Object.keys(encounterWindow(word, now)).length).toBeGreaterThan(0);
});
