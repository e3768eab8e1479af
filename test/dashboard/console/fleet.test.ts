/** The fleet page in a real browser, over a real fleet that lacks a role and has failed jobs. */
import type { Job } from 'bullmq';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ROLES } from '../../../workers/start-workers.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { STATE_LIMIT_MS } from '../../support/limits.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { launchBrowser, openPage } from '../browser.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const SIZES = [
  ['on a desktop', {}],
  ['on a phone', PHONE],
] as const;

let browser: Browser;
let fleet: Fleet;

beforeAll(async () => {
  const roles = ROLES.filter((role) => role !== 'research');
  fleet = await startFleet({ dashboard: true, roles });
  await fleet.say('I have a cough', { patient_id: 'anna' });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

/** The page, which must have no complaint at the end of the test. */
async function visit(options: object = {}): Promise<Page> {
  const { page, complaints } = await openPage(browser, options);
  onTestFinished(async () => {
    await page.context().close();
    expect(complaints).toEqual([]);
  });
  await page.goto(`${fleet.url}/dashboard/fleet`);
  await page.getByTestId('alarms').waitFor();
  return page;
}

/** Jobs that no worker can parse fail at once. Their queue is paused then, so that a retry stays waiting. */
async function failJobs(count: number): Promise<Job[]> {
  const queue = fleet.queue('extractor');
  await queue.resume();
  const added = Array.from({ length: count }, () => queue.add('run', { task_id: 'no-such-task' }, { attempts: 1 }));
  const jobs = await Promise.all(added);
  await vi.waitFor(
    async () => {
      for (const job of jobs) expect(await job.getState()).toBe('failed');
    },
    { timeout: STATE_LIMIT_MS },
  );
  await queue.pause();
  return jobs;
}

const overflow = (page: Page) => page.evaluate('document.documentElement.scrollWidth - innerWidth');

describe.each(SIZES)('the fleet page %s', (_where, options) => {
  it('says on top which role has no worker and how to start one; shows queues, workers and stores', async () => {
    const page = await visit(options);
    const alarm = page.getByTestId('alarms').getByText('No worker has the role research');
    await alarm.waitFor();
    await page.getByText('npm run worker -- --roles research').waitFor();
    expect(await page.getByTestId('queue-research').textContent()).toContain('none');
    const worker = page.getByTestId('worker').first();
    expect(await worker.textContent()).toContain(`${process.pid}`);
    expect(await page.getByTestId('tile-record').textContent()).toContain('answers');
    expect(await page.getByTestId('no-models').textContent()).toContain('No model is connected');
    expect(await overflow(page)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('plots a queue over time, which can be read by keyboard and as a table', async () => {
    const page = await visit(options);
    const reader = page.getByRole('slider').first();
    // A sample is taken every 15 seconds, and the first point needs two.
    await reader.waitFor();
    await reader.focus();
    await page.keyboard.press('Home');
    expect(await reader.getAttribute('aria-valuetext')).toMatch(/: \d+ in work, \d+ waiting$/);
    await page.getByTestId('queue-triage').getByRole('button', { name: 'triage' }).click();
    expect(await page.getByTestId('chart-queue').inputValue()).toBe('triage');
    await page.getByRole('button', { name: '24 h' }).click();
    await page.getByRole('img', { name: 'Jobs of triage, in work and waiting' }).waitFor();
    await page.getByTestId('history-table').getByText('As a table').click();
    await page.getByTestId('history-table').locator('tbody tr').first().waitFor();
    expect(await overflow(page)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('retries a failed job with one click, and all of a queue after asking', async () => {
    const [first, ...rest] = await failJobs(3);
    const page = await visit(options);
    const failed = page.getByTestId('failed-job');
    await failed.nth(2).waitFor();
    expect(await failed.first().textContent()).toContain('A job payload does not fit its schema');
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole('button', { name: `job ${first?.id}`, exact: false }).click();
    await page.getByTestId('retry-note').getByText('is tried again').waitFor();
    await expect.poll(() => first?.getState()).toBe('waiting');
    // The button went with its row; the focus stays in the section.
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Failed jobs');

    await page.getByTestId('retry-all').click();
    await page.getByTestId('confirm-action').click();
    await page.getByTestId('retry-note').getByText('2 jobs of extractor are tried again').waitFor();
    for (const job of rest) expect(await job.getState()).toBe('waiting');
    await failed.first().waitFor({ state: 'detached' });
    for (const job of [first, ...rest]) await job?.remove();
  });
});

it('keeps what it showed, and says that it is not current, while the server does not answer', async () => {
  const { page } = await openPage(browser);
  onTestFinished(() => page.context().close());
  await page.goto(`${fleet.url}/dashboard/fleet`);
  await page.getByTestId('queues').waitFor();
  await page.context().setOffline(true);
  await page.getByText('Not current').waitFor();
  expect(await page.getByTestId('queue-triage').count()).toBe(1);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByText('As of').waitFor();
});

it('tells those who are no operators whom it is for', async () => {
  const token = 'fleet-page-reader-0001';
  const guarded = await startFleet({ dashboard: true, roles: [], env: { API_TOKENS: `clinic[turns:read]:${token}` } });
  onTestFinished(() => guarded.close());
  const { page } = await openPage(browser, { extraHTTPHeaders: { authorization: `Bearer ${token}` } });
  onTestFinished(() => page.context().close());
  await page.goto(`${guarded.url}/dashboard/fleet`);
  await page.getByText('needs a key with the scope admin').waitFor();
  expect(await page.getByTestId('queues').count()).toBe(0);
});
