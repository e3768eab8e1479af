/** The record page in a real browser: what a clinician sees first, each section, where an entry came from, and how it is corrected. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patientKey } from '../../../src/record/record.ts';
import { told, turn } from '../../record/told.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { sampled } from '../../support/sampled.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { launchBrowser } from '../browser.ts';
import { fileRecord, openRecordPage, PHONE, sidewaysScroll } from './record-steps.ts';

let browser: Browser;
let fleet: Fleet;

beforeAll(async () => {
  [browser, fleet] = await Promise.all([launchBrowser(), startFleet({ dashboard: true })]);
  await fileRecord(fleet, 'ada');
});

afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

const visit = (path: string, patient = 'ada', options = {}) => openRecordPage(browser, fleet, path, patient, options);
const opened = (page: Page) => page.getByTestId('entry-details');

async function downloaded(page: Page, testId: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId(testId).click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

/** Every section with an entry that must be found in it. */
const CONTENTS = [
  ['conditions', 'Conditions', 'Pneumonia'],
  ['symptoms', 'Symptoms', 'Headache'],
  ['medications', 'Medications', 'Metformin'],
  ['allergies', 'Allergies', 'Penicillin'],
  ['labs', 'Labs', 'HbA1c'],
  ['observations', 'Observations', 'Systolic blood pressure'],
  ['encounters', 'Encounters', 'Cardiology visit'],
  ['procedures', 'Procedures', 'Appendectomy'],
  ['documents', 'Documents', 'Discharge letter'],
  ['family-history', 'Family history', 'Breast cancer'],
  ['care-team', 'Care team', 'Dr. Novak'],
] as const;

