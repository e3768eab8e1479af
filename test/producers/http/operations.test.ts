/** What those who run the fleet look at. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startS3Twin } from '../../engine/workspace/s3-twin.ts';
import { call, rawRpc } from '../../support/a2a.ts';
import { holdTimers } from '../../support/clock.ts';
import { durableRedis } from '../../support/durable-redis.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { startServer } from '../../support/redis-servers.ts';
import { expectProblem } from './expect-problem.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet({ dashboard: true });
});
afterAll(() => fleet.close());

/** How long a readiness check waits for an answer: on a busy machine it may come later. */
const CHECK_MS = 2_000;

test('up and ready', async () => {
  holdTimers(CHECK_MS);
  const up = await fleet.call('GET', '/healthz');
  expect([up.status, up.body]).toEqual([200, { status: 'ok' }]);
  const ready = await fleet.call('GET', '/readyz');
  expect(ready.status).toBe(200);
  expect(ready.body).toMatchObject({ status: 'ready', checks: { redis: 'ok', graph: 'ok', workers: 'ok' } });
});

test('the start and readiness say how Redis may lose data, with the fix, until it may not', async () => {
  holdTimers(CHECK_MS);
  const redis = await durableRedis('--appendonly', 'no');
  const lines: string[] = [];
  const env = { REDIS_URL: redis.url, LOG_LEVEL: 'warn' };
  const risky = await startFleet({ env, logTo: { write: (line) => void lines.push(line) } });
  onTestFinished(() => risky.close());
  const forgetting = 'redis-cli config set appendonly yes';
  const started = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'redis.unsafe');
  expect(started.map(({ fix }) => fix)).toEqual([forgetting]);
  const client = risky.base.redis.connect('worker');
  const warnings = async () => (await risky.call('GET', '/readyz')).body.warnings;
  await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
  const evicting = 'allkeys-lru; redis-cli config set maxmemory-policy noeviction';
  await expect.poll(warnings).toEqual([evicting, forgetting].map((fix) => expect.stringContaining(fix)));
  await client.config('SET', 'maxmemory-policy', 'noeviction');
  await client.config('SET', 'appendonly', 'yes');
  await expect.poll(warnings).toBeUndefined();
});

test('a bucket of workspaces that is away is a warning with its address: turns need none', async () => {
  holdTimers(CHECK_MS);
  const bucket = await startS3Twin('files');
  const env = { WORKSPACE_URL: 's3://files', S3_ENDPOINT: bucket.endpoint, S3_ACCESS_KEY_ID: 'twin' };
  const stored = await startFleet({ env: { ...env, S3_SECRET_ACCESS_KEY: 'secret' } });
  onTestFinished(() => stored.close());
  await bucket.close();
  const { status, body } = await stored.call('GET', '/readyz');
  expect([status, body.warnings]).toEqual([
    200,
    expect.arrayContaining([expect.stringContaining(new URL(bucket.endpoint).host)]),
  ]);
});

test('a graph that does not answer makes the process unready, and is named', async () => {
  const broken = await startFleet({ dashboard: true });
  onTestFinished(() => broken.close());
  await broken.base.record.close();
  const answer = await broken.call('GET', '/readyz');
  const problem = expectProblem(answer, 503, 'record_unavailable');
  expect(problem.checks).toEqual({ redis: 'ok', graph: 'no answer', workers: 'ok' });
  expect((await broken.call('GET', '/healthz')).status).toBe(200);
  expectProblem(await broken.call('GET', '/v1/patients/p1/record'), 503, 'record_unavailable');
});

