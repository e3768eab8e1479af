/**
 * What a queue engineer reads in Bull Board after a day's work: 150 health turns, three pipelines and twenty triggers of five kinds, by
 * three worker processes. Names, order and counts are read from the page. SCREENSHOTS=folder keeps the pages as pictures.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUEUE_NAMES, QUEUES } from '../../queues/catalogue.ts';
import { beginRun, endOfRun } from '../e2e/pipeline-runs.ts';
import { apiClient } from '../support/api.ts';
import { fleetEnv } from '../support/fleet.ts';
import { type FleetProcess, startProducerProcess, startWorkerProcess } from '../support/processes.ts';
import { launchBrowser, openPage } from './browser.ts';

const TURNS = 150;
const AT_ONCE = 25;
const ENDED = new Set(['completed', 'degraded', 'failed', 'cancelled']);
/** Four each. */
const SCHEDULES = [
  'weekly',
  'every two weeks on Tuesday at 9',
  'the first Monday of every month',
  '0 8 * * 1-5',
  'every 6 hours',
];
const CHAPTER = Array.from(
  { length: 40 },
  (_, n) => `Paragraph ${n + 1}. Asthma is a long-term disease of the airways. Inhaled steroids reduce attacks.`,
).join('\n\n');

const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-board-'));
const processes: FleetProcess[] = [];
let browser: Browser;
let api: ReturnType<typeof apiClient> & { url: string };
let board: string;
const turns: string[] = [];
const runs: string[] = [];

beforeAll(async () => {
  const env = fleetEnv(dataDir);
  const roles = [[], ['--roles', 'extractor,turn'], ['--roles', 'triage,consultant,function']];
  const producer = await startProducerProcess(env);
  processes.push(producer);
  processes.push(...(await Promise.all(roles.map((args) => startWorkerProcess(env, { args })))));
  api = { ...apiClient(producer.url), url: producer.url };
  board = `${producer.url}/dashboard/queues`;
  await Promise.all([sendTurns(), planTriggers(), runPipelines()]);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await Promise.all(processes.map((one) => one.kill('SIGTERM')));
  rmSync(dataDir, { recursive: true, force: true });
});

async function sendTurns(): Promise<void> {
  const send = async (from: number) => {
    for (let turn = from; turn < TURNS; turn += AT_ONCE) {
      const text = `My blood pressure was ${110 + (turn % 60)}/80 this morning and I take metformin 500 mg. Is that too high?`;
      const { status, body } = await api.call('POST', '/v1/turns', { patient_id: `p-${turn}`, text });
      if (status !== 202) throw new Error(`a turn was answered with ${status}`);
      await api.events(String(body.turn_id));
      turns.push(String(body.turn_id));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, from) => send(from)));
}

async function planTriggers(): Promise<void> {
  const agent = await api.call('POST', '/v1/agents', { user_id: 'dr-wren', session_id: 'wrens', name: 'Wrens', description: 'Follows wrens.', message: 'Wait.' });
  for (let n = 0; n < 4 * SCHEDULES.length; n += 1) {
    const plan = { schedule: SCHEDULES[n % SCHEDULES.length], instruction: 'Look for wrens', timezone: 'Europe/Berlin' };
    if (agent.status > 202) throw new Error(JSON.stringify(agent.body));
    const { status, body } = await api.call('POST', '/v1/triggers', { agent_id: (agent.body.agent as { id?: string } | undefined)?.id ?? agent.body.id, ...plan });
    if (status !== 201) throw new Error(`a trigger was answered with ${status}: ${JSON.stringify(body)}`);
  }
}

async function runPipelines(): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    const id = await beginRun(api, 'chapter-summarization', { chapter_text: `Chapter ${n}.\n\n${CHAPTER}` });
    await endOfRun(api, id);
    runs.push(id);
  }
}

async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

test('all turns have ended', async () => {
  expect(turns).toHaveLength(TURNS);
  const views = await Promise.all(turns.slice(0, 5).map((id) => api.turn(id)));
  for (const { status } of views) expect(ENDED).toContain(status);
});

test.each(['/', '/queue/turn?status=completed', '/queue/extractor?status=completed', '/queue/consultant?status=completed','/queue/function?status=completed','/job-schedulers'])('look %s', async (path) => {
  const { page } = await openPage(browser);
  await page.goto(board + path);
  await page.waitForTimeout(4000);
  await keep(page, path.replace(/[^a-z]+/g, '-'));
});
test.each([0,1])('flow %s', async (n) => {
  const { page } = await openPage(browser);
  await page.goto(n===0 ? `${board}/queue/turn/${turns[10]}` : `${board}/queue/function/${runs[0]}`);
  await page.waitForTimeout(5000);
  await keep(page, `flow-${n}`);
  for (const tab of ['Progress','Logs']) { await page.getByRole('button',{name:tab}).first().click().catch(()=>undefined); await page.waitForTimeout(1000); await keep(page, `flow-${n}-${tab}`); }
  console.log((await page.locator('body').innerText()).slice(0,3000));
});
