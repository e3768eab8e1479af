/** A person at the console of the real fleet: sends a message, reads the reply, finds the facts in the record, opens Bull Board. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage } from '../dashboard/browser.ts';
import { ask, visit } from '../dashboard/console/conversation-steps.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';

let fleet: Fleet;
let browser: Browser;
beforeAll(async () => {
  [fleet, browser] = await Promise.all([startFleet({ dashboard: true }), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await fleet.close();
});

test('a message sent in the console is answered there, and its facts show in the record', async () => {
  const { page, complaints, hosts } = await openPage(browser);
  await page.goto(`${fleet.url}/`);
  await page.getByTestId('patient-id').fill('ada');
  await page.getByTestId('patient-id').press('Enter');
  await ask(page, 'My blood pressure was 120/80 this morning and I take metformin 500 mg twice a day. Is that ok?');
  expect(await page.getByTestId('reply').textContent()).toContain('120/80 mmHg');
  expect(await page.getByTestId('facts').locator('[data-fact]').count()).toBe(3);
  expect(await page.getByTestId('said').locator('mark').allTextContents()).toEqual([
    'blood pressure was 120/80',
    'metformin 500 mg twice a day',
  ]);
  await page.getByTestId('record').getByText('Metformin').first().waitFor();
  expect(complaints).toEqual([]);
  expect([...hosts]).toEqual([new URL(fleet.url).host]);
});

test('an emergency is shown as one', async () => {
  const { page } = await openPage(browser, { timezoneId: 'UTC' });
  await visit(page, fleet.url, 'eve');
  await ask(page, 'I have crushing chest pain right now');
  expect(await page.getByTestId('red-flags').textContent()).toContain('emergency number');
  expect(await page.getByTestId('call').allTextContents()).toEqual(['Call 911', 'Call 999', 'Call 112']);
});

test('Bull Board shows the queues and a turn as a flow, without what the patient said', async () => {
  const turn = await fleet.say('My potassium was 4.2 mmol/L', { patient_id: 'mallory' });
  const { page } = await openPage(browser);
  await page.goto(`${fleet.url}/dashboard/queues/queue/turn/${turn.turn_id}`);
  await page.getByText(turn.turn_id).first().waitFor();
  const html = await page.content();
  expect(html).not.toContain('potassium');
  expect(html).not.toContain('mallory');
});