describe('Redis away', () => {
  test('is said while it lasts, with when to try again; and is over when it is over', async () => {
    holdTimers(CHECK_MS);
    const redis = await startServer();
    const lonely = await startFleet({
      dashboard: true,
      roles: [],
      env: { REDIS_URL: `redis://127.0.0.1:${redis.port}` },
    });
    onTestFinished(() => lonely.close());
    const send = () => lonely.call('POST', '/v1/turns?wait=0.1', { text: 'How is my heart?', patient_id: 'p1' });
    const { body } = await send();
    await redis.stop();

    const calls: [string, string, unknown?][] = [
      ['POST', '/v1/turns', { text: 'How is my heart?', patient_id: 'p1' }],
      ['POST', '/v1/turns?wait=30', { text: 'How is my heart?', patient_id: 'p1' }],
      ['GET', `/v1/turns/${body.turn_id}`],
      ['GET', `/v1/turns/${body.turn_id}/events`],
      ['DELETE', `/v1/turns/${body.turn_id}`],
      ['GET', '/v1/turns?patient_id=p1'],
      ['GET', `/v1/sessions/${body.session_id}`],
      ['GET', '/readyz'],
    ];
    for (const [method, path, sent] of calls) {
      const answer = await lonely.call(method, path, sent);
      const problem = expectProblem(answer, 503, 'redis_unavailable');
      if (path === '/readyz') expect(problem.checks).toEqual({ redis: 'no answer', graph: 'ok', workers: 'no answer' });
    }
    const rpc = await rawRpc(lonely.url, call('GetTask', { id: body.turn_id }));
    const rest = await lonely.call('GET', `/a2a/rest/tasks/${body.turn_id}`, undefined, { 'A2A-Version': '1.0' });
    expect([rpc.status, rpc.error?.code, rest.status]).toEqual([503, -32603, 503]);
    for (const { headers } of [rpc, rest]) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    // What needs no Redis goes on.
    expect((await lonely.call('GET', '/healthz')).status).toBe(200);
    expect((await lonely.call('GET', '/v1/patients/p1/record')).status).toBe(200);
    const metrics = await lonely.call('GET', '/metrics');
    expect(metrics.status).toBe(200);
    expect(metrics.body.text).not.toMatch(/^medfleet_(queue_jobs\{|open_turns )/m);

    await startServer(redis.port);
    const checks = async () => (await lonely.call('GET', '/readyz')).body.checks;
    await expect.poll(checks).toMatchObject({ redis: 'ok', graph: 'ok', workers: expect.stringMatching(/^no live/) });
    expect((await send()).status).toBe(202);
    expect((await lonely.call('GET', '/metrics')).body.text).toMatch(/^medfleet_open_turns 1$/m);
  });
});

test('metrics are Prometheus text with gauges for every queue, and name nobody', async () => {
  const turn = await fleet.say('My weight is 71 kg', { patient_id: 'patient-4711', session_id: 'session-0815' });
  await fleet.call('GET', '/v1/patients/patient-4711/record');
  await fleet.call('GET', '/v1/somewhere/patient-4711');
  const { status, headers, body } = await fleet.call('GET', '/metrics');
  const text = String(body.text);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#')))
    expect(line).toMatch(/^[a-z_0-9]+(\{([a-z_]+="[^"]*",?)*\})? (-?[\d.e+-]+|\+Inf|NaN)$/);
  for (const queue of ['turn', 'triage', 'extractor', 'consultant', 'trigger'])
    for (const state of ['wait', 'active', 'delayed', 'failed', 'waiting-children'])
      expect(text).toMatch(new RegExp(`^medfleet_queue_jobs\\{queue="${queue}",state="${state}"\\} \\d+$`, 'm'));
  expect(text).toMatch(/^medfleet_open_turns 0$/m);
  expect(text).toMatch(/^medfleet_facts_filed_total\{kind="observation"\} 1$/m);
  expect(text).toMatch(
    /medfleet_http_request_seconds_count\{method="GET",route="\/v1\/patients\/:id\/record",status="200"\} 1/,
  );
  for (const secret of ['4711', '0815', turn.turn_id, 'Weight', '71']) {
    const naming = text.split('\n').filter((line) => line.replace(/ [^ ]+$/, '').includes(secret));
    expect(naming).toEqual([]);
  }
});

test('the reference page brings everything it needs from here', async () => {
  const page = await fetch(`${fleet.url}/docs`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const text = await page.text();
  expect(text).toContain('<a href="/dashboard">');
  const assets = [...text.matchAll(/<(?:script|link)\b[^>]*(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
  expect(assets.length).toBeGreaterThanOrEqual(6);
  for (const path of assets) {
    expect(path).toMatch(/^\/docs\//);
    const asset = await fetch(fleet.url + path);
    expect([path, asset.status]).toEqual([path, 200]);
    expect((await asset.arrayBuffer()).byteLength).toBeGreaterThan(50);
  }
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
});

test('every answer has a request id and the headers that keep browsers safe', async () => {
  for (const path of ['/healthz', '/v1/turns?patient_id=p1', '/openapi.json', '/docs', '/nothing']) {
    const { headers } = await fleet.call('GET', path, undefined, { 'X-Request-Id': 'abc-1' });
    expect(headers.get('x-request-id')).toBe('abc-1');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});
