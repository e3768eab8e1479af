/** Bull Board over real queues, asked through HTTP: what it shows of a job, and what it lets an operator change. */
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { FlowProducer, type Job, Queue, UnrecoverableError, Worker } from 'bullmq';
import express from 'express';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBoard } from '../../dashboard/board.ts';
import { STATE_LIMIT_MS } from '../support/limits.ts';
import { testPrefix, testRedis } from '../support/redis.ts';

const MARKER = 'chest-pain-since-Tuesday';
const TURN_ID = '0190aaaa-1111-7222-8333-444455556666';
const BASE = '/dashboard/queues';

type Route = { method: string | string[]; route: string | string[] };
type Body = Record<string, unknown>;

// Bull Board's own table, so that a route which a later version adds is walked too.
const { appRoutes } = createRequire(import.meta.url)('@bull-board/api/dist/routes.js') as {
  appRoutes: { api: Route[] };
};
const getRoutes = appRoutes.api
  .filter((route) => [route.method].flat().includes('get'))
  .flatMap((route) => [route.route].flat());

describe('the board', () => {
  const prefix = testPrefix();
  const closers: (() => Promise<unknown>)[] = [];
  let turns: Queue;
  let extractors: Queue;
  let failed: Job;
  let parent: Job;
  let readOnly: string;
  let writable: string;
  let redis: Redis;

  beforeAll(async () => {
    redis = testRedis();
    const options = { connection: redis, prefix };
    turns = new Queue('turn', options);
    extractors = new Queue('extractor', options);
    const turnWorker = new Worker('turn', async () => ({ status: 'completed', reply: MARKER }), {
      ...options,
      connection: redis.duplicate(),
      metrics: { maxDataPoints: 60 },
    });
    const extractorWorker = new Worker('extractor', extract, { ...options, connection: redis.duplicate() });
    const flows = new FlowProducer(options);
    closers.push(
      () => turnWorker.close(),
      () => extractorWorker.close(),
      () => flows.close(),
      () => turns.close(),
      () => extractors.close(),
    );
    const data = { task_id: TURN_ID, agent: 'TriageAgent', text: MARKER, nested: { note: MARKER } };
    const tree = await flows.add({
      name: 'turn',
      queueName: 'turn',
      data,
      opts: { jobId: 'turn-1' },
      children: [
        { name: 'fails', queueName: 'extractor', data, opts: { jobId: 'run-1', ignoreDependencyOnFailure: true } },
        { name: 'works', queueName: 'extractor', data, opts: { jobId: 'run-2' } },
      ],
    });
    parent = tree.job;
    await ended(parent);
    failed = await existing(extractors, 'run-1');
    await turns.upsertJobScheduler(
      'nightly',
      { every: 3_600_000, startDate: Date.now() + 3_600_000 },
      { name: 'remind', data },
    );

    readOnly = await serve([turns, extractors], false);
    writable = await serve([turns, extractors], true);
  });

  afterAll(async () => {
    for (const close of closers) await close();
  });

  async function extract(job: Job): Promise<unknown> {
    await job.updateProgress({ received: MARKER });
    await job.log(MARKER);
    if (job.name === 'fails') throw new UnrecoverableError(`cannot read "${MARKER}"`);
    return { facts: [MARKER] };
  }

  async function serve(queues: Queue[], allowWrite: boolean): Promise<string> {
    const app = express().disable('x-powered-by');
    app.use(BASE, createBoard({ queues, path: BASE, basePath: '', allowWrite }));
    const server = await new Promise<Server>((resolve) => {
      const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
    });
    closers.unshift(() => new Promise((resolve) => server.close(resolve)));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`;
  }

  it('leaks nothing that a patient said through any GET route, for any job', async () => {
    // The marker is where it could leak from, or this test would prove nothing.
    const planted = failed.asJSON();
    expect(planted.data).toContain(MARKER);
    expect(planted.failedReason).toContain(MARKER);
    expect(planted.stacktrace).toContain(MARKER);
    expect(JSON.stringify(planted.progress)).toContain(MARKER);
    expect((await extractors.getJobLogs('run-1')).logs).toEqual([MARKER]);
    expect(JSON.stringify((await existing(turns, 'turn-1')).returnvalue)).toContain(MARKER);
    expect(JSON.stringify(await parent.getIgnoredChildrenFailures())).toContain(MARKER);
    expect(JSON.stringify(await turns.getJobSchedulers())).toContain(MARKER);

    expect(getRoutes.length).toBeGreaterThanOrEqual(11);
    const scheduled = (await turns.getDelayed()).map((job) => `turn/${job.id}`);
    const asked: string[] = [];
    for (const route of getRoutes) {
      const paths = route.includes(':jobId')
        ? ['turn/turn-1', 'extractor/run-1', 'extractor/run-2', ...scheduled].map((path) =>
            route.replace(':queueName/:jobId', path),
          )
        : ['turn', 'extractor'].map((name) => route.replace(':queueName', name));
      for (const path of paths) {
        for (const query of [
          'activeQueue=turn&jobsPerPage=20',
          'activeQueue=extractor&jobsPerPage=20',
          'activeQueue=extractor&status=failed&page=1',
          'root=node&depth=5',
        ]) {
          const response = await fetch(`${readOnly}${path}?${query}`);
          const text = await response.text();
          expect(text, path).not.toContain(MARKER);
          if (response.ok) asked.push(route);
        }
      }
    }
    // Redis details are switched off; everything else really answered.
    expect(new Set(asked)).toEqual(new Set(getRoutes.filter((route) => route !== '/api/redis/stats')));
  });

  it('shows operators the ids of a job, and how much of it is hidden', async () => {
    const { job } = await json(`${readOnly}/api/queues/extractor/run-1`);
    expect(job).toMatchObject({
      id: 'run-1',
      name: 'fails',
      data: { task_id: TURN_ID, agent: 'TriageAgent', hidden_fields: 2 },
      externalUrl: { href: `/dashboard/turns/${TURN_ID}` },
      failedReason: '(hidden)',
      stacktrace: [],
      progress: '(hidden)',
      isFailed: true,
      opts: { parent: { id: 'turn-1' }, ignoreDependencyOnFailure: true },
    });
  });

  it('hides prose even under a key that operators may see', async () => {
    await extractors.add(
      'smuggled',
      { task_id: `he said ${MARKER}`, agent: [MARKER], facts: MARKER, depth: 2 },
      { jobId: 'run-3', delay: 1e9 },
    );
    const { job } = await json(`${readOnly}/api/queues/extractor/run-3`);
    expect(job).toMatchObject({ data: { depth: 2, hidden_fields: 3 } });
    expect(JSON.stringify(job)).not.toContain(MARKER);
  });

  it('names a failure by its code, without the text behind it', async () => {
    const worker = new Worker(
      'coded',
      async (job) => {
        throw new UnrecoverableError(job.name === 'own' ? `bad_output: ${MARKER}` : `unheard_of: ${MARKER}`);
      },
      { connection: redis.duplicate(), prefix },
    );
    const queue = new Queue('coded', { connection: redis, prefix });
    try {
      for (const name of ['own', 'other']) await ended(await queue.add(name, {}, { jobId: name }));
      const base = await serve([queue], false);
      expect((await json(`${base}/api/queues/coded/own`)).job).toMatchObject({
        failedReason: 'bad_output: The model did not give the structure that was asked for',
      });
      expect((await json(`${base}/api/queues/coded/other`)).job).toMatchObject({ failedReason: '(hidden)' });
    } finally {
      await worker.close();
      await queue.close();
    }
  });

  it('quotes nothing of a job whose stored data is damaged', async () => {
    await extractors.add('damaged', {}, { jobId: 'run-4', delay: 1e9 });
    await redis.hset(`${prefix}:extractor:run-4`, 'data', `${MARKER} is not JSON`);
    try {
      const response = await fetch(`${readOnly}/api/queues/extractor/run-4`);
      expect(response.status).toBe(500);
      expect(await response.text()).not.toContain(MARKER.slice(0, 8));
    } finally {
      await redis.hset(`${prefix}:extractor:run-4`, 'data', '{}');
    }
  });

  it('draws a turn as the flow of its runs, across queues', async () => {
    const flow = await json(`${readOnly}/api/queues/extractor/run-1/flow?depth=5`);
    expect(flow).toMatchObject({ isFlowNode: true, flowRoot: { id: 'turn-1', queueName: 'turn', state: 'completed' } });
    const root = flow.flowRoot as { children: Body[]; ignoredChildFailureReasons: Body };
    expect(root.children.map((child) => [child.id, child.state]).sort()).toEqual([
      ['run-1', 'failed'],
      ['run-2', 'completed'],
    ]);
    expect(Object.values(root.ignoredChildFailureReasons)).toEqual(['(hidden)']);
  });

  it('keeps the numbers of the metrics chart', async () => {
    const metrics = await json(`${readOnly}/api/queues/turn/metrics`);
    expect(metrics).toMatchObject({ completed: { meta: { count: 1 } } });
  });

  it('lets nobody change anything while it is read-only', async () => {
    const writes = appRoutes.api.filter((route) => ![route.method].flat().includes('get'));
    expect(writes.length).toBeGreaterThanOrEqual(20);
    for (const write of writes) {
      const path = String([write.route].flat()[0])
        .replace(':queueName', 'extractor')
        .replace(':jobId', 'run-1')
        .replace(':schedulerId', 'nightly')
        .replace(':queueStatus', 'failed');
      const response = await send(readOnly + path, String([write.method].flat()[0]), {
        name: 'x',
        data: {},
        options: {},
      });
      expect(response.status, path).toBe(403);
    }
    expect(await failed.getState()).toBe('failed');
    expect(await extractors.isPaused()).toBe(false);
    expect(await turns.getJobSchedulersCount()).toBe(1);
  });

  it('lets an operator pause and retry when writing is allowed, still without payloads', async () => {
    expect((await send(`${writable}/api/queues/turn/pause`, 'put', {})).status).toBe(200);
    expect(await turns.isPaused()).toBe(true);
    expect((await send(`${writable}/api/queues/turn/resume`, 'put', {})).status).toBe(200);
    expect(await turns.isPaused()).toBe(false);

    const added = await send(`${writable}/api/queues/turn/add`, 'post', {
      name: 'turn',
      data: { task_id: 'again', text: MARKER },
      options: { delay: 1e9 },
    });
    expect(added.status).toBe(200);
    expect(await added.text()).not.toContain(MARKER);
    const ran = await send(`${writable}/api/queues/turn/job-schedulers/nightly/run`, 'put', {});
    expect(ran.status).toBe(200);
    expect(await ran.text()).not.toContain(MARKER);
  });

  it('refuses to save a payload that it has shown only in part', async () => {
    const { job } = await json(`${writable}/api/queues/extractor/run-1`);
    const shown = (job as Body).data;
    const edit = await send(`${writable}/api/queues/extractor/run-1/update-data`, 'patch', { jobData: shown });
    expect(edit.status).toBe(409);
    const copy = await send(`${writable}/api/queues/extractor/add`, 'post', { name: 'x', data: shown, options: {} });
    expect(copy.status).toBe(409);
    expect((await existing(extractors, 'run-1')).data).toMatchObject({ text: MARKER });
  });

  it('serves its page under its own name, and lets it load nothing from other hosts', async () => {
    const response = await fetch(readOnly);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<title>Medfleet</title>');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('https:');
    expect(response.headers.get('x-powered-by')).toBeNull();
  });
});

async function existing(queue: Queue, id: string): Promise<Job> {
  const job = await queue.getJob(id);
  if (!job) throw new Error(`no job ${id}`);
  return job;
}

async function ended(job: Job): Promise<void> {
  await vi.waitFor(async () => expect(await job.getState()).toMatch(/completed|failed/), { timeout: STATE_LIMIT_MS });
}

async function json(url: string): Promise<Body> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return (await response.json()) as Body;
}

function send(url: string, method: string, body: Body): Promise<Response> {
  return fetch(url, {
    method: method.toUpperCase(),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
