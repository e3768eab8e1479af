/** What others write, taken into a record and out again. */
import { expect } from 'vitest';
import { fromFhirBundle } from '../../../src/record/fhir/import.ts';
import { terminology } from '../../../src/teams/health/terminology.ts';
import { newPatient } from '../told.ts';
import { exported, NOW, onTheWire, type Store } from './graph.ts';
import { problemsOf } from './validate.ts';

export type Json = Record<string, unknown>;

export async function take(
  store: Store,
  patient: string,
  bundle: unknown,
): Promise<{ created: number; updated: number }> {
  const imported = fromFhirBundle(bundle, { patient, now: NOW, terminology });
  expect(imported.skipped).toEqual([]);
  const done = { created: 0, updated: 0 };
  for (const { facts, provenance, family } of imported.sources) {
    const { created, updated } = await store.record.file(patient, facts, provenance, family);
    done.created += created;
    done.updated += updated;
  }
  return done;
}

export const bundleOf = (resource: Json) => ({ resourceType: 'Bundle', type: 'collection', entry: [{ resource }] });

/** In, out, in again where it is, and in elsewhere and out: the resource as it comes out, the same both times. */
export async function through(store: Store, resource: Json): Promise<Json> {
  const [patient, other] = [newPatient(), newPatient()];
  await take(store, patient, bundleOf(resource));
  const first = onTheWire(await exported(store, patient));
  expect(problemsOf(first)).toEqual([]);
  expect(await take(store, patient, first)).toEqual({ created: 0, updated: 0 });
  await take(store, other, first);
  const again = onTheWire(await exported(store, other));
  const [one, two] = [first, again].map((bundle) => {
    const { id: _, subject, patient: whose, ...rest } = (bundle.entry?.[1]?.resource ?? {}) as Json;
    return rest;
  });
  expect(two).toEqual(one);
  return one as Json;
}