describe.each(
  sampled([
    ['on a desktop', {}],
    ['on a phone', PHONE],
  ] as const),
)('the record %s', (_where, options) => {
  it('shows allergies, what is active, the vital signs and what is out of range on one page', async () => {
    const page = await visit('/record', 'ada', options);
    await page.getByTestId('allergies').getByText('Penicillin').waitFor();
    await page.getByTestId('vital').getByText('150/95').waitFor();
    expect(await page.getByTestId('person').textContent()).toMatch(/\d+ years, female, born 4 May 1961/);
    expect(await page.getByTestId('overview-conditions').textContent()).toContain('Hypertension');
    expect(await page.getByTestId('overview-conditions').textContent()).not.toContain('Pneumonia');
    expect(await page.getByTestId('overview-medications').textContent()).toContain('500 mg, twice a day');
    expect(await page.getByTestId('overview-medications').textContent()).not.toContain('Ibuprofen');
    expect(await page.locator('#out-of-range + ul').textContent()).toMatch(/HbA1c.*6\.9 %.*High/);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('has every section that a reply in the conversation may name, with what is on file', async () => {
    const page = await visit('/record', 'ada', options);
    const sections = page.getByRole('navigation', { name: 'Sections of the record' });
    for (const [id, title, entry] of CONTENTS) {
      await sections.getByRole('link', { name: title }).click();
      await page.getByRole('heading', { level: 2, name: title }).waitFor();
      await page
        .getByRole('row', { name: entry })
        .or(page.locator('tr', { hasText: entry }))
        .first()
        .waitFor();
      expect(new URL(page.url()).pathname).toBe(`/dashboard/record/${id}`);
      expect(await sidewaysScroll(page)).toBe(0);
    }
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('leads from an entry to the words and the turn it came from', async () => {
    const message = 'I am allergic to latex, it gives me a rash.';
    const patient = `told-${options === PHONE}`;
    const { turn_id } = await fleet.say(message, { patient_id: patient });
    const page = await visit('/record/allergies', patient, options);
    await page.getByRole('button', { name: 'Latex' }).click();
    expect(await opened(page).getByRole('blockquote').textContent()).toMatch(/latex/i);
    expect(await accessibilityViolations(page)).toEqual([]);
    await opened(page).getByTestId('to-turn').click();
    await page.getByTestId('turn-text').waitFor();
    expect(await page.getByTestId('turn-text').textContent()).toBe(message);
    expect(page.url()).toContain(turn_id);
  });

  it('corrects and removes an entry, and keeps what was on file before in its history', async () => {
    const patient = `fixed-${options === PHONE}`;
    await fileRecord(fleet, patient);
    const page = await visit('/record/medications', patient, options);
    await page.getByRole('button', { name: 'Metformin' }).click();
    await opened(page).getByTestId('correct').click();
    await page.getByTestId('fact-value').fill('850');
    await page.getByTestId('fact-reason').fill('misread the label');
    await page.getByTestId('save-fact').click();
    await opened(page).getByTestId('history').getByText('500 mg').waitFor();
    expect(await opened(page).getByTestId('history').textContent()).toContain('misread the label');
    await opened(page).getByText('850 mg', { exact: true }).waitFor();

    await opened(page).getByTestId('remove').click();
    await page.getByTestId('fact-reason').fill('never taken');
    await page.getByTestId('confirm-remove').click();
    await opened(page).getByTestId('withdrawn').waitFor();
    await page.keyboard.press('Escape');
    await opened(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ibuprofen' }).waitFor();
    await page.getByRole('button', { name: 'Metformin' }).waitFor({ state: 'detached' });
  });
});

it('gives the focus back to the row when the details are closed', async () => {
  const page = await visit('/record/conditions');
  await page.getByRole('button', { name: 'Pneumonia' }).focus();
  await page.keyboard.press('Enter');
  await opened(page).getByText('resolved').waitFor();
  await page.keyboard.press('Escape');
  await opened(page).waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Pneumonia');
});

it('shows hostile text as text and makes no link of a script', async () => {
  const name = '<img src=x onerror=alert(1)>';
  const facts = [told('document', name, { url: 'javascript:alert(1)' }), told('allergy', name, { reaction: name })];
  await fleet.base.record.file(patientKey('local', 'hostile'), facts, turn());
  const page = await visit('/record', 'hostile');
  await page.getByTestId('allergies').getByText(name).first().waitFor();
  await page.locator('[data-section="documents"]').click();
  await page.getByTestId('entry').getByRole('button', { name }).click();
  await opened(page).getByText('javascript:alert(1)').waitFor();
  expect(await page.locator('a[href^="javascript"], main img').count()).toBe(0);
});

it('says in each section of an empty record what would be there', async () => {
  const page = await visit('/record', 'nobody');
  await page.getByTestId('empty').getByText('Nothing on file yet.').waitFor();
  for (const id of ['conditions', 'labs', 'family-history']) {
    await page.locator(`[data-section="${id}"]`).click();
    await page.getByTestId('empty').getByText('for example').waitFor();
  }
});

it('downloads everything as FHIR, and a section for a spreadsheet', async () => {
  const page = await visit('/record/share');
  await page.getByTestId('fhir-export').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  const fhir = await downloaded(page, 'fhir-export');
  expect(fhir.name).toBe('ada.fhir.json');
  expect(JSON.parse(fhir.text)).toMatchObject({ resourceType: 'Bundle' });
  const csv = await downloaded(page, 'csv-allergies');
  expect(csv.name).toMatch(/allergies\.csv$/);
  expect(csv.text).toContain('Penicillin');
});

it('answers a question with the rows it found and the query behind it', async () => {
  const page = await visit('/record');
  await page.getByTestId('question').fill('What medicines do I take?');
  await page.getByTestId('ask').click();
  const answer = page.getByTestId('answer');
  await answer.getByText('1 current medication').waitFor();
  expect(await answer.locator('tbody tr').count()).toBe(1);
  await answer.getByText('The query behind it').click();
  expect(await answer.locator('pre').textContent()).toContain('HAS_REGIMEN');
  expect(await accessibilityViolations(page)).toEqual([]);
});

it('shows the side panel beside a conversation, with links into the record', async () => {
  const page = await visit('/');
  const panel = page.getByTestId('side-panel');
  await panel.getByText('Penicillin').waitFor();
  expect(await panel.locator('section').first().getAttribute('data-section')).toBe('allergies');
  expect(await panel.locator('[data-section="medications"]').textContent()).toMatch(/Medications 2.*twice a day/s);
  await panel.getByRole('link', { name: 'HbA1c' }).click();
  await page.getByTestId('plot').waitFor();
});
