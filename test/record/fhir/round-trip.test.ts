/**
 * Export, import, file, export again: whoever moves their record by FHIR keeps what both sides can hold. What does not come
 * back: `history`, the earlier states of a node, since a bundle holds resources as they are now; control characters and odd
 * spaces, which FHIR forbids in texts; and a code that only the type had is afterwards the thing's own.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromFhirBundle } from '../../../src/record/fhir/import.ts';
import type { FhirBundle } from '../../../src/record/fhir/types.ts';
import type { PatientProfile } from '../../../src/record/patient-graph.ts';
import { newPatient } from '../told.ts';
import { exported, fileImport, NOW, onTheWire, openStore, type Store } from './graph.ts';
import { life, type Turn, turnsOf } from './lives.ts';
import { problemsOf } from './validate.ts';

const PROFILE: PatientProfile = { birth_date: '1961-07-04', sex: 'female' };

let here: Store;
let there: Store;
beforeAll(async () => {
  [here, there] = await Promise.all([openStore(), openStore()]);
});
afterAll(() => Promise.all([here.close(), there.close()]));

async function lived(turns: readonly Turn[]): Promise<{ patient: string; bundle: FhirBundle }> {
  const patient = newPatient();
  await here.record.describe(patient, PROFILE);
  for (const { facts, provenance, family } of turns) await here.record.file(patient, facts, provenance, family);
  return { patient, bundle: onTheWire(await exported(here, patient)) };
}

/** What a bundle says, order aside. */
function content({ entry }: FhirBundle, which: (type: string) => boolean): unknown[] {
  const resources = entry.map(({ resource }) => resource).filter(({ resourceType }) => which(resourceType));
  return resources.sort((a, b) => (a.id < b.id ? -1 : 1));
}
const isProvenance = (type: string) => type === 'Provenance';
const isContent = (type: string) => !isProvenance(type);

test('every record becomes a bundle that a strict FHIR client accepts', async () => {
  await fc.assert(
    fc.asyncProperty(life, async (told) => {
      const { bundle } = await lived(turnsOf(told));
      expect(problemsOf(bundle)).toEqual([]);
    }),
    { numRuns: Number(process.env.RUNS ?? 40) },
  );
}, 120_000);

test('a record that is exported, imported elsewhere and exported again says the same', async () => {
  await fc.assert(
    fc.asyncProperty(life, async (told) => {
      const { patient, bundle } = await lived(turnsOf(told));
      const imported = fromFhirBundle(bundle, { patient, now: NOW });
      expect(imported.skipped).toEqual([]);
      expect(imported.profile).toEqual(PROFILE);
      await fileImport(there, patient, imported);
      const again = await exported(there, patient);
      expect(content(again, isContent)).toEqual(content(bundle, isContent));
      expect(content(again, isProvenance)).toEqual(content(bundle, isProvenance));
    }),
    { numRuns: Number(process.env.RUNS ?? 40) },
  );
}, 120_000);
