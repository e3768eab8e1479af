/**
 * As much of an S3 server as the workspaces use, in memory: GET, PUT with If-None-Match, DELETE and a listing. It checks who asks (the
 * signature is checked by real servers, see s3.test.ts), and can be told to fail as real ones do.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type S3Twin = Awaited<ReturnType<typeof startS3Twin>>;
type Answer = { status: number; body?: string | Buffer };

const PAGE = 100;

export async function startS3Twin(bucket: string, { honoursIfNoneMatch = true } = {}) {
  const objects = new Map<string, string | Buffer>();
  /** Looked at before each request; what it returns is answered, after the request has been done if `late` says so. */
  const faults: { next?: (request: IncomingMessage) => { status: number; late: boolean } | undefined } = {};

  async function answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', 'http://twin');
    const [, first, ...rest] = url.pathname.split('/');
    const key = rest.join('/');
    const body = await buffer(request);
    if (!/^AWS4-HMAC-SHA256 Credential=twin\//.test(request.headers.authorization ?? ''))
      return { status: 403, body: '<Error><Code>InvalidAccessKeyId</Code></Error>' };
    if (first !== bucket) return { status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' };
    if (request.method === 'PUT') return put(key, body, request);
    if (request.method === 'DELETE') return { status: objects.delete(key) ? 204 : 204 };
    if (key === '') return { status: 200, body: listing(url.searchParams) };
    const found = objects.get(key);
    return found === undefined
      ? { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }
      : { status: 200, body: found };
  }

  function put(key: string, body: Buffer, request: IncomingMessage): Answer {
    if (createHash('sha256').update(body).digest('hex') !== request.headers['x-amz-content-sha256'])
      return { status: 400, body: '<Error><Code>XAmzContentSHA256Mismatch</Code></Error>' };
    if (honoursIfNoneMatch && request.headers['if-none-match'] === '*' && objects.has(key))
      return { status: 412, body: '<Error><Code>PreconditionFailed</Code></Error>' };
    objects.set(key, body);
    return { status: 200 };
  }

  function listing(query: URLSearchParams): string {
    const after = query.get('start-after') ?? '';
    const all = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort();
    const page = all.slice(0, PAGE).map((key) => `<Contents><Key>${key}</Key></Contents>`);
    return `<ListBucketResult><IsTruncated>${all.length > PAGE}</IsTruncated>${page.join('')}</ListBucketResult>`;
  }

  const server = createServer(async (request, response) => {
    const fault = faults.next?.(request);
    const given = fault && !fault.late ? fault : await answer(request);
    const { status, body } = fault ? { status: fault.status, body: '' } : (given as Answer);
    response.writeHead(status).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    faults,
    close: () => new Promise((done) => server.closeAllConnections() ?? server.close(done)),
  };
}
