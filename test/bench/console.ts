/**
 * `npm run bench -- console`: what a patient with 5,000 facts and 2,000 turns costs the pages of the console: for each kind of input, how
 * long until its effect is painted, and how many elements the page has. No input may take 100 ms on a quiet machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { mountDashboard } from '../../dashboard/mount.ts';
import { startProducer } from '../../producers/start-producer.ts';
import { openFleet } from '../../queues/open-fleet.ts';
import { type Base, openBase } from '../../src/base.ts';
import { createClosers } from '../../src/platform/closers.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { startEmbeddedRedis } from '../../src/platform/embedded-redis.ts';
import { waitForRedis } from '../../src/platform/redis.ts';
import { patientKey } from '../../src/record/record.ts';
import { ROLES, startWorkers } from '../../workers/start-workers.ts';
import { told, turn } from '../record/told.ts';
import { type Measured, openConsole } from './console-page.ts';
import { INSTANT_MODEL, MESSAGE } from './instant-model.ts';

const [TURNS, FACTS] = [2_000, 5_000];
const [TENANT, PATIENT, SESSION] = ['local', 'long', 'long'];
const LIMIT_MS = 100;
const SAMPLES = 12;
const BATCH = 1_000;
const DAY_MS = 86_400_000;
const POLL_MS = 200;

const closers = createClosers();
const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-bench-'));
closers.add('data', () => rmSync(dataDir, { recursive: true, force: true }));
try {
  const server = await startEmbeddedRedis({ dataDir });
  closers.add('redis', () => server.close());
  const config = loadConfig({ NODE_ENV: 'test', REDIS_URL: server.url, DATA_DIR: dataDir, PORT: '0' });
  const log = pino({ level: config.LOG_LEVEL, base: null }, pino.destination('/dev/null'));
  const base = { ...(await openBase(config, log, closers)), model: INSTANT_MODEL };
  await fileFacts(base);
  await sendTurns(base);
  const { url } = await startProducer(base, mountDashboard({ ...config, DASHBOARD_WRITE: false }));
  report(await measureAll(url));
} finally {
  await closers.close();
}

async function fileFacts({ record }: Base): Promise<void> {
  const day = (index: number) => new Date(Date.UTC(2010, 0, 1) + index * DAY_MS).toISOString().slice(0, 10);
  const facts = Array.from({ length: FACTS }, (_, index) =>
    index % 2 === 0
      ? told('condition', `Condition ${index}`, {
          status: index % 8 ? 'active' : 'resolved',
          effective_time: day(index),
        })
      : told('encounter', `Visit ${index}`, { status: 'past', effective_time: day(index) }),
  );
  for (let at = 0; at < FACTS; at += BATCH)
    await record.file(patientKey(TENANT, PATIENT), facts.slice(at, at + BATCH), turn());
}

/** One conversation, so its turns run one after the other. */
async function sendTurns(base: Base): Promise<void> {
  const redis = base.redis.connect('producer');
  await waitForRedis(redis, 10_000);
  const { submitTask } = openFleet(base, redis, { maxOpenTasks: TURNS });
  const agent = base.teams().get('health')?.root ?? '';
  await startWorkers(base, ROLES);
  for (let sent = 0; sent < TURNS; sent += 1)
    await submitTask({
      text: MESSAGE,
      request: {
        id: uuidv7(),
        kind: 'turn',
        tenant: TENANT,
        user_id: PATIENT,
        subject: { kind: 'patient', id: PATIENT },
        session_id: SESSION,
        team: 'health',
        agent,
      },
    });
  while ((await redis.zcard(base.keys.open())) > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

async function measureAll(url: string): Promise<Measured[]> {
  const { page, measure, go, close } = await openConsole(url, PATIENT);
  closers.add('browser', close);
  const measured: Measured[] = [];
  const note = async (...given: Parameters<typeof measure>) => measured.push(await measure(...given));

  await go(`/sessions/${SESSION}`);
  await page.getByTestId('turn').last().waitFor();
  const message = page.getByTestId('message');
  await message.click();
  await note('conversation: typing', SAMPLES, () => message.press('a'));
  await page.getByTestId('thread').hover();
  await note('conversation: scrolling back', 4 * SAMPLES, () => page.mouse.wheel(0, -2_000));

  await go('/record/conditions');
  await page.getByTestId('entry').first().waitFor();
  const search = page.getByTestId('search');
  await search.click();
  await note('record: search, typing', SAMPLES, (sample) => search.press('Condition 12'.charAt(sample) || '1'));
  await search.fill('');
  await note('record: filter', SAMPLES, (sample) =>
    page.locator(`[data-choice="${sample % 2 ? 'all' : 'resolved'}"]`).click(),
  );
  await note('record: sort', SAMPLES, () => page.getByRole('columnheader').first().getByRole('button').click());
  await note('record: open and close an entry', SAMPLES, async (sample) => {
    await page.getByTestId('entry').nth(sample).getByRole('button').click();
    await page.getByTestId('entry-details').waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('entry-details').waitFor({ state: 'detached' });
  });
  await page.getByTestId('entry').first().hover();
  await note('record: scrolling', 4 * SAMPLES, () => page.mouse.wheel(0, 2_000));

  await go('/turns');
  await page.locator('#main a').first().waitFor();
  await page.locator('#main').hover();
  await note('turns: scrolling', 4 * SAMPLES, () => page.mouse.wheel(0, 2_000));
  return measured;
}

function report(measured: readonly Measured[]): void {
  console.log(
    `\n| ${FACTS} facts, ${TURNS} turns | inputs | p50 ms | p95 ms | max ms | elements |\n|---|---|---|---|---|---|`,
  );
  for (const { name, times, nodes } of measured) {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(0);
    console.log(`| ${name} | ${times.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} | ${nodes} |`);
    if (Number(at(0.95)) > LIMIT_MS) process.exitCode = 1;
  }
  console.log(process.exitCode ? `\nsome inputs take more than ${LIMIT_MS} ms` : `\nall under ${LIMIT_MS} ms`);
}
