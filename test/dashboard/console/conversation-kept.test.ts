/** The conversation page on a wide screen: what is kept, taken back and corrected. conversation.test.ts has what the gate looks at. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { launchBrowser, openPage, type Watched } from '../browser.ts';
import { ask, ended, visit, write } from './conversation-steps.ts';

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

test('a new conversation does not lose the old one, and a reload loses neither', async () => {
  await visit(page, fleet.url, 'ruth');
  await ask(page, TEXT);
  const first = page.url();
  await at('new-session').first().click();
  await at('start').waitFor();
  await ask(page, 'My weight is 80 kg');
  expect(page.url()).not.toBe(first);
  await page.reload();
  await ended(page, 0);
  expect(await at('said').textContent()).toBe('My weight is 80 kg');
  await at('sessions').getByRole('link', { name: 'My blood pressure' }).click();
  await page.waitForURL(first);
  await at('said').getByText('metformin').waitFor();
  expect(await at('turn').count()).toBe(1);
  // The page's own link leads back to the conversation that was open.
  await page.getByRole('link', { name: 'Record' }).first().click();
  await page.getByRole('link', { name: 'Conversation', exact: true }).click();
  await page.waitForURL(first);
});

test('a fact that was never so can be removed; an impossible value is refused with the reason', async () => {
  await visit(page, fleet.url, 'remy');
  await ask(page, 'My weight is 80 kg and I am allergic to penicillin');
  await at('said').locator('mark').first().focus();
  await page.keyboard.press('Enter');
  await at('fact-popover').getByTestId('correct').click();
  await at('fact-unit').fill('mmHg');
  await at('fact-reason').fill('a test');
  await at('save-fact').click();
  await at('problem').waitFor();
  watched.complaints.length = 0;
  await page.getByRole('button', { name: 'Leave it' }).click();
  await at('said').locator('mark').nth(1).click();
  await at('fact-popover').getByTestId('remove').click();
  await at('confirm-remove').click();
  await at('corrections').getByText('Removed').waitFor();
  const { body } = await fleet.call('GET', '/v1/patients/remy/record');
  expect(body.allergies).toEqual([]);
  expect(body.observations).toHaveLength(1);
});

test('a message that corrects an earlier one shows what was on file before and what is now', async () => {
  await visit(page, fleet.url, 'dora');
  await ask(page, 'My weight is 80 kg');
  await ask(page, 'Sorry, my weight is 82 kg, not 80');
  await at('corrections').waitFor();
  expect(await at('corrections').locator('del').textContent()).toContain('80 kg');
  expect(await at('corrections').locator('ins').textContent()).toContain('82 kg');
});

test('a team without a patient is asked as the user, and its conversations are listed too', async () => {
  await visit(page, fleet.url, 'olga');
  await page.locator('[data-team=assistant] input').check();
  await ask(page, 'Add milk to my shopping list');
  expect(await at('reply').textContent()).toMatch(/milk/i);
  const { body } = await fleet.call('GET', '/v1/sessions?user_id=olga');
  expect(body.sessions).toMatchObject([{ team: 'assistant', user_id: 'olga' }]);
  await at('sessions').getByText('assistant').waitFor();
});

test('Shift and Enter begin a line; what is typed and not sent survives a reload', async () => {
  await visit(page, fleet.url, 'lina');
  await at('message').pressSequentially('First');
  await at('message').press('Shift+Enter');
  await at('message').pressSequentially('Second');
  await page.reload();
  expect(await at('message').inputValue()).toBe('First\nSecond');
  await write(page, 'First\nSecond');
  expect(await at('message').inputValue()).toBe('');
  await ended(page, 0);
  expect(await at('said').textContent()).toBe('First\nSecond');
});
