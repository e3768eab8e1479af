/** Questions in Cypher over the embedded record do not hold the event loop, whatever they cost. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guard } from '../../src/record/cypher/guard.ts';
import { openEmbeddedRecord } from '../../src/record/embedded/embedded-record.ts';
import type { PatientRecord } from '../../src/record/record.ts';
import { filingTerms } from '../../src/teams/health/filing-terms.ts';
import { newPatient, told, turn } from './told.ts';

let dir: string;
let record: PatientRecord;
const patient = newPatient();
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'record-'));
  record = await openEmbeddedRecord({ dir }, filingTerms);
  const facts = Array.from({ length: 300 }, (_, value) => told('observation', 'Grip', { value }));
  await record.file(patient, facts, turn());
});
afterAll(async () => {
  await record.close();
  await rm(dir, { recursive: true });
});

/** Turns of the event loop until it is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [turns, done] = [0, false];
  const count = () => {
    turns += 1;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  await work.finally(() => {
    done = true;
  });
  return turns;
}

const every = (...names: string[]) => names.map((name) => `(p)-[:HAS_OBSERVATION]->(${name})`).join(', ');
const LARGE = guard(`MATCH (p:Patient {uuid: $patient_uuid}), ${every('a', 'b', 'c', 'd')} RETURN count(*) AS n`);
const SMALL = guard('MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(o) RETURN count(*) AS n');

test('the event loop goes on turning while a query of millions of steps is answered', async () => {
  const large = record.read(patient, LARGE).catch((error: { code: string }) => error.code);
  expect(await turnsDuring(large)).toBeGreaterThan(100);
  expect(await large).toBe('query_too_slow');
});

test('a question that is asked meanwhile does not wait for it', async () => {
  let large: string | undefined;
  const asked = record.read(patient, LARGE).catch((error: { code: string }) => {
    large = error.code;
  });
  expect((await record.read(patient, SMALL)).rows).toEqual([[300]]);
  expect(large).toBeUndefined();
  await asked;
  expect(large).toBe('query_too_slow');
});

test('what was filed or erased a moment ago is seen by the next question', async () => {
  const other = newPatient();
  const count = async () => (await record.read(other, SMALL)).rows;
  expect(await count()).toEqual([[0]]);
  await record.file(other, [told('observation', 'Grip', { value: 1 })], turn());
  expect(await count()).toEqual([[1]]);
  await record.erase(other);
  expect(await count()).toEqual([[0]]);
});
