/**
 * The workspaces in S3-compatible storage. Always against a twin of our own; against a real server too where S3_ENDPOINT names one:
 * S3_ENDPOINT=http://127.0.0.1:9000 S3_ACCESS_KEY_ID=… S3_SECRET_ACCESS_KEY=… WORKSPACE_URL=s3://bucket npx vitest run
 * test/engine/workspace/s3.test.ts
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createWorkspaceStore } from '../../../src/engine/workspace/kept-workspace.ts';
import type { Objects } from '../../../src/engine/workspace/objects.ts';
import { openS3Objects, type S3Settings } from '../../../src/engine/workspace/s3-objects.ts';
import { workspaceContract } from './contract.ts';
import { type S3Twin, startS3Twin } from './s3-twin.ts';

const by = 'Tester in turn 1';
let twin: S3Twin;
let objects: Objects;
const settingsOf = (endpoint: string): S3Settings => ({
  endpoint,
  region: 'eu-central-1',
  bucket: 'files',
  prefix: 'fleet/a',
  accessKeyId: 'twin',
  secretAccessKey: 'secret',
});

beforeAll(async () => {
  twin = await startS3Twin('files');
  objects = await openS3Objects(settingsOf(twin.endpoint));
});
afterEach(() => {
  delete twin.faults.next;
});
afterAll(() => twin.close());

workspaceContract('a bucket (twin)', () => objects);

describe('a bucket that fails', () => {
  const open = () => createWorkspaceStore(objects).open('t', `agent:${randomUUID()}`);

  it('a write whose answer was lost happens once', async () => {
    const workspace = open();
    await workspace.write('notes/a.md', 'one', { by });
    let lost = 0;
    twin.faults.next = ({ method }) => (method === 'PUT' && lost++ % 2 === 0 ? { status: 503, late: true } : undefined);
    expect(await workspace.append('notes/a.md', 'two', { by })).toMatchObject({ version: 2 });
    expect((await workspace.read('notes/a.md')).content).toBe('one\ntwo');
    expect(lost).toBeGreaterThan(2);
  });

  it('an outage is reported as one, and the replay after it writes once', async () => {
    const workspace = open();
    twin.faults.next = () => ({ status: 503, late: true });
    await expect(workspace.write('notes/a.md', 'x', { by, key: 'k' })).rejects.toMatchObject({
      code: 'workspace_unavailable',
    });
    delete twin.faults.next;
    expect(await workspace.append('notes/a.md', 'x', { by, key: 'k' })).toMatchObject({ version: 1 });
    expect((await workspace.read('notes/a.md')).content).toBe('x');
  });

  it('after a 409 conflict the write is tried again', async () => {
    const workspace = open();
    let times = 0;
    twin.faults.next = ({ method }) => (method === 'PUT' && times++ === 0 ? { status: 409, late: false } : undefined);
    expect(await workspace.write('notes/a.md', 'x', { by })).toMatchObject({ version: 1 });
  });

  it('content that was changed in the bucket is not returned', async () => {
    const workspace = open();
    await workspace.write('notes/changed.md', 'true', { by });
    for (const key of twin.objects.keys()) if (key.includes('/notes-changed-')) twin.objects.set(key, 'forged');
    await expect(workspace.read('notes/changed.md')).rejects.toMatchObject({ code: 'workspace_damaged' });
  });
});

describe('a bucket that cannot be used is refused at start', () => {
  const opening = (more: Partial<S3Settings>) => openS3Objects({ ...settingsOf(twin.endpoint), ...more });

  it('wrong credentials, no such bucket, nobody there', async () => {
    await expect(opening({ accessKeyId: 'other' })).rejects.toMatchObject({
      code: 'config',
      message: expect.stringMatching('credentials'),
    });
    await expect(opening({ bucket: 'none' })).rejects.toMatchObject({
      code: 'config',
      message: expect.stringMatching('no such bucket'),
    });
    await expect(opening({ endpoint: 'http://127.0.0.1:1' })).rejects.toMatchObject({
      code: 'workspace_unavailable',
      message: 'The storage of the workspaces at 127.0.0.1:1 does not answer.',
    });
  });

  it('storage that would let writers overwrite each other', async () => {
    const careless = await startS3Twin('files', { honoursIfNoneMatch: false });
    await expect(opening({ endpoint: careless.endpoint })).rejects.toMatchObject({
      message: expect.stringMatching('If-None-Match'),
    });
    expect(careless.objects.size).toBe(0);
    await careless.close();
  });
});

describe.skipIf(!process.env.S3_ENDPOINT)('a real server (S3_ENDPOINT)', () => {
  let real: Objects;
  beforeAll(async () => {
    const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, WORKSPACE_URL } = process.env;
    real = await openS3Objects({
      endpoint: S3_ENDPOINT ?? '',
      region: S3_REGION ?? 'us-east-1',
      bucket: WORKSPACE_URL?.replace('s3://', '') ?? '',
      prefix: `test-${randomUUID()}`,
      accessKeyId: S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: S3_SECRET_ACCESS_KEY ?? '',
    });
  });
  workspaceContract('a bucket (real)', () => real);
});
