/**
 * Export, import, file, export again: whoever moves their record by FHIR keeps what both sides can hold. What does not come
 * back: `history`, the earlier states of a node, since a bundle holds resources as they are now; control characters and odd spaces,
 * which FHIR forbids in texts; and two readings that corrections have made equal, which are one reading told twice after an import.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromFhirBundle } from '../../../src/record/fhir/import.ts';
import type { PatientProfile, Properties } from '../../../src/record/patient-graph.ts';
import { LABELS } from '../../../src/record/schema.ts';
import { terminology } from '../../../src/teams/health/terminology.ts';
import { fewer } from '../../support/sampled.ts';
import { amendment, newPatient } from '../told.ts';
import { exported, fileImport, NOW, onTheWire, openStore, type Store } from './graph.ts';
import { life, type Turn, turnsOf } from './lives.ts';
import type { FhirBundle } from './r4-resources.ts';
import { problemsOf } from './validate.ts';

const RUNS = fewer(200);
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
  // The first thing told of each turn was wrong, and so was the date of the last measurement.
  for (const [index, { facts, provenance }] of turns.entries()) {
    const [first, last] = [facts[0], facts.findLast(({ kind }) => kind === 'observation')];
    const wrong = amendment({ fact_id: first?.id ?? '' }, null, { reason: 'never so' });
    const late = amendment({ fact_id: last?.id ?? '' }, { effective_time: `2024-12-${10 + index}` });
    const filed_at = provenance.filed_at.replace('T09:00', 'T09:01');
    const source = { ...provenance, turn_id: randomUUID(), filed_at, by: 'key:test' };
    await here.record.correct(patient, [wrong, late], source);
  }
  return { patient, bundle: onTheWire(await exported(here, patient)) };
}

/** What a bundle says, order aside. */
function content({ entry = [] }: FhirBundle, which: (type: string) => boolean): unknown[] {
  const resources = entry.map(({ resource }) => resource).filter(({ resourceType }) => which(resourceType));
  return resources.sort((a, b) => (a.id < b.id ? -1 : 1));
}
/**
 * What the record itself holds of each thing, so that nothing can be lost by being left out of both bundles. Who told it when
 * is in the statements, and so in the Provenances; the node's own note of it skips what was told of the distant past.
 */
const SAID_IN = new Set<string>(['Session', 'Turn']);

async function heldBy({ record }: Store, patient: string): Promise<Map<string, Properties>> {
  const { nodes } = await record.graph(patient);
  const own = nodes
    .filter(({ label }) => LABELS[label].scope === 'owned' && !SAID_IN.has(label))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return new Map(
    own.map(({ id, properties: { history, turn_id, recorded_at, source_agent, confidence, ...rest } }) => [id, rest]),
  );
}

const isProvenance = (type: string) => type === 'Provenance';
const isContent = (type: string) => !isProvenance(type);

test('every record becomes a bundle that a strict FHIR client accepts', async () => {
  await fc.assert(
    fc.asyncProperty(life, async (told) => {
      const { bundle } = await lived(turnsOf(told));
      expect(problemsOf(bundle)).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

test('a record that is exported, imported elsewhere and exported again says the same', async () => {
  await fc.assert(
    fc.asyncProperty(life, async (told) => {
      const { patient, bundle } = await lived(turnsOf(told));
      // The order of entries means nothing in a collection.
      const shuffled = { ...bundle, entry: bundle.entry?.toReversed() };
      const imported = fromFhirBundle(shuffled, { patient, now: NOW, terminology });
      expect(imported.skipped).toEqual([]);
      expect(imported.profile).toEqual(PROFILE);
      await fileImport(there, patient, imported);
      const again = await exported(there, patient);
      expect(content(again, isContent)).toEqual(content(bundle, isContent));
      expect(content(again, isProvenance)).toEqual(content(bundle, isProvenance));
      expect(await heldBy(there, patient)).toEqual(await heldBy(here, patient));
    }),
    { numRuns: RUNS },
  );
});
