/**
 * What a queue engineer reads in Bull Board after a day's work: 150 health turns, three pipelines and twenty triggers of five kinds, by
 * three worker processes. Names, order and counts are read from the page. SCREENSHOTS=folder keeps the pages as pictures.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { QUEUE_NAMES, QUEUES } from '../../queues/catalogue.ts';
import { beginRun, endOfRun } from '../e2e/pipeline-runs.ts';
import { apiClient } from '../support/api.ts';
import { fleetEnv } from '../support/fleet.ts';
import { type FleetProcess, startProducerProcess, startWorkerProcess } from '../support/processes.ts';
import { launchBrowser, openPage } from './browser.ts';

const TURNS = 150;
const AT_ONCE = 25;
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
let agentId: string;
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
  const agent = await api.call('POST', '/v1/agents', {
    user_id: 'dr-wren',
    session_id: 'wrens',
    name: 'Wrens',
    description: 'Follows wrens.',
    message: 'Wait.',
  });
  agentId = String(agent.body.id);
  for (let n = 0; n < 4 * SCHEDULES.length; n += 1) {
    const plan = {
      schedule: SCHEDULES[n % SCHEDULES.length],
      instruction: 'Look for wrens',
      timezone: 'Europe/Berlin',
    };
    const { status, body } = await api.call('POST', '/v1/triggers', { agent_id: agentId, ...plan });
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

async function open(path: string): Promise<Page> {
  const { page, complaints } = await openPage(browser);
  onTestFinished(async () => {
    await page.context().close();
    expect(complaints).toEqual([]);
  });
  await page.goto(board + path);
  return page;
}

/** The names of the flow's jobs, from left to right and, of one column, from top to bottom. */
async function flowOf(page: Page, count: number): Promise<string[]> {
  const nodes = page.locator('.react-flow__node');
  await expect.poll(() => nodes.count()).toBe(count);
  const found = await nodes.evaluateAll((list) =>
    list.map((node) => {
      const { x, y } = node.getBoundingClientRect();
      return { x: Math.round(x), y, label: String(node.textContent) };
    }),
  );
  return found.sort((a, b) => a.x - b.x || a.y - b.y).map(({ label }) => label);
}

test('each queue is there, says what it is for, and nothing has failed', async () => {
  const page = await open('/');
  for (const name of QUEUE_NAMES) await page.getByRole('link', { name, exact: true }).first().waitFor();
  await page.goto(`${board}/queue/extractor?status=completed`);
  await page.getByText(QUEUES.extractor.about).first().waitFor();
  await page.getByText('MedicalContextAgent', { exact: true }).first().waitFor();
  await keep(page, 'queue');
  // The research agent's first activation and its report are turns, too.
  await expect.poll(countsOf).toMatchObject({
    turn: { completed: TURNS + 2, failed: 0 },
    triage: { completed: TURNS, failed: 0 },
    extractor: { completed: 4 * TURNS, failed: 0 },
    research: { completed: 1, failed: 0 },
  });
});

async function countsOf() {
  const { body } = await api.call('GET', '/dashboard/queues/api/queues');
  const queues = body.queues as { name: string; counts: Record<string, number> }[];
  return Object.fromEntries(queues.map(({ name, counts: { completed, failed } }) => [name, { completed, failed }]));
}

test('the flow of a health turn has all of its six jobs, named after their agents, also of the first turn', async () => {
  const page = await open(`/queue/turn/${turns[0]}`);
  const names = await flowOf(page, 7);
  await keep(page, 'flow-turn');
  expect(names[0]).toMatch(/^TusdiAI/);
  for (const agent of ['TriageAgent', 'DataEntryAgent', 'DataExtractorAgent', 'MedicalContextAgent'])
    expect(names.slice(1).filter((name) => name.startsWith(agent))).toHaveLength(1);
  expect(names.slice(1).filter((name) => name.startsWith('HealthConsultantAgent (from TriageAgent)'))).toHaveLength(1);
});

test('the stages of a pipeline stand in their order, and its items are numbered', async () => {
  const page = await open(`/queue/function/${runs[0]}`);
  const names = await flowOf(page, 7);
  await keep(page, 'flow-pipeline');
  const stages = ['chapter-summarization', 'validate_against_spec', 'summarize_content', 'cross_reference'];
  for (const [place, stage] of stages.entries()) expect(names[place]).toContain(stage);
  // Siblings have no order of their own: Redis keeps them as a set.
  expect(
    names
      .slice(4)
      .map((name) => /extract_structure \d/.exec(name)?.[0])
      .sort(),
  ).toEqual([1, 2, 3].map((item) => `extract_structure ${item}`));
});

test('a job has a log, a progress and the worker that had it', async () => {
  const page = await open(`/queue/triage/${turns[0]}.TusdiAI.TriageAgent`);
  await page.getByText(new RegExp(`by ${hostname()}:\\d+:triage:`)).waitFor();
  await page.getByText('100%').first().waitFor();
  await page.getByText('Logs', { exact: true }).click();
  for (const line of [
    /start \d{4}-\d\d-\d\dT.*try 1/,
    /step 1 model offline [\d,]+ ms/,
    /end success, handed over to HealthConsultantAgent/,
  ])
    await page.getByText(line).first().waitFor();
  await keep(page, 'job-log');
  await page.getByText('Progress', { exact: true }).click();
  await page.getByText('progress').first().waitFor();
  await keep(page, 'job-progress');
});

test('the twenty triggers are schedulers with their next times and their agent', async () => {
  const page = await open('/job-schedulers');
  await page.getByText('0 9 * * 2 every 2 weeks from').first().waitFor();
  for (const pattern of [
    /0 9 \* \* 1#1/,
    /\d+ \d+ \* \* \d$/,
    /0 9 \* \* 2 every 2 weeks from/,
    /0 8 \* \* 1-5/,
    /every 360 minutes/,
  ])
    expect(await page.getByText(pattern).count()).toBe(4);
  expect(await page.getByText(agentId, { exact: true }).count()).toBe(4 * SCHEDULES.length);
  await keep(page, 'schedulers');
  expect(await page.content()).not.toContain('Look for wrens');
});

test('each worker process is named by host, number, role and version, and took part', async () => {
  const { body } = await api.call('GET', '/dashboard/queues/api/queues/extractor/workers');
  const workers = body.workers as { name: string }[];
  expect(workers).toHaveLength(2);
  for (const { name } of workers) expect(name).toMatch(new RegExp(`${hostname()}:\\d+:extractor:`));
});
