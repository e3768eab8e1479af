/** "Anything about my liver?", from the words to the answer, on the real engine: a system has more names than a query may hold. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { answerInWords } from '../../../src/clinical/questions/answer.ts';
import type { RecordQuestion } from '../../../src/clinical/questions/question.ts';
import { readRecordQuestion } from '../../../src/clinical/questions/read-question.ts';
import { rowsOf } from '../../../src/clinical/questions/rows.ts';
import { writeCypher } from '../../../src/clinical/questions/write-cypher.ts';
import { guard } from '../../../src/record/cypher/guard.ts';
import { openEmbeddedRecord } from '../../../src/record/embedded/embedded-record.ts';
import { FAMILY, KINDS } from '../../../src/record/schema.ts';
import { filingTerms } from '../../../src/teams/health/filing-terms.ts';
import { newPatient, told, turn } from '../../record/told.ts';

const dir = await mkdtemp(join(tmpdir(), 'system-'));
const record = await openEmbeddedRecord({ dir }, filingTerms);
afterAll(async () => {
  await record.close();
  await rm(dir, { recursive: true });
});

const MOMENT = { now: new Date('2026-11-15T10:00:00Z'), timezone: 'UTC' };

test('tells what belongs to the system, by our tables or by its own word, and nothing else', async () => {
  const patient = newPatient();
  const facts = [
    told('condition', 'Cirrhosis'),
    told('condition', 'Some liver thing'),
    told('condition', 'Gout'),
    told('symptom', 'Jaundice'),
    told('observation', 'ALT', { value: 62, unit: 'U/L' }),
    told('observation', 'TSH', { value: 2, unit: 'mIU/L' }),
  ];
  await record.file(patient, facts, turn());

  const said = await answered(patient, 'Anything about my liver?');
  for (const name of ['Cirrhosis', 'Some liver thing', 'Jaundice', 'ALT']) expect(said).toContain(name);
  for (const name of ['Gout', 'TSH']) expect(said).not.toContain(name);
  expect(await answered(patient, 'Anything about my brain?')).toContain('holds nothing');
});

async function answered(patient: string, text: string): Promise<string> {
  const question = readRecordQuestion(text, MOMENT) as RecordQuestion;
  const { columns, rows } = await record.read(patient, guard(writeCypher(question, { ...KINDS, family: FAMILY })));
  return answerInWords(question, rowsOf(columns, rows));
}
