/**
 * Text that tries to become a script, as a message and as an answer: shown as text, nothing runs. A dozen of our own always; the collected
 * ones of the shared data too, where they are.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { answered, type ScriptedHealth, startScriptedHealth } from '../../support/scripted-health.ts';
import { launchBrowser, openPage } from '../browser.ts';
import { ended, visit } from './conversation-steps.ts';

const OWN = [
  '<script>window.pwned=1</script>',
  '<img src=x onerror="window.pwned=2">',
  '"><svg/onload=window.pwned=3>',
  "'-alert(4)-'",
  '[click](javascript:window.pwned=5)',
  '![image](https://evil.example/x.png)',
  '<a href="javascript:window.pwned=6">x</a>',
  '<iframe srcdoc="<script>parent.pwned=7</script>"></iframe>',
  '<math><mtext><script>window.pwned=8</script></mtext></math>',
  '<style>@import "https://evil.example/x.css"</style>',
  '[x]: data:text/html,<script>window.pwned=9</script>',
  '<form action=https://evil.example><button>Send</button></form>',
  '<https://evil.example/auto> and <javascript:alert(10)>',
  '{{constructor.constructor("window.pwned=11")()}}',
];
const COLLECTED = ['xss_payloads', 'naughty_strings'].flatMap((name) => {
  const file = `${process.env.SHARED_DATA ?? '../shared/data'}/security/${name}.jsonl`;
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => String(JSON.parse(line).payload));
});
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
  [fleet, browser] = await Promise.all([startFleet({ env }), launchBrowser()]);
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
  () => expectShownAsText(batches(COLLECTED), 'trudy'),
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
    await expectHarmless(page);
  }
  expect(complaints).toEqual([]);
  expect([...hosts]).toEqual([new URL(fleet.url).host]);
  await page.context().close();
}

async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate('window.pwned')).toBeUndefined();
  const made = 'script, img, iframe, object, embed, form, style, link, math, video, svg:not(.icon)';
  for (const part of ['.thread', '.sessions']) expect(await page.locator(part).locator(made).count()).toBe(0);
  const links = (await page.evaluate("[...document.querySelectorAll('.thread a')].map((a) => a.protocol)")) as string[];
  expect(links.filter((protocol) => !['http:', 'https:', 'mailto:', 'tel:'].includes(protocol))).toEqual([]);
}

/** As few messages as the limit allows; what JSON cannot carry unchanged is left out. */
function batches(strings: readonly string[]): string[] {
  const sent: string[] = [];
  let current = 'Hostile strings:';
  for (const text of strings.filter((one) => one.isWellFormed() && one.length < MOST)) {
    if (current.length + text.length > MOST) {
      sent.push(current);
      current = 'Hostile strings:';
    }
    current += `\n${text}`;
  }
  return strings.length > 0 ? [...sent, current] : [];
}
