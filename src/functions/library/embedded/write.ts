/** Adds and removes documents of the embedded library. Runs in a thread. */
import type { Asker } from '../../../engine/access/principal.ts';
import type { Subject } from '../../../engine/task/task.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Sql, Value } from '../../../platform/sqlite.ts';
import { keysOf } from '../access-keys.ts';
import type { LibraryDocument } from '../document.ts';
import type { Removed } from '../library.ts';
import type { NewChunk, TenantLimits } from '../store.ts';

export type AddInput = { tenant: string; document: LibraryDocument; chunks: readonly NewChunk[]; limits: TenantLimits };
export type RemoveInput = { asker: Asker; which: { id: string } | { scope: string } };
export type EraseInput = { tenant: string; subject: Subject };

export function addDocument(sql: Sql, { tenant, document, chunks, limits }: AddInput): boolean {
  const { document_id, scope, user_id, patient_id, embedder, title } = document;
  if (sql.one('SELECT 1 FROM document WHERE tenant = ? AND id = ?', tenant, document_id)) return false;
  checkRoom(sql, tenant, chunks.length, limits);
  sql.run(
    'INSERT INTO document (tenant, id, scope, user_id, patient_id, chunks, about) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ...[tenant, document_id, scope, user_id, patient_id, chunks.length, JSON.stringify(document)],
  );
  const seq = sql.one<{ seq: number }>(
    'SELECT seq FROM document WHERE tenant = ? AND id = ?',
    tenant,
    document_id,
  )?.seq;
  const keys = keysOf(tenant, scope, user_id);
  for (const { id, text, names, place, vector } of chunks) {
    sql.run(
      'INSERT INTO chunk (tenant, document, id, keys, heading, names, body, place) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ...[tenant, seq, id, keys, `${title}\n${place.section ?? ''}`, names, text, JSON.stringify(place)],
    );
    if (!vector || embedder === null) continue;
    // One byte a number: a quarter of the size and less than half of the time of a search, for a thousandth of the cosine.
    sql.run(
      `INSERT INTO embedding (chunk, tenant, document, embedder, scope, user_id, vector)
       VALUES (last_insert_rowid(), ?, ?, ?, ?, ?, vector8(?))`,
      ...[tenant, seq, embedder, scope, user_id, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)],
    );
  }
  changed(sql, tenant, 1, chunks.length);
  return true;
}

/** An asker who is bound to a user removes their own documents only. */
export function removeDocuments(sql: Sql, { asker: { tenant, user_id }, which }: RemoveInput): Removed {
  const [column, value] = 'id' in which ? ['id', which.id] : ['scope', which.scope];
  const own = user_id === undefined ? '' : 'AND user_id = ?';
  return removeWhere(sql, tenant, `${column} = ? ${own}`, value, ...(user_id === undefined ? [] : [user_id]));
}

/** As the user whose documents they are, and as the one whom they are about. */
export function eraseSubject(sql: Sql, { tenant, subject }: EraseInput): Removed {
  return removeWhere(sql, tenant, '(user_id = ? OR patient_id = ?)', subject.id, subject.id);
}

function removeWhere(sql: Sql, tenant: string, condition: string, ...values: Value[]): Removed {
  const found = sql.all<{ seq: number }>(
    `SELECT seq FROM document WHERE tenant = ? AND ${condition}`,
    tenant,
    ...values,
  );
  let chunks = 0;
  for (const { seq } of found) {
    sql.run('DELETE FROM embedding WHERE tenant = ? AND document = ?', tenant, seq);
    const { n } = sql.one<{ n: number }>(
      'SELECT count(*) AS n FROM chunk WHERE tenant = ? AND document = ?',
      tenant,
      seq,
    ) ?? { n: 0 };
    sql.run('DELETE FROM chunk WHERE tenant = ? AND document = ?', tenant, seq);
    sql.run('DELETE FROM document WHERE tenant = ? AND seq = ?', tenant, seq);
    chunks += n;
  }
  if (found.length > 0) changed(sql, tenant, -found.length, -chunks);
  return { documents: found.length, chunks };
}

function checkRoom(sql: Sql, tenant: string, chunks: number, limits: TenantLimits): void {
  const has = sql.one<TenantLimits>('SELECT documents, chunks FROM tenant WHERE tenant = ?', tenant);
  if ((has?.documents ?? 0) + 1 > limits.documents) {
    throw new AppError('limit_reached', `The library holds at most ${limits.documents} documents; remove some.`);
  }
  if ((has?.chunks ?? 0) + chunks > limits.chunks) {
    throw new AppError('limit_reached', `The library holds at most ${limits.chunks} passages; remove some documents.`);
  }
}

/** A generation is random and not a counter: a library that is emptied and filled again never gets an earlier one. */
function changed(sql: Sql, tenant: string, documents: number, chunks: number): void {
  sql.run(
    `INSERT INTO tenant VALUES (?, hex(randomblob(8)), ?, ?)
     ON CONFLICT (tenant) DO UPDATE SET
       generation = excluded.generation, documents = documents + excluded.documents, chunks = chunks + excluded.chunks`,
    ...[tenant, documents, chunks],
  );
}
