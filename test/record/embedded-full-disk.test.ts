/** A disk that is full, on a real file system of one megabyte: the record says that it cannot write, reads on, and recovers. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbeddedRecord } from '../../src/record/embedded/embedded-record.ts';
import { filingTerms } from '../../src/teams/health/filing-terms.ts';
import { newPatient, told, turn } from './told.ts';

const dir = mkdtempSync(join(tmpdir(), 'record-full-'));
const mounted = mountSmallDisk();
const unavailable = { code: 'record_unavailable' };

function mountSmallDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dir], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!mounted)(`a full disk${mounted ? '' : ' (skipped: mounting one is not allowed here)'}`, () => {
  let record: Awaited<ReturnType<typeof openEmbeddedRecord>>;
  const patient = newPatient();
  const gout = () => told('condition', 'Gout', { evidence: { start: 0, end: 9_000, text: 'x'.repeat(9_000) } });

  beforeAll(async () => {
    record = await openEmbeddedRecord({ dir }, filingTerms);
    await record.file(patient, [gout()], turn());
  });
  afterAll(() => record.close());

  test('is not taken for a record that works, by the health check or by whoever files', async () => {
    await expect(fillDisk()).rejects.toMatchObject({ code: 'ENOSPC' });
    await expect(record.ping()).rejects.toMatchObject(unavailable);
    await expect(record.file(patient, [gout()], turn())).rejects.toMatchObject(unavailable);
    expect((await record.sidePanel(patient, 'P')).counts.conditions).toBe(1);
    await expect(record.ping()).rejects.toMatchObject(unavailable);

    await rm(join(dir, 'filler'));
    await record.ping();
    expect(await record.file(patient, [gout()], turn())).toEqual({ created: 0, updated: 1 });
  });
});

afterAll(() => {
  if (mounted) execFileSync('umount', ['-l', dir]);
  rmSync(dir, { recursive: true });
});

async function fillDisk(): Promise<void> {
  for (;;) await appendFile(join(dir, 'filler'), Buffer.alloc(4096));
}
