/**
 * /v1/artifacts: what functions and pipelines have made. The answer is JSON, as everywhere; `?raw=true` gives the bytes alone, for
 * `curl -o` and links. Nobody has checked what is in them, so a browser shows only types that it cannot run, and saves all others.
 */
import type { Response } from 'express';
import { z } from 'zod';
import { askerFor, mayActFor } from '../../src/engine/access/principal.ts';
import { type Artifact, placeOf } from '../../src/functions/state/artifact.ts';
import type { ArtifactStore } from '../../src/functions/state/artifacts.ts';
import { AppError } from '../../src/platform/errors.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { named } from '../http/schema-docs.ts';
import { PatientId } from '../turns/turns.schemas.ts';

const shared = {
  name: z.string(),
  namespace: z.string(),
  version: z.number().int(),
  mime_type: z.string(),
  bytes: z.number().int(),
  created_at: z.string(),
  metadata: z.record(z.string(), z.unknown()).describe('Its source, its checksum, …'),
  user_id: z.string(),
  patient_id: z.string().nullable(),
  qualified_name: z.string().describe('{namespace}/{name}_v{version}'),
  cache_key: z.string().describe('app:artifact:{qualified_name}'),
};

const ArtifactFields = z.object({
  ...shared,
  versions: z.array(z.number().int()).describe('The numbers of the newest 100, newest first'),
  encoding: z.enum(['utf-8', 'base64']).describe('How `data` holds the content: as it is, or in base64'),
  data: z.string(),
});

const ArtifactView = named('Artifact', ArtifactFields, { description: 'Something that a run has made.' });

const PageFields = z.object({
  artifacts: z.array(z.object({ ...shared, versions: z.number().int().describe('How many there are') })),
  next_cursor: z.string().nullable(),
});

const ArtifactPage = named('ArtifactPage', PageFields);

const UserId = PatientId.describe('Only the artifacts of this user; always so for a token that is bound to one');

/** Types that a browser shows without running anything. */
const SHOWN: ReadonlySet<string> = new Set([
  'application/json',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/csv',
  'text/markdown',
  'text/plain',
]);
const TEXT = /^text\/|[/+]json$|[/+]xml$|^application\/(?:javascript|typescript|yaml|x-yaml|x-ndjson|sql)$/;

export function artifactRoutes(artifacts: ArtifactStore): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/artifacts',
      operation: 'listArtifacts',
      scope: 'functions:read',
      summary: 'Artifacts by name, each in its latest version, without their content',
      tag: 'Functions',
      query: z.object({
        namespace: z.string().max(300).optional().describe('A pipeline or a function; what is below it is listed too'),
        cursor: z.string().max(300).optional(),
        user_id: UserId.optional(),
      }),
      replies: { 200: { description: 'One page', schema: ArtifactPage } },
      async handle({ query: { user_id, ...from }, principal }) {
        const page = await artifacts.list(askerFor(principal.tenant, user_id), from);
        const visible = page.artifacts.filter((one) => one.patient_id === null || mayActFor(principal, one.patient_id));
        return { status: 200, body: { ...page, artifacts: visible } };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/artifacts/{path}',
      operation: 'getArtifact',
      scope: 'functions:read',
      summary: 'An artifact by its namespace and name, in its latest version or in any other',
      tag: 'Functions',
      params: z.object({ path: z.string().max(300).describe('{namespace}/{name}; the namespace may have slashes') }),
      query: z.object({
        version: z.coerce.number().int().positive().optional().describe('The latest if not given'),
        raw: z
          .stringbool()
          .default(false)
          .describe('The content alone, with its own type where a browser cannot run it'),
        user_id: UserId.optional(),
      }),
      replies: { 200: { description: 'The artifact; with ?raw=true its bytes', schema: ArtifactView } },
      async handle({ params: { path }, query: { version, raw, user_id }, principal, response }) {
        const artifact = await artifacts.get(askerFor(principal.tenant, user_id), placeOf(path), version);
        if (artifact.patient_id !== null && !mayActFor(principal, artifact.patient_id))
          throw new AppError('not_found', 'There is no such artifact, or no such version of it.');
        if (!raw) return { status: 200, body: viewOf(artifact) };
        sendRaw(artifact, response);
        return undefined;
      },
    }),
  ];
}

function viewOf({ data, ...artifact }: Artifact): z.infer<typeof ArtifactView> {
  const text = TEXT.test(artifact.mime_type) ? textOf(data) : null;
  return { ...artifact, encoding: text === null ? 'base64' : 'utf-8', data: text ?? data.toString('base64') };
}

/** Null if the bytes are not UTF-8: nothing may be lost. */
function textOf(data: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return null;
  }
}

/** helmet has set nosniff. The policy is for what is shown: were it HTML after all, it could load and run nothing. */
function sendRaw({ name, version, mime_type, data }: Artifact, response: Response): void {
  const shown = SHOWN.has(mime_type);
  const type = shown ? mime_type : 'application/octet-stream';
  const fileName = `${name.replace(/[^\w.-]/g, '_')}_v${version}`;
  response.set({
    'Content-Type': TEXT.test(type) ? `${type}; charset=utf-8` : type,
    'Content-Disposition': `${shown ? 'inline' : 'attachment'}; filename="${fileName}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
  });
  response.status(200).send(data);
}
