/**
 * `npm run docs:screenshots`: makes the pictures of docs/tour.md anew. Starts a fleet of its own, fills it with the demo patient and takes
 * each page as a browser shows it, in the light theme.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../dashboard/browser.ts';
import { apiClient } from '../support/api.ts';
import { startProcess } from '../support/processes.ts';
import { toPalettePng } from './palette-png.ts';
import { PICTURES, type Picture, SIZES } from './pictures.ts';

const FOLDER = join(import.meta.dirname, '../../docs/images');
/** Pictures are in the repository for good: none may be larger. */
const MAX_BYTES = 150_000;
const PATIENT = 'demo-anna';
const ENDED = new Set(['completed', 'degraded', 'failed', 'cancelled']);

type Demo = { sessions: { session_id: string; turn_ids: string[] }[] };

mkdirSync(FOLDER, { recursive: true });
const { positionals: wanted } = parseArgs({ allowPositionals: true });
const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-screenshots-'));
const env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', NODE_ENV: 'test', SEARCH_PUBLIC: 'false' };
const fleet = startProcess('main', env, /http:\/\/[^\s/]+[\s\S]*\n\n/);
let browser: Browser | undefined;
try {
  const url = /http:\/\/[^\s/]+/.exec(await fleet.ready)?.[0] ?? '';
  const turns = await fillDemo(url);
  browser = await launchBrowser();
  for (const picture of PICTURES) {
    if (wanted.length === 0 || wanted.includes(picture.name)) await take(browser, url, picture, turns);
  }
} finally {
  await browser?.close();
  await fleet.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}

/** The last turn of each session of the demo patient, once all have ended. */
async function fillDemo(url: string): Promise<Record<string, string>> {
  const { call, turn } = apiClient(url);
  // A machine that is busy may answer 503 while the fleet starts; calling again is harmless.
  let made = await call('POST', '/v1/demo');
  for (; made.status === 503 || made.body.complete === false; made = await call('POST', '/v1/demo')) await pause();
  if (made.status !== 202) throw new Error(`POST /v1/demo answered ${made.status}: ${String(made.body.detail)}`);
  const { sessions } = made.body as unknown as Demo;
  for (const id of sessions.flatMap(({ turn_ids }) => turn_ids)) {
    while (!ENDED.has((await turn(id)).status)) await pause();
  }
  return Object.fromEntries(sessions.map(({ session_id, turn_ids }) => [session_id, turn_ids.at(-1) ?? '']));
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 500));
}

async function take(from: Browser, url: string, picture: Picture, turns: Record<string, string>): Promise<void> {
  const viewport = SIZES[picture.size];
  const { page, complaints } = await openPage(from, { viewport, colorScheme: 'light', reducedMotion: 'reduce' });
  await page.addInitScript(`sessionStorage.setItem('patient_id', '${PATIENT}')`);
  await page.goto(`${url}/dashboard${picture.path(turns)}`);
  await picture.ready(page);
  await settle(page);
  const file = join(FOLDER, `${picture.name}.png`);
  const png = toPalettePng(await page.screenshot());
  writeFileSync(file, png);
  await page.context().close();
  const size = png.length;
  console.log(`${picture.name}.png  ${Math.round(size / 1000)} kB`);
  if (complaints.length > 0) throw new Error(`${picture.name}: ${complaints.join('; ')}`);
  if (size > MAX_BYTES) throw new Error(`${picture.name}.png is larger than ${MAX_BYTES / 1000} kB`);
}

/** Fonts are there, and what was loading has been drawn. */
async function settle(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready');
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
}
