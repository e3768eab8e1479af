/** An artifact store for a test: a prefix of its own in the shared Redis, and its own folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openFolderObjects } from '../../../src/engine/workspace/folder-objects.ts';
import type { Objects } from '../../../src/engine/workspace/objects.ts';
import { workspaceName } from '../../../src/engine/workspace/plain-name.ts';
import { ARTIFACT_LIMITS, type ArtifactLimits } from '../../../src/functions/state/artifact.ts';
import { createArtifactStore } from '../../../src/functions/state/artifacts.ts';
import { functionKeys } from '../../../src/functions/state/keys.ts';
import { hashTag } from '../../../src/platform/keys.ts';
import { testPrefix, testRedis } from '../../support/redis.ts';

export const ANNA = { tenant: 't', user_id: 'anna' };
export const BOB = { tenant: 't', user_id: 'bob' };
export const SUMMARY = { namespace: 'chapter-summarization', name: 'stage_3:summary', mime_type: 'text/plain' };

export const bytes = (text: string) => Buffer.from(text);

export async function openArtifacts(limits: Partial<ArtifactLimits> = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'medfleet-artifacts-'));
  const objects = await openFolderObjects(dir);
  onTestFinished(async () => {
    await objects.close();
    await rm(dir, { recursive: true, force: true });
  });
  const redis = testRedis();
  const tag = hashTag(testPrefix());
  const all = { ...ARTIFACT_LIMITS, ...limits };
  return {
    dir,
    redis,
    objects,
    keys: functionKeys(tag),
    store: createArtifactStore(redis, tag, objects, all),
    /** Another process with the same data; `objects` may fail in ways of its own. */
    another: (own: Partial<Objects> = {}) => createArtifactStore(testRedis(), tag, { ...objects, ...own }, all),
    objectNames: (tenant = 't') => objects.names(workspaceName(tenant, 'artifacts'), 'files'),
    keysLeft: async () => (await redis.keys(`${tag}*`)).map((key) => key.slice(tag.length + 1)).sort(),
  };
}
