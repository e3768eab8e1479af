/** The turn inspector and the list of turns in a real browser, over a real fleet without a model. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { TurnView } from '../../../producers/turns/turn-view.ts';
import type { QueueName } from '../../../queues/catalogue.ts';
import { ROLES, startWorkers } from '../../../workers/start-workers.ts';
import { type Api, apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { launchBrowser, openPage } from '../browser.ts';

const ADMIN = 'inspector-admin-token-0001';
const READER = 'inspector-reader-token-0002';
const API_TOKENS = `clinic[admin+turns:read+turns:write+record:read]:${ADMIN},clinic[turns:read]:${READER}`;
const MARKUP = '<img src=x onerror=alert(1)>';
const MESSAGE = `My blood pressure was 152/95 this morning ${MARKUP} and I take lisinopril 10 mg. Is that dangerous?`;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

let browser: Browser;
let fleet: Fleet;
let api: Api;
let turn: TurnView;

beforeAll(async () => {
  fleet = await startFleet({ dashboard: true, env: { API_TOKENS, KEEP_JOURNALS: 'true' } });
  api = apiClient(fleet.url, ADMIN);
  turn = await api.say(MESSAGE, { patient_id: 'anna' });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

/** A page of the console for the holder of a token, which must have no complaint at the end of the test. */
async function visit(path: string, token: string, options: object = {}): Promise<Page> {
  const extraHTTPHeaders = { authorization: `Bearer ${token}` };
  const { page, complaints } = await openPage(browser, { extraHTTPHeaders, ...options });
  onTestFinished(async () => {
    await page.context().close();
    expect(complaints).toEqual([]);
  });
  await page.goto(`${fleet.url}/dashboard${path}`);
  return page;
}

const row = (page: Page, name: string) => page.locator('[data-kind="run"]', { hasText: name });
const overflow = (page: Page) => page.evaluate('document.documentElement.scrollWidth - innerWidth');

describe.each([
  ['on a desktop', {}],
  ['on a phone', PHONE],
])('the inspector %s', (_where, options) => {
  it('shows what was asked, why it was routed, where the time went, and the journal to an administrator', async () => {
    const page = await visit(`/turns/${turn.turn_id}`, ADMIN, options);
    await page.locator('[data-testid="turn"][data-status="completed"]').waitFor();
    expect(await page.getByTestId('turn-text').textContent()).toBe(MESSAGE);
    await page.getByTestId('route').getByText('rule').waitFor();
    expect(await page.getByTestId('tile-model').textContent()).toContain('No model was used');
    expect(await page.getByTestId('turn-facts').textContent()).toContain('blood pressure');

    await row(page, 'TriageAgent').click();
    const details = page.getByTestId('span-details');
    await details.getByText('Waited before').waitFor();
    const board = await details.getByTestId('to-board').getAttribute('href');
    expect(board).toMatch(new RegExp(`^/dashboard/queues/queue/triage/${turn.turn_id}`));
    await details.getByTestId('journal').getByText('Output').first().click();
    expect(await details.getByTestId('journal').locator('pre').first().textContent()).toContain('"calls"');
    expect(await overflow(page)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.dataset.kind')).toBe('run');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate('document.activeElement.dataset.kind')).not.toBe('turn');
  });

  it('lists the events and the raw data on request', async () => {
    const page = await visit(`/turns/${turn.turn_id}`, ADMIN, options);
    await page.getByTestId('event-log').getByText('Events').click();
    for (const event of ['queued', 'routed', 'reply', 'facts', 'done']) {
      await page.getByTestId('event-log').locator('strong', { hasText: event }).first().waitFor();
    }
    await page.getByTestId('raw').getByText('Raw data').click();
    await page.getByTestId('raw').getByText(turn.turn_id).first().waitFor();
    expect(await overflow(page)).toBe(0);
  });
});

describe('the inspector', () => {
  it('keeps inputs, outputs and the queue dashboard from those who are no administrators', async () => {
    const page = await visit(`/turns/${turn.turn_id}`, READER);
    await row(page, 'TriageAgent').click();
    await page.getByTestId('no-texts').getByText('administrators').waitFor();
    expect(await page.getByTestId('to-board').count()).toBe(0);
    // Sending is not theirs either.
    expect(await page.getByTestId('replay').count()).toBe(0);
  });

  it('sends the same message again as a new turn in a new conversation', async () => {
    const page = await visit(`/turns/${turn.turn_id}`, ADMIN);
    await page.getByTestId('replay').click();
    await page.getByTestId('confirm-action').click();
    await page.waitForURL(
      (url) => url.pathname.startsWith('/dashboard/turns/') && !url.pathname.endsWith(turn.turn_id),
    );
    await page.locator('[data-testid="turn"][data-status="completed"]').waitFor();
    const again = await api.turn(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    expect(again).toMatchObject({ text: MESSAGE, patient_id: 'anna' });
    expect(again.session_id).not.toBe(turn.session_id);
  });

  it('leads back to the conversation, with its patient', async () => {
    const page = await visit(`/turns/${turn.turn_id}`, ADMIN);
    await page.getByTestId('to-conversation').click();
    await page.waitForURL(`**/dashboard/sessions/${turn.session_id}`);
    expect(await page.evaluate("sessionStorage.getItem('patient_id')")).toBe('anna');
  });

  it('says that a turn is not there', async () => {
    const { page } = await openPage(browser, { extraHTTPHeaders: { authorization: `Bearer ${ADMIN}` } });
    await page.goto(`${fleet.url}/dashboard/turns/no-such-turn`);
    await page.getByTestId('problem').waitFor();
    await page.context().close();
  });
});

it('a turn is followed while it runs: who waits, and its end without a reload', async () => {
  const late: QueueName = 'extractor';
  const slow = await startFleet({ dashboard: true, roles: ROLES.filter((role) => role !== late) });
  onTestFinished(() => slow.close());
  const sent = await slow.call('POST', '/v1/turns', { text: 'I have a cough', patient_id: 'ben' });
  const { page } = await openPage(browser);
  onTestFinished(() => page.context().close());
  await page.goto(`${slow.url}/dashboard/turns/${sent.body.turn_id}`);
  await page.locator('[data-kind="run"][data-status="waiting"]').first().waitFor();
  await page.locator('[data-testid="turn"][data-status="running"]').waitFor();

  await startWorkers(slow.base, [late]);
  await page.locator('[data-testid="turn"][data-status="completed"]').waitFor();
  await page.locator('[data-kind="run"][data-status="waiting"]').first().waitFor({ state: 'detached' });
});

describe.each([
  ['on a desktop', {}],
  ['on a phone', PHONE],
])('the list of turns %s', (_where, options) => {
  it('shows the turns of the patient, by status, and opens one', async () => {
    const ended = await api.say('Hello', { patient_id: 'carla' });
    const page = await visit('/turns', ADMIN, options);
    await page.getByTestId('no-patient').waitFor();
    await page.evaluate("sessionStorage.setItem('patient_id', 'carla')");
    await page.reload();
    await page.getByTestId('turn-row').getByText('Hello').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);

    await page.getByTestId('turn-status').selectOption('cancelled');
    await page.getByTestId('turn-row').first().waitFor({ state: 'detached' });
    await page.getByTestId('turn-status').selectOption(ended.status);
    await page.getByTestId('turn-row').first().click();
    await page.getByTestId('turn').waitFor();
    expect(await page.getByTestId('turn-text').textContent()).toBe('Hello');
  });
});
