/** Records on disk, to take a bundle from and to put one into. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedRecord } from '../../../src/record/embedded/embedded-record.ts';
import { toFhirBundle } from '../../../src/record/fhir/export.ts';
import type { FhirImport } from '../../../src/record/fhir/import.ts';
import type { PatientRecord } from '../../../src/record/record.ts';
import { filingTerms } from '../../../src/teams/health/filing-terms.ts';
import { terminology } from '../../../src/teams/health/terminology.ts';
import type { FhirBundle } from './r4-resources.ts';

export const NOW = '2025-11-01T12:00:00.000Z';

export type Store = { record: PatientRecord; close(): Promise<void> };

export async function openStore(): Promise<Store> {
  const dir = await mkdtemp(join(tmpdir(), 'fhir-'));
  const record = await openEmbeddedRecord({ dir }, filingTerms);
  return {
    record,
    async close() {
      await record.close();
      await rm(dir, { recursive: true });
    },
  };
}

export async function exported({ record }: Store, patient: string): Promise<FhirBundle> {
  return toFhirBundle(await record.graph(patient), { patientId: 'P-7', now: NOW, terminology }) as FhirBundle;
}

/** As it travels: what JSON cannot carry is gone. */
export function onTheWire(bundle: FhirBundle): FhirBundle {
  return JSON.parse(JSON.stringify(bundle)) as FhirBundle;
}

export async function fileImport({ record }: Store, patient: string, imported: FhirImport): Promise<void> {
  await record.describe(patient, imported.profile);
  await record.fileWithdrawn(patient, imported.withdrawn);
  for (const { facts, provenance, family } of imported.sources) await record.file(patient, facts, provenance, family);
}
