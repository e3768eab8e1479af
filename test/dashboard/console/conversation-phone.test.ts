/** The conversation page on a phone: everything within reach of a thumb, and nothing wider than the screen. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { launchBrowser, openPage, type Watched } from '../browser.ts';
import { ask, PHONE, visit } from './conversation-steps.ts';

let fleet: Fleet;
let browser: Browser;
let watched: Watched;
let page: Page;
beforeAll(async () => {
  [fleet, browser] = await Promise.all([startFleet({ dashboard: true }), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await fleet.close();
});
beforeEach(async () => {
  watched = await openPage(browser, { ...PHONE, timezoneId: 'America/New_York' });
  page = watched.page;
});
afterEach(async () => {
  await page.context().close();
  expect(watched.complaints).toEqual([]);
});

const at = (id: string) => page.getByTestId(id);
const width = () => page.evaluate('document.documentElement.scrollWidth');

test('a message is written, answered and read; a tap on a marked word tells what was noted', async () => {
  await visit(page, fleet.url, 'pia');
  expect(await width()).toBe(360);
  await ask(page, 'My blood pressure was 150/95 this morning and I take metformin 500 mg twice a day. Is that ok?');
  expect(await width()).toBe(360);
  await at('said').locator('mark').first().tap();
  await at('fact-popover').getByText('Systolic blood pressure').waitFor();
  const box = await at('fact-popover').boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 360).toBe(true);
  await at('fact-popover').getByTestId('remove').first().tap();
  await page.getByRole('button', { name: 'Keep it' }).tap();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('the conversations are in a drawer, which closes when one is chosen', async () => {
  await visit(page, fleet.url, 'quinn');
  await ask(page, 'My weight is 80 kg');
  const first = page.url();
  await page.getByRole('link', { name: 'New', exact: true }).tap();
  await at('start').waitFor();
  await at('open-sessions').tap();
  expect(await accessibilityViolations(page)).toEqual([]);
  await at('sessions-drawer').getByRole('link', { name: 'My weight' }).tap();
  await page.waitForURL(first);
  await at('sessions-drawer').waitFor({ state: 'detached' });
  await at('said').getByText('My weight is 80 kg').waitFor();
});

test('an emergency number can be tapped, and is large enough for a thumb', async () => {
  await visit(page, fleet.url, 'rosa');
  await ask(page, 'I have crushing chest pain right now');
  expect(await at('call').getAttribute('href')).toBe('tel:911');
  expect((await at('call').boundingBox())?.height).toBeGreaterThanOrEqual(40);
  expect(await width()).toBe(360);
});

test('queues, API and theme are in the sheet behind More', async () => {
  await visit(page, fleet.url, 'sam');
  await at('more').tap();
  const sheet = at('more-sheet');
  expect(await sheet.getByTestId('link-queues').getAttribute('href')).toBe('/dashboard/queues');
  expect(await sheet.getByTestId('link-docs').getAttribute('href')).toBe('/docs');
  await sheet.getByRole('button', { name: 'Theme: auto' }).tap();
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('light');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
});
