/**
 * Nobody can keep a process busy with one message: the whole offline work of a turn comes to an end on twenty thousand characters of
 * anything. An idle machine takes well under 300 ms for each; work that grows with the square of the length takes longer than a test may.
 */
import { expect, test } from 'vitest';
import { redFlags } from '../../../../src/clinical/red-flags/red-flags.ts';
import { ask, called, request, responded, user } from './support.ts';

const LETTERS = 20_000;
const EXTRACTORS = ['DataEntryAgent', 'DataExtractorAgent', 'MedicalMeasurementsAgent', 'MedicalContextAgent'];
const RECORD = { counts: {}, record: { conditions: [], medications: [], observations: [] }, more: [] };

test.each([
  'chest pain ',
  'blood pressure ',
  'metformin 500 mg, ',
  'my mother had ',
  'no ',
  'yesterday ',
  'diabtes ',
  '120/80 ',
  '5 % ',
  '7 ',
  '7',
  ',',
  '"',
  "'",
  '(',
  '?',
  '<',
  'a b ',
  'a',
  ' ',
  '😀',
  'https://x.y/ ',
])('%j, over and over', async (piece) => {
  const text = `a${piece.repeat(Math.ceil(LETTERS / piece.length)).slice(0, LETTERS)}b`;
  const asks = [user(text)];
  const looked = [...asks, called('get_patient_record'), responded('get_patient_record', RECORD)];
  redFlags(text);
  const answers = [
    await ask(request('TriageAgent', asks)),
    ...(await Promise.all(EXTRACTORS.map((agent) => ask(request(agent, asks, { output: {} }))))),
    await ask(request('HealthConsultantAgent', asks, { toolNames: ['get_patient_record'] })),
    await ask(request('HealthConsultantAgent', looked, { toolNames: ['get_patient_record'] })),
    await ask(request('HealthConsultantLiteAgent', asks)),
  ];
  // Each has said something or called a tool.
  for (const { text: said, calls } of answers) expect(said !== '' || calls.length > 0).toBe(true);
});
