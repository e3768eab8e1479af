/** What the tests of the record page share: a patient whose record has something in it, and a page of it in a browser. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { Fact } from '../../../src/record/fact.ts';
import { patientKey } from '../../../src/record/record.ts';
import { ofFamily, told, turn } from '../../record/told.ts';
import type { Fleet } from '../../support/fleet.ts';
import { openPage } from '../browser.ts';

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };
const LOINC = 'http://loinc.org';

/** The page of a patient; at the end of the test it must have had no complaint. */
export async function openRecordPage(
  browser: Browser,
  fleet: Fleet,
  path: string,
  patient: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { page, complaints } = await openPage(browser, options);
  onTestFinished(async () => {
    await page.context().close();
    expect(complaints).toEqual([]);
  });
  await page.addInitScript(`sessionStorage.setItem('patient_id', ${JSON.stringify(patient)})`);
  await page.goto(`${fleet.url}/dashboard${path}`);
  return page;
}

export const sidewaysScroll = (page: Page) => page.evaluate('document.documentElement.scrollWidth - innerWidth');

export function measured(name: string, loinc: string, value: number, unit: string, day: string): Fact {
  const canonical = { value, unit };
  const code = { system: LOINC, code: loinc };
  return told('observation', name, { value, unit, canonical, code, effective_time: day });
}

/** Something in every section. */
export async function fileRecord(fleet: Fleet, patient: string): Promise<void> {
  const facts = [
    told('condition', 'Hypertension', { status: 'active', effective_time: '2015', severity: 'mild' }),
    told('condition', 'Pneumonia', { status: 'resolved', effective_time: '2019-02' }),
    told('symptom', 'Headache', { effective_time: '2026-01-05' }),
    told('medication', 'Metformin', { value: 500, unit: 'mg', frequency: { text: 'twice a day' }, status: 'active' }),
    told('medication', 'Ibuprofen', { status: 'stopped' }),
    told('allergy', 'Penicillin', { status: 'active', reaction: 'Hives' }),
    measured('HbA1c', '4548-4', 7.8, '%', '2025-01-10'),
    measured('HbA1c', '4548-4', 7.3, '%', '2025-06-02'),
    measured('HbA1c', '4548-4', 6.9, '%', '2026-02-11'),
    measured('Systolic blood pressure', '8480-6', 150, 'mmHg', '2026-03-02'),
    measured('Diastolic blood pressure', '8462-4', 95, 'mmHg', '2026-03-02'),
    told('encounter', 'Cardiology visit', { status: 'past', effective_time: '2026-03-02' }),
    told('procedure', 'Appendectomy', { effective_time: '1999' }),
    told('document', 'Discharge letter', { url: 'https://example.org/letter.pdf', effective_time: '2026-03-03' }),
    told('practitioner', 'Dr. Novak', { specialty: 'cardiology' }),
    told('profile', 'Birth date', { value: '1961-05-04' }),
    told('profile', 'Sex', { value: 'female' }),
  ];
  const family = [ofFamily('mother', 'Breast cancer', { age_at_onset: 52 })];
  await fleet.base.record.file(patientKey('local', patient), facts, turn(), family);
}
