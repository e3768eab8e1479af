/**
 * Versioned artifacts: what functions and pipelines make, kept until it is deleted. What is known about them is in Redis, where it
 * changes atomically; the bytes are objects in a folder or a bucket, stored once for each tenant and content. Artifacts are permanent
 * and may be large, and the memory of Redis is needed by the queues.
 */
import { randomBytes } from 'node:crypto';
import type { Asker } from '../../engine/access/principal.ts';
import type { Erased } from '../../engine/run/team-module.ts';
import type { Subject } from '../../engine/task/task.ts';
import type { Objects } from '../../engine/workspace/objects.ts';
import { workspaceName } from '../../engine/workspace/plain-name.ts';
import { AppError } from '../../platform/errors.ts';
import { callScript, type RedisClient } from '../../platform/lua.ts';
import { sha256 } from '../../platform/sha256.ts';
import {
  ARTIFACT_LIMITS,
  type Artifact,
  type ArtifactLimits,
  type ArtifactOwner,
  type ArtifactPlace,
  type ArtifactVersion,
  artifactCacheKey,
  checkedMimeType,
  checkedPath,
  MAX_VERSIONS_SHOWN,
  metadataJson,
  type NewArtifact,
  pathOf,
  placeOf,
  qualifiedName,
  type SavedArtifact,
  versionOf,
} from './artifact.ts';
import { dropOwned, dropVersions, listUnused, saveArtifact } from './artifact-scripts.ts';
import { functionKeys, NO_PATIENT } from './keys.ts';

const PAGE = 50;
const BATCH = 100;

/** The latest version of an artifact, and how many there are. */
export type ListedArtifact = ArtifactVersion & { versions: number };

export type ArtifactPage = { artifacts: ListedArtifact[]; next_cursor: string | null };

export type ArtifactStore = {
  save(owner: ArtifactOwner, artifact: NewArtifact): Promise<SavedArtifact>;
  /** The latest that the asker may see, or the version that is named. One of another user is not found. */
  get(asker: Asker, place: ArtifactPlace, version?: number): Promise<Artifact>;
  /** By name; with a namespace, those in it and below it. The cursor is `next_cursor` of the page before. */
  list(asker: Asker, from: { namespace?: string; cursor?: string }): Promise<ArtifactPage>;
  /** Deletes one version, or all that the asker may see. Returns how many there were. */
  remove(asker: Asker, place: ArtifactPlace, version?: number): Promise<number>;
  /** Deletes what belongs to a person as a user and what is about them as a patient. Safe to repeat. */
  erase(tenant: string, who: Subject): Promise<Erased>;
};

