/** A patient with hundreds of turns: the list draws those near the screen, and loads the older ones as it is scrolled. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { launchBrowser } from '../browser.ts';
import { openRecordPage } from './record-steps.ts';

const TURNS = 200;
/** More rows than this are near no screen. */
const MOST_ROWS = 120;

let browser: Browser;
let fleet: Fleet;

beforeAll(async () => {
  [browser, fleet] = await Promise.all([launchBrowser(), startFleet({ dashboard: true })]);
  for (let sent = 0; sent < TURNS; sent += 1) {
    const { status } = await fleet.call('POST', '/v1/turns', { text: `Message ${sent}`, patient_id: 'talker' });
    expect(status).toBe(202);
  }
});

afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

const rows = (page: Page) => page.getByTestId('turn-row');

it('every turn can be scrolled to, and few are drawn at a time', async () => {
  const page = await openRecordPage(browser, fleet, '/turns', 'talker');
  await rows(page)
    .getByText(`Message ${TURNS - 1}`, { exact: true })
    .waitFor();
  await expect
    .poll(async () => {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      expect(await rows(page).count()).toBeLessThanOrEqual(MOST_ROWS);
      return rows(page).getByText('Message 0', { exact: true }).count();
    })
    .toBe(1);
  const last = page.getByRole('listitem').filter({ has: page.getByText('Message 0', { exact: true }) });
  expect(await last.getAttribute('aria-posinset')).toBe(String(TURNS));
  expect(await last.getAttribute('aria-setsize')).toBe(String(TURNS));
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.evaluate('scrollTo(0, 0)');
  await rows(page)
    .getByText(`Message ${TURNS - 1}`, { exact: true })
    .waitFor();
  expect(await rows(page).count()).toBeLessThanOrEqual(MOST_ROWS);
});
