/** Answers that take their time: streamed, reloaded in the middle, queued, stopped, sent again, and asked for while nobody answers. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ROLES, startWorkers } from '../../../workers/start-workers.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { answered, type ScriptedHealth, startScriptedHealth } from '../../support/scripted-health.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { launchBrowser, openPage, type Watched } from '../browser.ts';
import { ended, visit, write } from './conversation-steps.ts';

const PARTS = ['The first part. ', 'The second part. ', 'The **third** part.'];

let model: ScriptedHealth;
let fleet: Fleet;
let browser: Browser;
let watched: Watched;
let page: Page;
/** Answers stop after their first part until this is called. */
let release: () => void;
let released: Promise<void>;

beforeAll(async () => {
  model = await startScriptedHealth({
    HealthConsultantAgent: (request) =>
      answered(request, 'get_patient_record') ? { text: PARTS, before: () => released } : undefined,
  });
  const env = { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url };
  [fleet, browser] = await Promise.all([startFleet({ dashboard: true, env }), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await fleet.close();
  await model.close();
});
beforeEach(async () => {
  released = new Promise((resolve) => {
    release = resolve;
  });
  watched = await openPage(browser);
  page = watched.page;
});
afterEach(async () => {
  release();
  await page.context().close();
  expect(watched.complaints).toEqual([]);
});

const at = (id: string) => page.getByTestId(id);
const turn = (index: number) => at('turn').nth(index);

test('an answer is shown as it comes, with who works on it; a reload in the middle goes on, and so does the next message', async () => {
  await visit(page, fleet.url, 'ada');
  await write(page, 'How is my blood pressure?');
  await turn(0).getByTestId('reply').getByText('The first part.').waitFor();
  expect(await turn(0).getByTestId('reply').getAttribute('aria-busy')).toBe('true');
  const work = turn(0).getByTestId('work');
  await work.locator('[data-agent=HealthConsultantAgent][data-state=running]').waitFor();
  expect(await work.getByTestId('route').textContent()).toContain('about the user');
  expect(await work.locator('[data-state=success]', { hasText: 'get patient record' }).textContent()).toMatch(
    /\d+ m?s/,
  );
  await work.locator('[data-agent=DataEntryAgent][data-state=empty]').waitFor();

  await write(page, 'And my weight?');
  await turn(1).getByTestId('progress').getByText('Waiting for the message before it').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.reload();
  await turn(0).getByTestId('reply').getByText('The first part.').waitFor();
  expect(await at('said').allTextContents()).toEqual(['How is my blood pressure?', 'And my weight?']);
  await turn(1).getByTestId('progress').getByText('Waiting for the message before it').waitFor();
  release();
  await ended(page, 0);
  expect(await turn(0).getByTestId('reply').textContent()).toBe('The first part. The second part. The third part.');
  expect(await turn(0).getByTestId('reply').locator('strong').textContent()).toBe('third');
  expect(await turn(0).getByTestId('reply').getAttribute('aria-busy')).toBe('false');
  await ended(page, 1);
});

test('an answer can be stopped; the message stays, and can be sent again', async () => {
  await visit(page, fleet.url, 'bea');
  await write(page, 'How is my blood pressure?');
  await turn(0).getByTestId('reply').getByText('The first part.').waitFor();
  await at('cancel').click();
  await ended(page, 0, 'cancelled');
  expect(await turn(0).getByTestId('end-note').textContent()).toContain('You stopped this one');
  expect(await turn(0).getByTestId('said').textContent()).toBe('How is my blood pressure?');
  await expect.poll(() => at('cancel').count()).toBe(0);
  release();
  await turn(0).getByTestId('again').click();
  await ended(page, 1);
  expect(await turn(1).getByTestId('said').textContent()).toBe('How is my blood pressure?');
  expect(await turn(1).getByTestId('reply').textContent()).toContain('third');
});

test('a message that waits behind another can be taken back', async () => {
  await visit(page, fleet.url, 'cleo');
  await write(page, 'How is my blood pressure?');
  await turn(0).getByTestId('reply').waitFor();
  await write(page, 'Never mind');
  await turn(1).getByRole('button', { name: 'Do not send it' }).click();
  await ended(page, 1, 'cancelled');
  release();
  await ended(page, 0);
});

test('while nobody answers, the composer says so and keeps the text; sent again it becomes one turn', async () => {
  release();
  await visit(page, fleet.url, 'dina');
  await write(page, 'How is my blood pressure?');
  await ended(page, 0);
  await page.context().setOffline(true);
  await at('message').fill('And my weight?');
  await at('send').click();
  await page.locator('form').getByText('Medfleet does not answer').waitFor();
  expect(await at('message').inputValue()).toBe('And my weight?');
  expect(await at('turn').count()).toBe(1);
  await page.context().setOffline(false);
  await at('message').press('Enter');
  await ended(page, 1);
  await expect.poll(() => at('problem').count()).toBe(0);
  const session = page.url().split('/').at(-1);
  const { body } = await fleet.call('GET', `/v1/turns?session_id=${session}`);
  expect((body.turns as { text: string }[]).map(({ text }) => text)).toEqual([
    'And my weight?',
    'How is my blood pressure?',
  ]);
  // What the browser says of the requests that failed.
  watched.complaints = watched.complaints.filter((text) => !text.includes('net::ERR'));
});

test('in a conversation of hundreds of turns only the last ones are drawn, and earlier ones as one scrolls up', async () => {
  release();
  const said = (index: number) => fleet.call('POST', '/v1/turns', body(`Message ${index}`));
  const body = (text: string) => ({ text, patient_id: 'long', session_id: 'long-1' });
  for (let index = 0; index < 120; index += 1) await said(index);
  await page.goto(`${fleet.url}/dashboard/sessions/long-1`);
  await at('said').getByText('Message 119', { exact: true }).waitFor();
  expect(await at('patient-id').inputValue()).toBe('long');
  expect(await at('turn').count()).toBeLessThan(60);
  const top = () => at('thread').evaluate((thread) => thread.scrollTo({ top: 0 }));
  await expect
    .poll(async () => {
      await top();
      return at('said').getByText('Message 0', { exact: true }).count();
    })
    .toBe(1);
  // What is far below is let go meanwhile.
  expect(await at('turn').count()).toBeLessThanOrEqual(80);
  expect(await at('said').getByText('Message 119', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Latest' }).click();
  await at('said').getByText('Message 119', { exact: true }).waitFor();
});

test('while no worker runs, the page says so, and the message is answered as soon as one does', async () => {
  const idle = await startFleet({ dashboard: true, roles: [] });
  onTestFinished(() => idle.close());
  await visit(page, idle.url, 'ida');
  await write(page, 'My weight is 80 kg');
  await turn(0).getByTestId('progress').getByText('No worker is running').waitFor();
  await startWorkers(idle.base, ROLES);
  await ended(page, 0);
  expect(await turn(0).getByTestId('reply').textContent()).toContain('80 kg');
});
