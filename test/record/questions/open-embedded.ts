/** An empty record of its own for a test file, gone when its tests are. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openEmbeddedRecord } from '../../../src/record/embedded/embedded-record.ts';
import type { PatientRecord } from '../../../src/record/record.ts';
import { filingTerms } from '../../../src/teams/health/filing-terms.ts';

export async function embeddedForTests(): Promise<PatientRecord> {
  const dir = await mkdtemp(join(tmpdir(), 'questions-'));
  const record = await openEmbeddedRecord({ dir }, filingTerms);
  afterAll(async () => {
    await record.close();
    await rm(dir, { recursive: true });
  });
  return record;
}