export function createArtifactStore(
  redis: RedisClient,
  tag: string,
  objects: Objects,
  limits: ArtifactLimits = ARTIFACT_LIMITS,
): ArtifactStore {
  const keys = functionKeys(tag);
  const objectKey = (tenant: string, name: string) =>
    ({ workspace: workspaceName(tenant, 'artifacts'), kind: 'files', name }) as const;

  /** Deletes objects that no version has: of deleted versions, and of saves that a crash has ended. Returns how many. */
  async function removeUnused(tenant: string, person = ''): Promise<number> {
    let removed = 0;
    for (;;) {
      const entries = (await callScript(redis, listUnused, tag, [tenant, person, BATCH])) as string[];
      if (entries.length === 0) return removed;
      for (const entry of entries) await objects.remove(objectKey(tenant, entry.split(' ', 1)[0] ?? ''));
      await redis.zrem(keys.unused(tenant), ...entries);
      removed += entries.length;
    }
  }

  async function read(tenant: string, place: ArtifactPlace, version: number) {
    return versionOf(place, await redis.hgetall(keys.version(tenant, artifactCacheKey(place, version))));
  }

  async function numbers({ tenant, user_id }: Asker, path: string, wanted?: number): Promise<number[]> {
    const index = keys.versions(tenant, viewOf(user_id), path);
    if (wanted === undefined) return (await redis.zrevrange(index, 0, MAX_VERSIONS_SHOWN - 1)).map(Number);
    return (await redis.zscore(index, String(wanted))) === null ? [] : [wanted];
  }

  return {
    async save(owner, artifact) {
      const { tenant, user_id, patient_id } = owner;
      const path = pathOf(artifact);
      const { data, key } = artifact;
      if (data.length > limits.artifactBytes)
        throw new AppError('too_large', `An artifact may have ${limits.artifactBytes} bytes; this has ${data.length}.`);
      const hash = sha256(data);
      const object = `${hash.slice(0, 16)}-${randomBytes(8).toString('hex')}`;
      const trySave = async (stored: boolean) => {
        const about = [checkedMimeType(artifact.mime_type), new Date().toISOString()];
        const outcome = await callScript(redis, saveArtifact, tag, [
          ...[tenant, path, user_id, patient_id ?? NO_PATIENT, hash, data.length, ...about],
          ...[metadataJson(artifact.metadata, hash), key === undefined ? '' : sha256(JSON.stringify([path, key]))],
          ...[object, stored ? '1' : '0', limits.tenantBytes, limits.tenantVersions],
        ]);
        return outcome as [string, number | string | undefined];
      };
      let [outcome, version] = await trySave(false);
      if (outcome === 'store') {
        await removeUnused(tenant);
        await objects.create(objectKey(tenant, object), data);
        [outcome, version] = await trySave(true);
      }
      if (outcome !== 'new' && outcome !== 'known') throw refusal(outcome, limits);
      const saved = Number(version);
      return {
        version: saved,
        created: outcome === 'new',
        qualified_name: qualifiedName(artifact, saved),
        cache_key: artifactCacheKey(artifact, saved),
      };
    },

    async get(asker, { namespace, name }, wanted) {
      const place = { namespace, name };
      const path = pathOf(place);
      const [number] = await numbers(asker, path, wanted);
      const found = number === undefined ? null : await read(asker.tenant, place, number);
      if (!found) throw notFound();
      const { sha256: hash, ...version } = found;
      const object = await redis.hget(keys.content(asker.tenant, hash), 'object');
      const data = object === null ? null : await objects.get(objectKey(asker.tenant, object));
      if (data === null && (await read(asker.tenant, place, found.version)) === null) throw notFound();
      if (data === null || sha256(data) !== hash)
        throw new AppError('workspace_damaged', 'The stored content of this artifact is missing or has been changed.');
      return { ...version, data, versions: await numbers(asker, path) };
    },

    async list({ tenant, user_id }, { namespace, cursor }) {
      const below = namespace === undefined ? '' : `${checkedPath(namespace)}/`;
      if (cursor !== undefined && !(cursor.startsWith(below) && checkedPath(cursor)))
        throw new AppError('invalid', 'The cursor does not belong to this list.', {
          errors: [{ path: 'cursor', message: 'use next_cursor of the page before' }],
        });
      const view = viewOf(user_id);
      const from = cursor === undefined ? (below === '' ? '-' : `[${below}`) : `(${cursor}`;
      // The character after the slash in ASCII.
      const to = below === '' ? '+' : `(${below.slice(0, -1)}0`;
      const paths = await redis.zrangebylex(keys.paths(tenant, view), from, to, 'LIMIT', 0, PAGE + 1);
      const page = paths.slice(0, PAGE);
      const found = await Promise.all(
        page.map(async (path): Promise<ListedArtifact | null> => {
          const index = keys.versions(tenant, view, path);
          const [[latest], versions] = await Promise.all([redis.zrevrange(index, 0, 0), redis.zcard(index)]);
          const version = latest === undefined ? null : await read(tenant, placeOf(path), Number(latest));
          if (!version) return null;
          const { sha256: _hash, ...shown } = version;
          return { ...shown, versions };
        }),
      );
      return {
        artifacts: found.filter((one) => one !== null),
        next_cursor: paths.length > PAGE ? (page.at(-1) ?? null) : null,
      };
    },

    async remove(asker, place, wanted) {
      const path = pathOf(place);
      let removed = 0;
      for (let dropped = 1; dropped > 0; removed += dropped) {
        const found = await numbers(asker, path, wanted);
        dropped = (await callScript(redis, dropVersions, tag, [asker.tenant, path, ...found])) as number;
      }
      await removeUnused(asker.tenant);
      return removed;
    },

    async erase(tenant, { kind, id }) {
      let erased = 0;
      for (const as of new Set([kind, 'user'])) {
        for (let found = 1; found > 0; erased += found)
          found = (await callScript(redis, dropOwned, tag, [tenant, as, id, BATCH])) as number;
      }
      const digests = await redis.zrange(keys.saves(tenant, id), 0, -1);
      const saves = digests.map((one) => keys.saved(tenant, id, one));
      erased += await redis.del(keys.saves(tenant, id), ...saves);
      return { keys: erased, files: await removeUnused(tenant, id) };
    },
  };
}

function viewOf(userId: string | undefined): string {
  return userId === undefined ? 'all' : `user:${userId}`;
}

function notFound(): AppError {
  return new AppError('not_found', 'There is no such artifact, or no such version of it.');
}

function refusal(outcome: string, limits: ArtifactLimits): AppError {
  if (outcome === 'bytes_full')
    return new AppError('artifacts_full', `The artifacts of a tenant may have ${limits.tenantBytes} bytes together.`);
  if (outcome === 'versions_full')
    return new AppError('artifacts_full', `The artifacts of a tenant may have ${limits.tenantVersions} versions.`);
  return new AppError('workspace_unavailable', 'The content of the artifact was not stored in time.');
}
