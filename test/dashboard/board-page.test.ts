/** Bull Board's own page in a real browser: it must still work with payloads hidden and other hosts blocked. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FlowProducer, Queue } from 'bullmq';
import express from 'express';
import helmet from 'helmet';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBoard } from '../../dashboard/board.ts';
import { testPrefix, testRedis } from '../support/redis.ts';
import { launchBrowser, openPage } from './browser.ts';

const BASE = '/dashboard/queues';
const SECRET = 'chest-pain-since-Tuesday';

let browser: Browser;
let server: Server;
let queues: Queue[];

beforeAll(async () => {
  const options = { connection: testRedis(), prefix: testPrefix() };
  queues = ['turn', 'extractor'].map((name) => new Queue(name, options));
  const flows = new FlowProducer(options);
  const data = { task_id: 'turn-42', agent: 'TriageAgent', text: SECRET };
  await flows.add({
    name: 'turn',
    queueName: 'turn',
    data,
    opts: { jobId: 'turn-42' },
    children: [{ name: 'run', queueName: 'extractor', data, opts: { jobId: 'turn-42.TusdiAI.DataEntryAgent.1' } }],
  });
  const app = express()
    .use(helmet())
    .use(BASE, createBoard({ queues, path: BASE, basePath: '', allowWrite: false }));
  server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  for (const queue of queues) await queue.close();
});

it('shows a job with its ids and its flow, without the payload and without another host', async () => {
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { page, complaints, hosts } = await openPage(browser);
  await page.goto(`http://${host}${BASE}/queue/extractor/turn-42.TusdiAI.DataEntryAgent.1`);
  await page.getByText('turn-42').first().waitFor();
  await page.getByText('hidden_fields').first().waitFor();
  expect(await page.title()).toContain('Medfleet');
  expect(await page.content()).not.toContain(SECRET);
  expect([...hosts]).toEqual([host]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('names the agent of each run in a flow, and has a way back to the console', async () => {
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { page, complaints } = await openPage(browser, { viewport: { width: 390, height: 800 } });
  const flow = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/flow'));
  await page.goto(`http://${host}${BASE}/queue/turn/turn-42`);
  expect(await (await flow).json()).toMatchObject({
    flowRoot: { name: 'turn', children: [{ name: 'DataEntryAgent' }] },
  });
  const back = page.getByRole('link', { name: 'Medfleet console' });
  await back.waitFor();
  expect(await back.getAttribute('href')).toBe('/dashboard');
  expect(complaints).toEqual([]);
  await page.context().close();
});
