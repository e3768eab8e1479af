/** Three pages of the console in stock Firefox, driven over WebDriver BiDi: nothing fails that a person would only notice as silence. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileRecord } from '../dashboard/console/record-steps.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { answered, type ScriptedHealth, startScriptedHealth } from '../support/scripted-health.ts';
import { because, nodeTools, systemTool, WORLD_LIMIT_MS } from './tools.ts';

const firefox = systemTool('firefox-esr', 'firefox-esr');
const driver = nodeTools('puppeteer', 'puppeteer-core@24.43.1');
const missing = firefox.skipped ? firefox : driver;
const PARTS = ['The first part. ', 'The **second** part.'];
/** What is used of its API. Scripts are text: they run in the page. */
type Tab = {
  goto(url: string): Promise<unknown>;
  evaluate(script: string): Promise<unknown>;
  evaluateOnNewDocument(script: string): Promise<unknown>;
  waitForFunction(script: string): Promise<unknown>;
  type(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  setDefaultTimeout(ms: number): void;
  on(event: 'console', listener: (said: { type(): string; text(): string }) => void): void;
  on(event: 'pageerror', listener: (error: Error) => void): void;
  on(event: 'requestfailed', listener: (request: { url(): string; failure(): unknown }) => void): void;
  on(event: 'response', listener: (response: { url(): string; status(): number }) => void): void;
  close(): Promise<void>;
};
type Browser = { newPage(): Promise<Tab>; version(): Promise<string>; close(): Promise<void> };

let model: ScriptedHealth;
let fleet: Fleet;
let browser: Browser;
let tab: Tab;
let complaints: string[];
/** The answer stops after its first part until this is called. */
let release: () => void = () => undefined;
const released = new Promise<void>((resolve) => {
  release = resolve;
});

beforeAll(async () => {
  if (missing.skipped) return;
  model = await startScriptedHealth({
    HealthConsultantAgent: (request) =>
      answered(request, 'get_patient_record') ? { text: PARTS, before: () => released } : undefined,
  });
  fleet = await startFleet({ dashboard: true, env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url } });
  await fileRecord(fleet, 'ada');
  const at = join(driver.bin, '../puppeteer-core/lib/esm/puppeteer/puppeteer-core.js');
  const { default: puppeteer } = await import(pathToFileURL(at).href);
  const executablePath = join(firefox.bin, 'firefox-esr');
  browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true, timeout: WORLD_LIMIT_MS });
}, WORLD_LIMIT_MS);
afterAll(async () => {
  release();
  await browser?.close();
  await fleet?.close();
  await model?.close();
});

beforeEach(async () => {
  complaints = [];
  tab = await browser.newPage();
  tab.setDefaultTimeout(WORLD_LIMIT_MS);
  tab.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
  tab.on('pageerror', (error) => complaints.push(error.message));
  tab.on('requestfailed', (request) =>
    complaints.push(`failed: ${request.url()} ${JSON.stringify(request.failure())}`),
  );
  tab.on('response', (one) => one.status() >= 400 && complaints.push(`${one.status()} ${one.url()}`));
  // The blank page has no storage.
  await tab.evaluateOnNewDocument(`if (location.protocol === 'http:') sessionStorage.setItem('patient_id', 'ada')`);
});
afterEach(async () => {
  expect(complaints).toEqual([]);
  await tab.close();
});

const at = (id: string) => `document.querySelector('[data-testid=${id}]')`;
const shows = (id: string, text: string) =>
  tab.waitForFunction(`${at(id)}?.textContent.includes(${JSON.stringify(text)})`);

describe.skipIf(missing.skipped)(`Firefox${because(missing)}`, { timeout: WORLD_LIMIT_MS }, () => {
  test('conversation: a message is sent, and its answer is shown as it comes and then whole', async () => {
    expect(await browser.version()).toMatch(/^firefox/i);
    await tab.goto(`${fleet.url}/dashboard`);
    await tab.waitForFunction(`${at('message')} !== null`);
    await tab.type('[data-testid=message]', 'How is my blood pressure?');
    await tab.click('[data-testid=send]');
    await shows('reply', 'The first part.');
    expect(await tab.evaluate(`${at('reply')}.getAttribute('aria-busy')`)).toBe('true');
    release();
    await tab.waitForFunction(`${at('turn')}?.dataset.status === 'completed'`);
    await shows('reply', 'The first part. The second part.');
    expect(await tab.evaluate(`${at('reply')}.querySelector('strong')?.textContent`)).toBe('second');
  });

  test('record: what is on file is there, and an entry opens', async () => {
    await tab.goto(`${fleet.url}/dashboard/record/medications`);
    await tab.waitForFunction(`document.querySelector('main')?.textContent.includes('Metformin')`);
    const name = await tab.evaluate(`${at('entry')}.querySelector('button').textContent`);
    await tab.click('[data-testid=entry] button');
    await shows('entry-details', String(name));
  });

  test('fleet: every queue is in the table, and nothing is wrong', async () => {
    await tab.goto(`${fleet.url}/dashboard/fleet`);
    await tab.waitForFunction(`document.querySelector('main')?.textContent.includes('extractor')`);
    expect(await tab.evaluate(`${at('alarms')}.dataset.count`)).toBe('0');
  });
});
