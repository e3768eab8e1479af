/** The conversation page of a real fleet in a real browser, on a wide screen. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { launchBrowser, openPage, type Watched } from '../browser.ts';
import { ask, ended, visit } from './conversation-steps.ts';

const TEXT = 'My blood pressure was 150/95 this morning and I take metformin 500 mg twice a day. Is that ok?';

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
  watched = await openPage(browser, { timezoneId: 'Europe/London' });
  page = watched.page;
});
afterEach(async () => {
  await page.context().close();
  expect(watched.complaints).toEqual([]);
  expect([...watched.hosts]).toEqual([new URL(fleet.url).host]);
});

const at = (id: string) => page.getByTestId(id);

test('whoever opens the page for the first time asks at once: an example, and send', async () => {
  await visit(page, fleet.url);
  expect(await at('patient-id').inputValue()).toBe('me');
  expect(await accessibilityViolations(page)).toEqual([]);
  await at('example').first().click();
  const text = await at('message').inputValue();
  expect(text).toContain('blood pressure');
  await at('message').press('Enter');
  await ended(page, 0);
  expect(await at('said').textContent()).toBe(text);
  expect(await at('reply').textContent()).toContain('150/95 mmHg');
  expect(await at('said').locator('mark').allTextContents()).toEqual([
    'blood pressure was 150/95',
    'lisinopril 10 mg every day',
  ]);
  await at('sessions').getByRole('link', { name: 'My blood pressure' }).waitFor();
  expect(await at('inspect').getAttribute('href')).toMatch(/^\/dashboard\/turns\/[\w-]+$/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityViolations(page)).toEqual([]);
  }
});

test('what was read in a message is marked; a fact can be corrected there, and the record has the new value', async () => {
  await visit(page, fleet.url, 'cora');
  await ask(page, TEXT);
  await at('said').locator('mark').first().click();
  const popover = at('fact-popover');
  await popover.getByText('Systolic blood pressure').waitFor();
  expect(await popover.textContent()).toContain('150 mmHg');
  expect(await accessibilityViolations(page)).toEqual([]);
  await popover.getByTestId('correct').first().click();
  await at('fact-value').fill('135');
  await at('fact-reason').fill('I misread the display');
  expect(await accessibilityViolations(page)).toEqual([]);
  await at('save-fact').click();
  await at('corrections').getByText('135 mmHg').waitFor();
  expect(await at('corrections').locator('del').textContent()).toBe('150 mmHg');
  const { body } = await fleet.call('GET', '/v1/patients/cora/record');
  const readings = body.observations as { name: string; value: number }[];
  expect(readings.find(({ name }) => name === 'Systolic blood pressure')?.value).toBe(135);
  // Later, the mark still tells what is on file now.
  await page.reload();
  await at('said').locator('mark').first().click();
  await at('fact-popover').getByText('On file now: 135 mmHg').waitFor();
});

test('an emergency stands above the answer, once, with the number of the place to tap', async () => {
  await visit(page, fleet.url, 'eve');
  await ask(page, 'I have crushing chest pain right now');
  await at('red-flags').waitFor();
  expect(await at('red-flags').getAttribute('role')).toBe('alert');
  expect(await at('call').allTextContents()).toEqual(['Call 999']);
  expect(await at('call').getAttribute('href')).toBe('tel:999');
  expect(await at('red-flags').locator('a.phone').getAttribute('href')).toBe('tel:999');
  expect((await at('turn').textContent())?.split('heart attack')).toHaveLength(2);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('nothing of one patient stays when another is chosen, by keyboard from the list', async () => {
  await fleet.say('My weight is 91 kg', { patient_id: 'paula' });
  await visit(page, fleet.url, 'oscar');
  await ask(page, TEXT);
  const field = at('patient-id');
  await field.fill('pau');
  await page.getByRole('option', { name: 'paula' }).waitFor();
  await field.press('ArrowDown');
  await field.press('Enter');
  expect(await field.inputValue()).toBe('paula');
  await at('sessions').getByText('My weight is 91 kg').waitFor();
  await at('start').waitFor();
  expect(await page.locator('body').textContent()).not.toContain('metformin');
});
