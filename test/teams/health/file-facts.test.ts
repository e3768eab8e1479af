/** What is filed of a message that a model has read: the rules read it too, so that a model that finds nothing loses nothing. */
import { describe, expect, test, vi } from 'vitest';
import { OFFLINE } from '../../../src/engine/models/model.ts';
import { answerUsage, type RunResult } from '../../../src/engine/run/run-result.ts';
import { createLog } from '../../../src/platform/log.ts';
import type { MentionInput } from '../../../src/record/mention.ts';
import { EXTRACTIONS } from '../../../src/record/mention.ts';
import { healthTeam } from '../../../src/teams/health/index.ts';
import type { Reading } from '../../../src/teams/reading.ts';
import type { TeamParts } from '../../../src/teams/team-parts.ts';
import { readHere } from '../../support/reading.ts';
import { taskRequest } from '../../support/task-request.ts';

const EXTRACTORS = {
  DataEntryAgent: EXTRACTIONS.DataEntryExtraction,
  DataExtractorAgent: EXTRACTIONS.DataExtraction,
  MedicalMeasurementsAgent: EXTRACTIONS.MedicalMeasurements,
  MedicalContextAgent: EXTRACTIONS.MedicalContextExtraction,
} as const;
type Extractor = keyof typeof EXTRACTORS;

function run(agent: Extractor, facts: readonly MentionInput[], model: string): RunResult {
  return {
    agent,
    status: 'success',
    text: '',
    output: EXTRACTORS[agent].parse({ facts }),
    answered_by: agent,
    usage: answerUsage({ model, input_tokens: 1, output_tokens: 1, cost_usd: 0 }),
    ms: 1,
    attempts: 1,
    children: [],
  };
}

/** Nobody's record: what a turn without a subject tells is shown and not filed. */
async function turn(
  text: string,
  read: Partial<Record<Extractor, readonly MentionInput[]>>,
  { model = 'small', earlier = [], reading = readHere }: { model?: string; earlier?: string[]; reading?: Reading } = {},
) {
  const team = healthTeam({ reading, metrics: { factsRefused: { inc: () => undefined } } } as unknown as TeamParts);
  const task = { ...taskRequest({ id: 'turn-1', subject: null, created_at: '2026-03-18T10:30:00.000Z' }), text };
  const runs = (Object.keys(EXTRACTORS) as Extractor[]).map((agent) => run(agent, read[agent] ?? [], model));
  const state = { get: () => undefined };
  const { data = {} } = (await team.fanIn?.({ task, runs, earlier, state, log: createLog('silent') })) ?? {};
  return data as {
    facts: { kind: string; name: string; value?: number; confidence: number; source_agent: string }[];
    disagreements?: { agent: string; read: string; kept: string }[];
  };
}

const lines = ({ facts }: Awaited<ReturnType<typeof turn>>) =>
  facts.map(({ kind, name, value = '', source_agent }) =>
    `${kind} ${name} ${value}`.trim().concat(` by ${source_agent}`),
  );

describe('beside a model the rules read', () => {
  test('what an empty or poor extraction leaves out is filed', async () => {
    const read = await turn('I have chest pain. BP 150/95, and I take metformin 500 mg twice a day', {
      MedicalContextAgent: [{ kind: 'medication', name: 'Dr. Patel', quote: 'I take metformin 500 mg' }],
      MedicalMeasurementsAgent: [
        { kind: 'observation', name: 'Metformin', value: 500, unit: 'mg', quote: 'metformin 500 mg' },
        { kind: 'observation', name: 'Blood pressure', quote: 'BP 150/95' },
      ],
    });
    expect(lines(read)).toEqual([
      'symptom Chest pain by DataExtractorAgent (rules)',
      'observation Systolic blood pressure 150 by MedicalMeasurementsAgent (rules)',
      'observation Diastolic blood pressure 95 by MedicalMeasurementsAgent (rules)',
      'medication Metformin 500 by MedicalContextAgent (rules)',
    ]);
  });

  test('what both have read is the model’s, and surer than either', async () => {
    const fact = { kind: 'symptom', name: 'Chest pain', quote: 'chest pain', confidence: 0.5 } as const;
    const [alone] = (await turn('I have chest pain', {})).facts;
    const [both] = (await turn('I have chest pain', { DataExtractorAgent: [fact] })).facts;
    expect(both).toMatchObject({ name: 'Chest pain', source_agent: 'DataExtractorAgent' });
    expect(both?.confidence).toBeGreaterThan(alone?.confidence ?? 1);
  });

  test('what rules have read by the words around its quote needs no other proof', async () => {
    const text = 'Ferritin was 9 in March, 22 in June';
    const fact = { kind: 'observation', name: 'Ferritin', value: 22, quote: '22 in June' } as const;
    expect(lines(await turn(text, { MedicalMeasurementsAgent: [fact] }))).toContain(
      'observation Ferritin 22 by MedicalMeasurementsAgent',
    );
  });

  test('what the model alone has read is filed if its quote says it', async () => {
    const read = await turn('My knee creaks', {
      DataExtractorAgent: [
        { kind: 'symptom', name: 'Creaking knee', quote: 'My knee creaks' },
        { kind: 'symptom', name: 'Headache', quote: 'My knee creaks' },
      ],
    });
    expect(lines(read)).toEqual(['symptom Creaking knee by DataExtractorAgent']);
  });

  test('what the conversation before says of whose it is holds for them too', async () => {
    const earlier = ['My husband has diabetes and takes metformin 500 mg.'];
    expect((await turn('He has chest pain', {}, { earlier })).facts).toEqual([]);
  });
});

