/** Bringing a record in, printing and erasing it; and what those see who may only read. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { launchBrowser } from '../browser.ts';
import { openRecordPage, PHONE, sidewaysScroll } from './record-steps.ts';

const OWNER = 'record-owner-token-000001';
const READER = 'record-reader-token-000002';
const API_TOKENS = `clinic[record:read+record:write+record:erase]:${OWNER},clinic[record:read]:${READER}`;
const BUNDLE = new URL('../../record/fhir/fixtures/harrowby.json', import.meta.url).pathname;

let browser: Browser;
let fleet: Fleet;

beforeAll(async () => {
  [browser, fleet] = await Promise.all([
    launchBrowser(),
    startFleet({ dashboard: true, env: { API_TOKENS }, roles: [] }),
  ]);
  const bundle = await readFile(BUNDLE, 'utf8');
  const { status } = await apiClient(fleet.url, OWNER).call('POST', '/v1/patients/harrowby/fhir', bundle);
  expect(status).toBe(200);
});

afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

function visit(path: string, patient: string, token = OWNER, options = {}): Promise<Page> {
  const extraHTTPHeaders = { authorization: `Bearer ${token}` };
  return openRecordPage(browser, fleet, path, patient, { extraHTTPHeaders, ...options });
}

it('imports a bundle from a file and says what was filed and what was left out', async () => {
  const page = await visit('/record/share', 'newcomer', OWNER, PHONE);
  await page.getByTestId('fhir-import').setInputFiles(BUNDLE);
  const result = page.getByTestId('imported');
  await result.getByText('new entries').waitFor();
  expect(await result.textContent()).toContain('It was entered in error');
  expect(await sidewaysScroll(page)).toBe(0);
  await page.locator('[data-section="allergies"]').click();
  await page.getByTestId('entry').first().waitFor();
  expect(await page.getByTestId('entry').count()).toBe(2);
});

it('says what is wrong with a file that is no bundle', async () => {
  const page = await visit('/record/share', 'newcomer');
  const file = { name: 'letter.json', mimeType: 'application/json', buffer: Buffer.from('Dear colleague') };
  await page.getByTestId('fhir-import').setInputFiles(file);
  await page.getByTestId('problem').getByText('This file is no JSON').waitFor();
});

it('prints the whole record, every entry of it, without the navigation', async () => {
  const page = await visit('/record/print', 'harrowby');
  await page.getByRole('heading', { name: 'Family history' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.rail').isVisible()).toBe(false);
  expect(await page.getByRole('table').first().isVisible()).toBe(true);
});

it('erases a person only after the id was typed, and says what was removed', async () => {
  await apiClient(fleet.url, OWNER).call('POST', '/v1/patients/leaver/fhir', await readFile(BUNDLE, 'utf8'));
  const page = await visit('/record/share', 'leaver');
  const erase = page.getByTestId('erase');
  expect(await erase.isDisabled()).toBe(true);
  await page.getByTestId('erase-id').fill('somebody');
  expect(await erase.isDisabled()).toBe(true);
  await page.getByTestId('erase-id').fill('leaver');
  await erase.click();
  await page.getByTestId('erased').getByText('Erased. Removed:').waitFor();
  await page.getByText('There is nothing on file to export yet.').waitFor();
});

it('offers those who may only read neither correction nor import nor erasure', async () => {
  const page = await visit('/record/share', 'harrowby', READER);
  await page.getByTestId('fhir-export').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await page.getByTestId('fhir-import').count()).toBe(0);
  expect(await page.getByTestId('erase').count()).toBe(0);
  await page.locator('[data-section="allergies"]').click();
  await page.getByTestId('entry').first().getByRole('button').click();
  await page.getByTestId('sources').waitFor();
  expect(await page.getByTestId('correct').count()).toBe(0);
});

it('asks whose record it is about if no patient is chosen', async () => {
  const page = await visit('/record', '', READER);
  await page.getByText('Whose record?').waitFor();
});
