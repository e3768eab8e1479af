/** A record of 5,000 facts: each list draws what is visible and finds everything; a long series can be read, zoomed and walked through. */
import type { Browser, Page } from 'playwright-core';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fact } from '../../../src/record/fact.ts';
import { patientKey } from '../../../src/record/record.ts';
import { told, turn } from '../../record/told.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { launchBrowser } from '../browser.ts';
import { measured, openRecordPage, PHONE, sidewaysScroll } from './record-steps.ts';

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2022, 0, 1);
const [CONDITIONS, VISITS, READINGS] = [2_000, 2_400, 600];
/** More rows than this are near no screen. */
const MOST_ROWS = 120;

let browser: Browser;
let fleet: Fleet;

beforeAll(async () => {
  [browser, fleet] = await Promise.all([launchBrowser(), startFleet({ dashboard: true, roles: [] })]);
  const dayOf = (index: number) => new Date(FIRST_DAY + index * DAY_MS).toISOString().slice(0, 10);
  const many = (count: number, make: (index: number) => Fact) =>
    Array.from({ length: count }, (_, index) => make(index));
  const facts = [
    ...many(CONDITIONS, (index) =>
      told('condition', `Condition ${index}`, {
        status: index % 4 ? 'active' : 'resolved',
        effective_time: dayOf(index),
      }),
    ),
    ...many(VISITS, (index) => told('encounter', `Visit ${index}`, { status: 'past', effective_time: dayOf(index) })),
    ...many(READINGS, (index) =>
      measured('Systolic blood pressure', '8480-6', 110 + (index % 40), 'mmHg', dayOf(index)),
    ),
  ];
  for (let at = 0; at < facts.length; at += 1_000)
    await fleet.base.record.file(patientKey('local', 'long'), facts.slice(at, at + 1_000), turn());
});

afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

const visit = (path: string, options = {}) => openRecordPage(browser, fleet, path, 'long', options);
const entries = (page: Page) => page.getByTestId('entry');
const pageHeight = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollHeight');
/** The number of the row in the middle of the screen; 0 where none is drawn. */
const rowInView = (page: Page): Promise<number> =>
  page.evaluate("Number(document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tr')?.ariaRowIndex ?? 0)");
const left = (page: Page, text: string) => page.getByTestId('left').getByText(text, { exact: true }).waitFor();

describe.each([
  ['on a desktop', {}],
  ['on a phone', PHONE],
])('5,000 facts %s', (_where, options) => {
  it('are drawn as far as they were scrolled to, and every one can be found', async () => {
    const page = await visit('/record/conditions', options);
    await left(page, '2,000 conditions');
    expect(await entries(page).count()).toBeLessThanOrEqual(MOST_ROWS);
    await page.getByTestId('search').fill('condition 1777');
    await left(page, '1 of 2,000 conditions');
    expect(await entries(page).allTextContents()).toEqual([expect.stringContaining('Condition 1777')]);
    await page.getByTestId('search').fill('');
    await page.locator('[data-choice="resolved"]').click();
    await left(page, '500 of 2,000 conditions');
    expect(await entries(page).count()).toBeLessThanOrEqual(MOST_ROWS);
    expect(await sidewaysScroll(page)).toBe(0);
  });

  it('are drawn only where the list is scrolled to, and the page keeps its height', async () => {
    const page = await visit('/record/encounters', options);
    await entries(page).first().waitFor();
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(VISITS + 1));
    const height = await pageHeight(page);
    for (const share of [0.3, 0.9, 0.5, 1]) {
      await page.evaluate(`scrollTo(0, ${height * share} - innerHeight / 2)`);
      await expect.poll(() => rowInView(page)).toBeGreaterThan(VISITS * share * 0.9);
      expect(await entries(page).count()).toBeLessThanOrEqual(MOST_ROWS);
      expect(Math.abs((await pageHeight(page)) - height)).toBeLessThan(height * 0.05);
    }
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.locator(`tr[aria-rowindex="${VISITS + 1}"]`).waitFor();
    expect(await entries(page).last().textContent()).toContain('Visit 0');
  });
});