describe('where they contradict each other the rules’ reading holds, and the turn says so', () => {
  test.each<[string, string, Extractor, MentionInput, string, { read: string; kept: string }]>([
    [
      'another value',
      'BP 150/95, pulse 80',
      'MedicalMeasurementsAgent',
      { kind: 'observation', name: 'Heart rate', value: 150, quote: 'BP 150/95, pulse 80' },
      'observation Heart rate 80 by MedicalMeasurementsAgent (rules)',
      { read: 'observation Heart rate 150', kept: 'observation Heart rate 80' },
    ],
    [
      'another kind',
      'I am allergic to penicillin',
      'MedicalContextAgent',
      { kind: 'medication', name: 'Penicillin', quote: 'penicillin' },
      'allergy Penicillin by',
      { read: 'medication Penicillin', kept: 'allergy Penicillin' },
    ],
    [
      'what is denied',
      'I have a cough but no fever',
      'DataExtractorAgent',
      { kind: 'symptom', name: 'Fever', quote: 'no fever' },
      'symptom Cough by DataExtractorAgent (rules)',
      { read: 'symptom Fever', kept: 'symptom Fever, denied' },
    ],
    [
      'what is denied by the model alone',
      'I have a cough',
      'DataExtractorAgent',
      { kind: 'symptom', name: 'Cough', quote: 'a cough', assertion: 'absent' },
      'symptom Cough by DataExtractorAgent (rules)',
      { read: 'symptom Cough, denied', kept: 'symptom Cough' },
    ],
    [
      'whose it is',
      'My mother has asthma',
      'DataExtractorAgent',
      { kind: 'condition', name: 'Asthma', quote: 'asthma' },
      'family_history Asthma by DataExtractorAgent (rules)',
      { read: 'condition Asthma', kept: 'condition Asthma, of a relative' },
    ],
  ])('%s', async (_, text, agent, mention, filed, { read, kept }) => {
    const told = await turn(text, { [agent]: [mention] });
    expect(lines(told)).toContainEqual(expect.stringContaining(filed));
    expect(lines(told).filter((line) => line.endsWith(`by ${agent}`))).toEqual([]);
    expect(told.disagreements).toMatchObject([
      { agent, read: expect.stringContaining(read), kept: expect.stringContaining(kept) },
    ]);
  });
});

describe('what a model says is to be corrected', () => {
  const corrections = async (text: string, correction: Record<string, unknown>) => {
    const given = { action: 'withdraw', confidence: 0.9, quote: text, ...correction };
    const mentions = [{ agent: 'DataEntryAgent', byModel: true, mentions: [], corrections: [given as never] }];
    const told = await readHere.read('told', { id: 'turn-1', text, read: mentions });
    return told.corrections.map(({ target, change }) => ({ target, change }));
  };

  test('is told where the words say it', async () => {
    const asthma = { kinds: ['condition'], name: 'Asthma' };
    expect(await corrections('my asthma is a mistake', { kind: 'condition', name: 'asthma' })).toEqual([
      { target: asthma, change: null },
    ]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['a name that is not said', { kind: 'condition', name: 'asthma' }],
    ['a value that is not said', { action: 'change', kind: 'observation', name: 'weight', value: 67 }],
    ['nothing in particular', {}],
  ])('%s is left alone', async (_, correction) => {
    expect(await corrections('my weight is 76 kg', correction)).toEqual([]);
  });
});

test('without a model nothing is read twice', async () => {
  const read = vi.fn(readHere.read) as Reading['read'] & ReturnType<typeof vi.fn>;
  const data = await turn('I have chest pain', {}, { model: OFFLINE, reading: { read } });
  expect(read.mock.calls.map(([name]) => name)).toEqual(['told']);
  expect(data).not.toHaveProperty('disagreements');
});

test('a text that the rules cannot read costs the comparison and not the turn', async () => {
  const reading: Reading = {
    read: (name, input) => (name === 'beside' ? Promise.reject(new Error('too slow')) : readHere.read(name, input)),
  };
  const fact = { kind: 'symptom', name: 'Chest pain', quote: 'chest pain' } as const;
  expect(lines(await turn('I have chest pain', { DataExtractorAgent: [fact] }, { reading }))).toEqual([
    'symptom Chest pain by DataExtractorAgent',
  ]);
});
