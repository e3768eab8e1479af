/**
 * Workspaces in S3-compatible storage, for a fleet on several machines: <prefix>/<workspace>/<kind>/<name> in one bucket. All that
 * is asked of the server is GET, PUT, DELETE, a listing, and that `If-None-Match: *` keeps a PUT from replacing what is there.
 * aws4fetch signs.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { AppError } from '../../platform/errors.ts';
import { sha256 } from '../../platform/sha256.ts';
import { checkedName, KINDS, type Kind, type ObjectKey, type Objects } from './objects.ts';

export type S3Settings = {
  /** Such as https://s3.eu-central-1.amazonaws.com: the bucket is the first part of the path. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Before all keys; may be empty. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** For one request with its retries: less than the time that a tool call may take. */
const DEADLINE_MS = 20_000;
/** aws4fetch waits 0 to 50, 100, 200 ms before it tries again after a 429 or 5xx. */
const RETRIES = 3;
const PAGE = 1_000;
const AT_ONCE = 16;

/** Opens the bucket, and refuses one that would let two writers overwrite each other. */
export async function openS3Objects(settings: S3Settings): Promise<Objects> {
  const { region, accessKeyId, secretAccessKey, bucket, prefix } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const base = `${settings.endpoint.replace(/\/{1,20}$/, '')}/${bucket}`;
  const where = `The storage of the workspaces at ${new URL(settings.endpoint).host}`;
  const folder = prefix === '' ? '' : `${prefix}/`;

  async function send(method: string, path: string, more: { headers?: Record<string, string>; body?: Buffer } = {}) {
    try {
      const signal = AbortSignal.timeout(DEADLINE_MS);
      const response = await client.fetch(`${base}${path}`, { method, redirect: 'error', signal, ...more });
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    } catch (cause) {
      throw new AppError('workspace_unavailable', `${where} does not answer.`, { cause });
    }
  }

  async function put(key: string, bytes: Buffer): Promise<boolean> {
    const headers = {
      'if-none-match': '*',
      'content-type': 'text/plain; charset=utf-8',
      'x-amz-content-sha256': sha256(bytes),
    };
    for (let tried = 1; ; tried += 1) {
      const answer = await send('PUT', `/${key}`, { headers, body: bytes });
      if (answer.status === 200) return true;
      if (answer.status === 412) return false;
      // 409: two requests at the same moment; both may have been refused.
      if (answer.status !== 409 || tried > RETRIES) throw unexpected(answer, where);
      await sleep(Math.random() * 100 * tried);
    }
  }

  async function drop(key: string): Promise<void> {
    const answer = await send('DELETE', `/${key}`);
    if (answer.status !== 204 && answer.status !== 200 && !isMissing(answer)) throw unexpected(answer, where);
  }

  /** Our keys are plain letters, so the XML holds them unescaped; the last one says where the next page begins. */
  async function names(workspace: string, kind: Kind): Promise<string[]> {
    const start = `${folder}${checkedName(workspace)}/${kind}/`;
    const found: string[] = [];
    for (;;) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: start, 'max-keys': String(PAGE) });
      if (found.length > 0) query.set('start-after', `${start}${found.at(-1)}`);
      const answer = await send('GET', `?${query}`);
      if (answer.status !== 200) throw unexpected(answer, where);
      const page = answer.bytes.toString();
      const keys = [...page.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key.slice(start.length));
      found.push(...keys);
      if (keys.length === 0 || !/<IsTruncated>true<\/IsTruncated>/.test(page)) return found;
    }
  }

  const keyOf = ({ workspace, kind, name }: ObjectKey) =>
    `${folder}${checkedName(workspace)}/${kind}/${checkedName(name)}`;

  const probe = `${folder}probe-${randomUUID()}`;
  await put(probe, Buffer.from('May be deleted.'));
  const second = await put(probe, Buffer.from('May be deleted.'));
  await drop(probe);
  if (second)
    throw new AppError(
      'config',
      `WORKSPACE_URL: this storage ignores If-None-Match, and writers would overwrite each other.`,
    );

  return {
    async get(key) {
      const answer = await send('GET', `/${keyOf(key)}`);
      if (answer.status === 200) return answer.bytes;
      if (isMissing(answer)) return null;
      throw unexpected(answer, where);
    },
    create: (key, bytes) => put(keyOf(key), bytes),
    names,
    remove: (key) => drop(keyOf(key)),
    async clear(workspace) {
      for (const kind of KINDS) {
        const all = await names(workspace, kind);
        for (let next = 0; next < all.length; next += AT_ONCE)
          await Promise.all(all.slice(next, next + AT_ONCE).map((name) => drop(keyOf({ workspace, kind, name }))));
      }
    },
    async ping() {
      const answer = await send('GET', '?list-type=2&max-keys=1');
      if (answer.status !== 200) throw unexpected(answer, where);
    },
    async close() {},
  };
}

type Answer = { status: number; bytes: Buffer };

function isMissing({ status, bytes }: Answer): boolean {
  return status === 404 && !bytes.includes('NoSuchBucket');
}

/** The server's error code goes into `cause`: it names keys and buckets, never content. */
function unexpected({ status, bytes }: Answer, where: string): AppError {
  const cause = new Error(`${status} ${/<Code>(\w+)<\/Code>/.exec(bytes.toString())?.[1] ?? ''}`.trim());
  if (status === 403 || status === 401)
    return new AppError('config', `${where} refuses our credentials (S3_ACCESS_KEY_ID).`, { cause });
  if (status === 404) return new AppError('config', `${where} has no such bucket (WORKSPACE_URL).`, { cause });
  return new AppError('workspace_unavailable', `${where} answered ${cause.message}.`, { cause });
}
