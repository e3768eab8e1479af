/** Text that tries to become a script, as a message and as an answer: shown as text, nothing runs. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { answered, type ScriptedHealth, startScriptedHealth } from '../../support/scripted-health.ts';
import { launchBrowser, openPage } from '../browser.ts';
import { ended, visit } from './conversation-steps.ts';
import { COLLECTED, expectHarmless, joined, OWN } from './hostile-strings.ts';

/** A message may have 20,000 characters. */
const MOST = 15_000;

/** The collected ones are a dozen messages of that size, each read by all agents. */
const COLLECTED_MS = 600_000;

let model: ScriptedHealth;
let fleet: Fleet;
let browser: Browser;
beforeAll(async () => {
  // The answer repeats the message, as markdown.
  model = await startScriptedHealth({
    HealthConsultantAgent: (request) =>
      answered(request, 'get_patient_record') ? { text: request.lastUserText } : undefined,
  });
  const env = { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url };
  [fleet, browser] = await Promise.all([startFleet({ dashboard: true, env }), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await fleet.close();
  await model.close();
});

test('hostile text is shown as text: in the message, the answer and the list of conversations', () =>
  expectShownAsText(OWN, 'mallory'));

test.skipIf(COLLECTED.length === 0)(
  'so are the collected strings',
  () => expectShownAsText(joined(COLLECTED, MOST), 'trudy'),
  COLLECTED_MS,
);

/** Each text is a conversation of its own, so that it is also a title in the list. */
async function expectShownAsText(texts: readonly string[], patient_id: string): Promise<void> {
  const session = (index: number) => `${patient_id}-${index}`;
  await Promise.all(texts.map((text, index) => fleet.say(text, { patient_id, session_id: session(index) })));
  const { page, complaints, hosts } = await openPage(browser);
  await visit(page, fleet.url, patient_id);
  for (const [index, text] of texts.entries()) {
    await page.locator(`[data-session="${session(index)}"]`).click();
    await page.waitForURL(`**/sessions/${session(index)}`);
    await ended(page, 0);
    expect(await page.getByTestId('said').textContent()).toBe(text);
    expect(await page.getByTestId('reply').count()).toBe(1);
    await expectHarmless(page, ['.thread', '.sessions']);
  }
  expect(complaints).toEqual([]);
  expect([...hosts]).toEqual([new URL(fleet.url).host]);
  await page.context().close();
}
