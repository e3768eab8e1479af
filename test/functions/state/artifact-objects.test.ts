/** Where the bytes of artifacts are: a folder of their own beside the workspaces, in DATA_DIR or in the bucket of WORKSPACE_URL. */
import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openArtifactObjects, openWorkspaces } from '../../../src/engine/workspace/open-workspaces.ts';
import { createArtifactStore } from '../../../src/functions/state/artifacts.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { hashTag } from '../../../src/platform/keys.ts';
import { startS3Twin } from '../../engine/workspace/s3-twin.ts';
import { testPrefix, testRedis } from '../../support/redis.ts';
import { ANNA, SUMMARY } from './open-artifacts.ts';

test.each(['s3://files/fleet', 's3://files/fleet/'])('in %s, binary content comes back as it was', async (url) => {
  const twin = await startS3Twin('files');
  onTestFinished(async () => void (await twin.close()));
  const settings = loadConfig({
    WORKSPACE_URL: url,
    S3_ENDPOINT: twin.endpoint,
    S3_ACCESS_KEY_ID: 'twin',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  const workspaces = await openWorkspaces(settings);
  await workspaces.open('t', 'user:anna').write('notes/a.md', 'hers', { by: 'A' });
  const store = createArtifactStore(testRedis(), hashTag(testPrefix()), await openArtifactObjects(settings));
  const data = randomBytes(10_000);
  await store.save(ANNA, { ...SUMMARY, mime_type: 'application/zip', data });
  expect((await store.get(ANNA, SUMMARY)).data.equals(data)).toBe(true);
  const areas = [...twin.objects.keys()].map((key) => /^fleet\/(artifacts\/t-artifacts-|t-user-anna-)/.exec(key)?.[1]);
  expect(new Set(areas)).toEqual(new Set(['artifacts/t-artifacts-', 't-user-anna-']));
  expect(await store.erase('t', { kind: 'user', id: 'anna' })).toMatchObject({ files: 1 });
  expect([...twin.objects.keys()].filter((key) => key.includes('artifacts'))).toEqual([]);
  expect((await workspaces.open('t', 'user:anna').list()).files).toHaveLength(1);
});
