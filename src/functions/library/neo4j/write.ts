/** Adds and removes documents of the library in Neo4j. The tenant is in every match. */
import { randomBytes } from 'node:crypto';
import type { Asker } from '../../../engine/access/principal.ts';
import type { Subject } from '../../../engine/task/task.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Run } from '../../../platform/neo4j.ts';
import { keysOf } from '../access-keys.ts';
import type { LibraryDocument } from '../document.ts';
import type { Removed } from '../library.ts';
import type { NewChunk, TenantLimits } from '../store.ts';
import { vectorProperty } from './schema.ts';

type Counts = { documents: bigint; chunks: bigint };

/** Also takes the tenant's lock: writes of one tenant take turns, so that its counts are true. */
const LOCK_TENANT = `MERGE (t:LibraryTenant {tenant: $tenant})
ON CREATE SET t.documents = 0, t.chunks = 0, t.seq = 0
SET t.locked = true
RETURN t.documents AS documents, t.chunks AS chunks`;

/** A generation is random and not a counter: a library that is emptied and filled again never gets an earlier one. */
const CHANGED = `MATCH (t:LibraryTenant {tenant: $tenant})
SET t.documents = t.documents + $documents, t.chunks = t.chunks + $chunks, t.seq = t.seq + 1, t.generation = $generation`;

const CREATE_DOCUMENT = `MATCH (t:LibraryTenant {tenant: $tenant})
CREATE (d:LibraryDocument) SET d = $document, d.seq = t.seq`;

const CREATE_CHUNKS = `UNWIND $chunks AS chunk CREATE (c:LibraryChunk) SET c = chunk`;

export async function addDocument(
  run: Run,
  tenant: string,
  document: LibraryDocument,
  chunks: readonly NewChunk[],
  limits: TenantLimits,
): Promise<boolean> {
  const { document_id: id, scope, user_id, patient_id, embedder, title } = document;
  const [has] = await run<Counts>(LOCK_TENANT, { tenant });
  const known = await run('MATCH (d:LibraryDocument {tenant: $tenant, key: $key}) RETURN d.id', {
    tenant,
    key: keyOf(tenant, id),
  });
  if (known.length > 0) return false;
  checkRoom(has, chunks.length, limits);
  const shared = { tenant, document_id: id, scope, ...(user_id !== null && { user_id }) };
  const { document_id: _id, ...properties } = shared;
  await run(CREATE_DOCUMENT, {
    tenant,
    document: {
      ...properties,
      ...(patient_id !== null && { patient_id }),
      id,
      key: keyOf(tenant, id),
      chunks: BigInt(chunks.length),
      about: JSON.stringify(document),
    },
  });
  const keys = keysOf(tenant, scope, user_id);
  const rows = chunks.map(({ id: chunk, text, names, place, vector }) => ({
    ...shared,
    id: chunk,
    key: keyOf(tenant, chunk),
    keys,
    heading: `${title}\n${place.section ?? ''}`,
    names,
    body: text,
    place: JSON.stringify(place),
    ...(vector && embedder !== null && { embedder, [vectorProperty(vector.length)]: [...vector] }),
  }));
  await run(CREATE_CHUNKS, { chunks: rows });
  await changed(run, tenant, { documents: 1, chunks: chunks.length });
  return true;
}

/** An asker who is bound to a user removes their own documents only. */
export function removeDocuments(
  run: Run,
  { tenant, user_id }: Asker,
  which: { id: string } | { scope: string },
): Promise<Removed> {
  const condition = 'id' in which ? 'd.id = $value' : 'd.scope = $value';
  const own = user_id === undefined ? '' : ' AND d.user_id = $user_id';
  const value = 'id' in which ? which.id : which.scope;
  return removeWhere(run, tenant, condition + own, { value, ...(user_id !== undefined && { user_id }) });
}

/** As the user whose documents they are, and as the one whom they are about. */
export function eraseSubject(run: Run, tenant: string, subject: Subject): Promise<Removed> {
  return removeWhere(run, tenant, '(d.user_id = $value OR d.patient_id = $value)', { value: subject.id });
}

async function removeWhere(
  run: Run,
  tenant: string,
  condition: string,
  values: Record<string, unknown>,
): Promise<Removed> {
  await run(LOCK_TENANT, { tenant });
  const found = await run<{ id: string; chunks: bigint }>(
    `MATCH (d:LibraryDocument {tenant: $tenant}) WHERE ${condition}
     WITH d, d.id AS id, d.chunks AS chunks DETACH DELETE d RETURN id, chunks`,
    { tenant, ...values },
  );
  const ids = found.map(({ id }) => id);
  await run('UNWIND $ids AS id MATCH (c:LibraryChunk {tenant: $tenant, document_id: id}) DETACH DELETE c', {
    tenant,
    ids,
  });
  const removed = { documents: found.length, chunks: found.reduce((sum, { chunks }) => sum + Number(chunks), 0) };
  if (found.length > 0) await changed(run, tenant, { documents: -removed.documents, chunks: -removed.chunks });
  return removed;
}

async function changed(run: Run, tenant: string, { documents, chunks }: Removed): Promise<void> {
  const generation = randomBytes(8).toString('hex');
  await run(CHANGED, { tenant, documents: BigInt(documents), chunks: BigInt(chunks), generation });
}

function checkRoom(has: Counts | undefined, chunks: number, limits: TenantLimits): void {
  if (Number(has?.documents ?? 0) + 1 > limits.documents) {
    throw new AppError('limit_reached', `The library holds at most ${limits.documents} documents; remove some.`);
  }
  if (Number(has?.chunks ?? 0) + chunks > limits.chunks) {
    throw new AppError('limit_reached', `The library holds at most ${limits.chunks} passages; remove some documents.`);
  }
}

/** Ids are unique within a tenant. */
export function keyOf(tenant: string, id: string): string {
  return `${tenant} ${id}`;
}
