/** Messages that nobody has asked for: a research agent's report appears in the open conversation, with its sources. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { launchBrowser, openPage } from '../browser.ts';
import { ask, ended, visit } from './conversation-steps.ts';

const LIBRARY = mkdtempSync(join(tmpdir(), 'medfleet-library-'));
writeFileSync(
  join(LIBRARY, 'givinostat.md'),
  [
    ...['---', 'date: 2026-03-01', 'doi: 10.5555/wren.2026.031', '---'],
    '# Givinostat in boys with Duchenne muscular dystrophy',
    'A randomised, double-blind trial in 179 boys. Stair climbing worsened less with the drug than with placebo.',
  ].join('\n'),
);

let fleet: Fleet;
let browser: Browser;
beforeAll(async () => {
  [fleet, browser] = await Promise.all([
    startFleet({ dashboard: true, env: { LIBRARY_DIR: LIBRARY } }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await fleet.close();
  rmSync(LIBRARY, { recursive: true, force: true });
});

test('the report comes by itself, is nobody’s message, and its sources are numbered links', async () => {
  const { page, complaints } = await openPage(browser);
  await visit(page, fleet.url, 'dr-wren');
  await page.locator('[data-team=research] input').check();
  await ask(page, 'Research new treatments for Duchenne muscular dystrophy and keep me updated weekly');
  await ended(page, 1);
  const report = page.getByTestId('turn').nth(1);
  expect(await report.getByTestId('said').count()).toBe(0);
  await report.getByText('A message from Interaction').waitFor();
  expect(await report.getByTestId('reply').textContent()).toContain('Givinostat');
  const source = report.getByTestId('sources').getByRole('link').first();
  expect(await source.getAttribute('href')).toBe('https://doi.org/10.5555/wren.2026.031');
  const marker = report.getByTestId('reply').getByRole('link', { name: '[1]' }).first();
  await marker.click();
  const target = await marker.getAttribute('href');
  expect(
    await page
      .locator(`[id="${target?.slice(1)}"]`)
      .getByRole('link')
      .getAttribute('href'),
  ).toContain('10.5555');
  // Also after a reload.
  await page.reload();
  await ended(page, 1);
  expect(await page.getByTestId('said').count()).toBe(1);
  expect(complaints).toEqual([]);
  await page.context().close();
});
