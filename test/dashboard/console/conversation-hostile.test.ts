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

test('a reply with named characters, and one that cannot be drawn as Markdown, are shown and hide nothing after them', async () => {
  const nested = `${'> '.repeat(4_000)}the innermost`;
  const texts = ['p &lt; 0.05, AT&amp;T &notit; &frac12;', nested, 'The last one.'];
  for (const text of texts) await fleet.say(text, { patient_id: 'nina', session_id: 'nina-1' });
  const { page } = await openPage(browser);
  await visit(page, fleet.url, 'nina');
  await page.locator('[data-session="nina-1"]').click();
  for (const index of texts.keys()) await ended(page, index);
  const [named, whole, last] = await page.getByTestId('reply').allTextContents();
  expect(named).toContain('p < 0.05, AT&T &notit; ½');
  expect(whole).toContain('the innermost');
  expect(last).toContain('The last one.');
  await page.context().close();
});

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
