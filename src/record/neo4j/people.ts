/** Whose records there are in Neo4j, for lists: properties of the patient node that no query of a model can name. */

import type { Run } from '../../platform/neo4j.ts';
import type { FiledPerson } from '../patient-graph.ts';
import { afterPerson, type ListedPerson, type PeopleQuery, sortOf } from '../people.ts';
import { profileOf } from '../profile.ts';
import { recordedAt } from '../properties.ts';
import type { Provenance } from '../record.ts';
import { FILED_KINDS, kindRule } from '../schema.ts';
import { propertiesFrom, type Stored } from './values.ts';

const FACTS = FILED_KINDS.map((kind) => `COUNT { (p)-[:${kindRule(kind).edge}]->() }`).join(' + ');

const NOTE = `MATCH (p:Patient {uuid: $patient})
SET p += $person, p.person_updated = CASE WHEN p.person_updated > $at THEN p.person_updated ELSE $at END`;

/** In the order of the index. */
const people = (isLimited: boolean) => `MATCH (p:Patient)
WHERE p.person_tenant = $tenant AND p.person_sort STARTS WITH $prefix
  AND (p.person_sort > $sort OR p.person_sort = $sort AND p.person_id > $id)
  ${isLimited ? 'AND p.person_id IN $only' : ''}
WITH p ORDER BY p.person_sort, p.person_id LIMIT $limit
RETURN properties(p) AS self, ${FACTS} AS facts`;

/** Notes whom the record is of and that it has changed. The patient node is there, and locked. */
export async function notePerson(run: Run, patient: string, provenance: Provenance): Promise<void> {
  const { person } = provenance;
  await run(NOTE, { patient, person: person ? named(person) : {}, at: recordedAt(provenance) });
}

/** As properties of the patient node. */
export function storedPerson({ updated_at, ...person }: FiledPerson): Stored {
  return { ...named(person), person_updated: updated_at };
}

export function personFrom({ person_tenant, person_id, person_updated }: Stored): FiledPerson | undefined {
  if (typeof person_tenant !== 'string') return undefined;
  return { tenant: person_tenant, id: String(person_id), updated_at: String(person_updated) };
}

export async function readPeople(run: Run, tenant: string, query: PeopleQuery): Promise<ListedPerson[]> {
  const rows = await run<{ self: Stored; facts: bigint }>(people(query.only !== null), {
    tenant,
    prefix: sortOf(query.prefix),
    ...afterPerson(query.after),
    only: [...(query.only ?? [])],
    limit: BigInt(query.limit),
  });
  return rows.map(({ self, facts }) => ({
    id: String(self.person_id),
    updated_at: String(self.person_updated),
    facts: Number(facts),
    ...profileOf(propertiesFrom(self)),
  }));
}

function named({ tenant, id }: NonNullable<Provenance['person']>): Stored {
  return { person_tenant: tenant, person_id: id, person_sort: sortOf(id) };
}
