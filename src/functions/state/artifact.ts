/** What an artifact is, and what it may be called: the Artifact of the functions document. */
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { STATE_PREFIX_APP } from './cache-keys.ts';
import { NO_PATIENT } from './keys.ts';

/** Where an artifact is found. The namespace is a pipeline or a function; it may have several parts, divided by slashes. */
export type ArtifactPlace = { namespace: string; name: string };

export type ArtifactOwner = { tenant: string; user_id: string; patient_id?: string | null };

export type NewArtifact = ArtifactPlace & {
  mime_type: string;
  data: Buffer;
  /** Such as its source. The checksum is added. */
  metadata?: Readonly<Record<string, unknown>>;
  /**
   * The same key a second time gives the version of the first time, whatever the data: a replay after a crash. A task that may save
   * the same artifact several times adds its step.
   */
  key?: string;
};

/** `created` is false for a replay, and for content that is the owner's latest version already. */
export type SavedArtifact = { version: number; created: boolean; qualified_name: string; cache_key: string };

export type ArtifactVersion = ArtifactPlace & {
  version: number;
  mime_type: string;
  bytes: number;
  created_at: string;
  metadata: Record<string, unknown>;
  user_id: string;
  patient_id: string | null;
  qualified_name: string;
  cache_key: string;
};

export type Artifact = ArtifactVersion & {
  data: Buffer;
  /** The numbers of the versions that the asker may see, newest first, at most MAX_VERSIONS_SHOWN. */
  versions: number[];
};

export const MAX_VERSIONS_SHOWN = 100;

export type ArtifactLimits = {
  /** Of one artifact. */
  artifactBytes: number;
  /** Of all content of a tenant; the same content counts once. */
  tenantBytes: number;
  /** Of all artifacts of a tenant. Each takes up to 2 kB of the memory of Redis. */
  tenantVersions: number;
};

/** 5 MB hold a book with its notes; 1 GB holds 20,000 versions of 50 kB, which take about 40 MB of the memory of Redis. */
export const ARTIFACT_LIMITS: ArtifactLimits = {
  artifactBytes: 5_242_880,
  tenantBytes: 1_073_741_824,
  tenantVersions: 20_000,
};

const MAX_PATH_CHARS = 300;
const MAX_METADATA_CHARS = 16_384;
/** One part of a path: part of a Redis key and of an address, and never of a path on a disk. */
const PART = /^[A-Za-z0-9_][A-Za-z0-9_.:@-]{0,99}$/;
const MIME_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,62}$/;

/** The place of what a stage of a pipeline has made: its namespace is `{pipeline_id}/{stage_id}:{artifact}`. */
export function pipelineArtifact(pipelineId: string, stageId: string, artifact: string, name: string): ArtifactPlace {
  return { namespace: `${pipelineId}/${stageId}:${artifact}`, name };
}

/** `namespace/name`; throws if it is not a valid one. */
export function pathOf({ namespace, name }: ArtifactPlace): string {
  if (name.includes('/')) throw refused('The name of an artifact has no slash; its namespace may have several.');
  return checkedPath(`${namespace}/${name}`);
}

/** The place for `namespace/name`: the name is what comes after the last slash. */
export function placeOf(path: string): ArtifactPlace {
  const slash = checkedPath(path).lastIndexOf('/');
  if (slash < 0) throw refused('An artifact is named by its namespace and its name, such as code-generation/merged.');
  return { namespace: path.slice(0, slash), name: path.slice(slash + 1) };
}

export function checkedPath(path: string): string {
  if (path.length <= MAX_PATH_CHARS && path.split('/').every((part) => PART.test(part))) return path;
  throw refused(
    `Names and namespaces have letters, digits and _ . : @ -, with / between the parts, and at most ${MAX_PATH_CHARS} characters.`,
  );
}

export function qualifiedName({ namespace, name }: ArtifactPlace, version: number): string {
  return `${namespace}/${name}_v${version}`;
}

export function artifactCacheKey(place: ArtifactPlace, version: number): string {
  return `${STATE_PREFIX_APP}artifact:${qualifiedName(place, version)}`;
}

export function checkedMimeType(type: string): string {
  if (MIME_TYPE.test(type)) return type;
  throw refused('A mime_type is a type and a subtype in small letters, such as text/plain.');
}

/** The metadata as JSON, with the checksum. */
export function metadataJson(metadata: NewArtifact['metadata'], sha256: string): string {
  const json = JSON.stringify({ ...metadata, checksum: `sha256:${sha256}` });
  if (json.length > MAX_METADATA_CHARS)
    throw refused(`The metadata of an artifact has at most ${MAX_METADATA_CHARS} characters as JSON.`);
  return json;
}

const Stored = z.object({
  version: z.coerce.number().int().positive(),
  mime_type: z.string(),
  bytes: z.coerce.number(),
  created_at: z.string(),
  metadata: z.string().transform((json) => JSON.parse(json) as Record<string, unknown>),
  user: z.string(),
  patient: z.string(),
  sha256: z.string(),
});

/** A version from its hash in Redis; null if it is gone. */
export function versionOf(
  place: ArtifactPlace,
  hash: Readonly<Record<string, string>>,
): (ArtifactVersion & { sha256: string }) | null {
  if (hash.version === undefined) return null;
  const { user, patient, version, ...rest } = Stored.parse(hash);
  return {
    ...place,
    version,
    ...rest,
    user_id: user,
    patient_id: patient === NO_PATIENT ? null : patient,
    qualified_name: qualifiedName(place, version),
    cache_key: artifactCacheKey(place, version),
  };
}

function refused(message: string): AppError {
  return new AppError('invalid', message);
}
