/** The demo patient in a real browser: offered where there is nothing to see, marked wherever it is shown, and removed without a trace. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { launchBrowser } from '../browser.ts';
import { openRecordPage, PHONE, sidewaysScroll } from './record-steps.ts';

/** The route waits at most 20 s for each of its three conversations. */
const FILLED_MS = 150_000;

let browser: Browser;
let fleet: Fleet;

beforeAll(async () => {
  [browser, fleet] = await Promise.all([launchBrowser(), startFleet({ dashboard: true })]);
});

afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

it.each(['/', '/record', '/research', '/turns'])(
  'offers a demo patient on %s, where there is nothing to see',
  async (path) => {
    const page = await openRecordPage(browser, fleet, path, 'nobody');
    await page.getByTestId('demo').waitFor();
    expect(await page.getByTestId('demo-badge').or(page.getByTestId('demo-banner')).count()).toBe(0);
  },
);

it(
  'goes on being filled on another page, and is shown there',
  async () => {
    const page = await openRecordPage(browser, fleet, '/', 'nobody');
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/demo', async (route) => {
      await released;
      await route.continue();
    });
    await page.getByTestId('demo').click();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Record' }).click();
    await page.getByText('It is being filled.').waitFor();
    expect(await page.getByTestId('demo').isDisabled()).toBe(true);
    release();
    await page.getByTestId('demo-banner').waitFor({ timeout: FILLED_MS });
    expect(page.url()).toMatch(/\/record$/);
    await page.getByTestId('remove-demo').click();
    await page.getByTestId('confirm-action').click();
    await page.getByTestId('demo-banner').waitFor({ state: 'detached' });
  },
  FILLED_MS,
);

it(
  'fills it, marks it on every page, keeps the composer in view, and removes it after asking',
  async () => {
    const filled = await openRecordPage(browser, fleet, '/', 'nobody', PHONE);
    const at = (id: string) => filled.getByTestId(id);
    await at('demo').click();
    await filled.waitForURL(/\/sessions\/demo-anna-/, { timeout: FILLED_MS });
    await at('demo-badge').waitFor();
    await at('reply').first().waitFor();
    expect(await filled.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
    expect(await accessibilityViolations(filled)).toEqual([]);
    for (const page of ['Record', 'Research', 'Conversation']) {
      await filled.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: page }).click();
      await at('demo-banner').getByText('This is a made-up patient.').waitFor();
      expect(await sidewaysScroll(filled)).toBe(0);
    }
    await filled.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Research' }).click();
    await at('tab-approvals').click();
    await at('mail-to').getByText('dr.weber@example.org').waitFor({ timeout: FILLED_MS });
    await at('mail-body').getByText('empagliflozin').waitFor();
    await at('tab-triggers').click();
    await filled.getByRole('heading', { name: 'every Monday at 8' }).waitFor();
    await at('tab-inbox').click();
    await at('reports').getByText('EMPA-REG OUTCOME').first().waitFor();
    expect(await sidewaysScroll(filled)).toBe(0);
    expect(await accessibilityViolations(filled)).toEqual([]);
    await at('remove-demo').click();
    await at('confirm-action').click();
    await at('demo-banner').waitFor({ state: 'detached' });
    expect(await at('patient-id').inputValue()).toBe('me');
    const { patients } = (await fleet.call('GET', '/v1/patients?q=demo-')).body;
    expect(patients).toEqual([]);
  },
  2 * FILLED_MS,
);
