import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openEmbeddedRecord } from '../../src/record/embedded/embedded-record.ts';
import { filingTerms } from '../../src/teams/health/filing-terms.ts';
import { recordContract } from './contract.ts';

const dir = await mkdtemp(join(tmpdir(), 'record-'));
afterAll(() => rm(dir, { recursive: true }));

recordContract('embedded', () => openEmbeddedRecord({ dir }, filingTerms));