it('are reached one after the other with the tab key', async () => {
  const page = await visit('/record/encounters');
  await entries(page).first().getByRole('button').focus();
  const row = () => page.evaluate("document.activeElement.closest('tr')?.ariaRowIndex");
  for (let index = 3; index <= 2 + 2 * MOST_ROWS; index += 1) {
    await page.keyboard.press('Tab');
    await expect.poll(row).toBe(String(index));
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
  expect(await entries(page).count()).toBeLessThanOrEqual(MOST_ROWS);
});

it('are all on paper', async () => {
  const page = await visit('/record/encounters');
  await entries(page).first().waitFor();
  const { text } = await extractText(new Uint8Array(await page.pdf()), { mergePages: true });
  expect(new Set(text.match(/Visit \d+/g)).size).toBe(VISITS);
  await expect.poll(() => entries(page).count()).toBeLessThanOrEqual(MOST_ROWS);
});

it('are sorted by any column, with the order told to a screen reader', async () => {
  const page = await visit('/record/conditions');
  const since = page.getByRole('columnheader', { name: 'Since' });
  await since.getByRole('button').click();
  await page.locator('th[aria-sort="ascending"]', { hasText: 'Since' }).waitFor();
  expect(await entries(page).first().textContent()).toContain('Condition 0');
  await since.getByRole('button').click();
  await page.locator('th[aria-sort="descending"]', { hasText: 'Since' }).waitFor();
  expect(await entries(page).first().textContent()).toContain('Condition 1999');
});

const SERIES = '/record/observations?name=Systolic%20blood%20pressure';
const marks = (page: Page) => page.getByTestId('plot').locator('.mark');

it('shows a series with its range and trend, and narrows it by a button, a drag and a key', async () => {
  const page = await visit(SERIES);
  await marks(page)
    .nth(READINGS - 1)
    .waitFor();
  expect(await page.getByTestId('summary').textContent()).toMatch(/90 to 120 mmHg/);
  await page.getByRole('button', { name: '6 months' }).click();
  await page.locator('button[aria-pressed="true"]', { hasText: '6 months' }).waitFor();
  const half = await marks(page).count();
  expect(half).toBeGreaterThan(150);
  expect(half).toBeLessThan(190);

  const box = await page.getByTestId('plot').boundingBox();
  if (!box) throw new Error('the plot has no place');
  await page.mouse.move(box.x + box.width * 0.4, box.y + 150);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 150, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => marks(page).count()).toBeLessThan(half / 2);
  const dragged = await marks(page).count();
  await page.getByTestId('plot').press('-');
  await expect.poll(() => marks(page).count()).toBeGreaterThan(dragged);
  await page.getByRole('button', { name: 'All' }).click();
  await expect.poll(() => marks(page).count()).toBeGreaterThanOrEqual(READINGS);
  expect(await accessibilityViolations(page)).toEqual([]);
});

it('reads the values of a series one by one with the arrow keys, and has them as a table', async () => {
  const page = await visit(SERIES, PHONE);
  const plot = page.getByTestId('plot');
  await plot.press('End');
  await page.getByTestId('tip').waitFor();
  const newest = await plot.getAttribute('aria-valuetext');
  expect(newest).toMatch(/^149 mmHg, 23 August 2023, high$/);
  await plot.press('ArrowLeft');
  await expect.poll(() => plot.getAttribute('aria-valuetext')).toMatch(/^148 mmHg, 22 August 2023/);
  expect(await page.getByTestId('value').first().textContent()).toMatch(/23 Aug 2023.*149 mmHg/);
  expect(await page.getByTestId('value').count()).toBeLessThanOrEqual(MOST_ROWS);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByTestId('value').first().getByRole('button').click();
  await page.getByTestId('entry-details').getByText('149 mmHg').waitFor();
});
