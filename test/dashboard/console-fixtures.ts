/** A turn and a record as the API would return them, and the page for a test. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchBrowser, openPage, type Watched } from './browser.ts';
import { type ConsoleApi, type Script, startConsoleApi } from './console-api.ts';

export const TEXT = 'My blood pressure was 150/95 this morning 🩺 and I take metformin 500 mg.';
export const REPLY = 'That reading is above your usual range.\nSit down, rest, and measure again.';

function fact(kind: string, name: string, words: string, more: Record<string, unknown> = {}) {
  const start = TEXT.indexOf(words);
  const evidence = { start, end: start + words.length, text: words };
  return { id: `${kind}-${name}`, kind, name, confidence: 0.9, evidence, source_agent: 'DataEntryAgent', ...more };
}

const FACTS = [
  fact('observation', 'Systolic blood pressure', '150/95', { value: 150, unit: 'mmHg' }),
  fact('observation', 'Diastolic blood pressure', '150/95', { value: 95, unit: 'mmHg' }),
  fact('medication', 'Metformin', 'metformin 500 mg', { value: 500, unit: 'mg', status: 'active' }),
];

export const AGENTS = {
  TriageAgent: { status: 'success', ms: 12, attempts: 1 },
  PatientConsultAgent: { status: 'success', ms: 1450, attempts: 2 },
  DataEntryAgent: { status: 'success', ms: 30, attempts: 1 },
  MedicalContextAgent: { status: 'empty', ms: 8, attempts: 1 },
  DataExtractorAgent: { status: 'error', ms: 40, attempts: 3 },
};

export function consult(more: Partial<Script> = {}): Script {
  const agent = 'PatientConsultAgent';
  return {
    events: [
      { event: 'queued', data: {} },
      { event: 'routed', data: { route: 'patient_consult', agent, why: 'rule 4a' } },
      { event: 'tool', data: { agent, name: 'read_record', status: 'success' } },
      { event: 'delta', data: { agent, text: REPLY.slice(0, 11) } },
      { event: 'delta', data: { agent, text: REPLY.slice(11, 30) } },
      { event: 'delta', data: { agent, text: REPLY.slice(30) } },
      { event: 'reply', data: { agent, text: REPLY } },
      { event: 'facts', data: { facts: FACTS } },
      { event: 'done', data: { status: 'completed', turn_id: 'turn-1' } },
    ],
    view: {
      status: 'completed',
      route: 'patient_consult',
      agent,
      reply: REPLY,
      red_flags: [],
      facts: FACTS,
      agents: AGENTS,
      usage: { model_calls: 2, input_tokens: 900, output_tokens: 120 },
      timings: { queued_ms: 3, first_delta_ms: 200, reply_ms: 1450, total_ms: 1600 },
      error: null,
    },
    ...more,
  };
}

export function record(observations: unknown[]) {
  const entry = { id: 'a', kind: 'allergy', name: 'Penicillin', reaction: 'rash', recorded_at: '2026-02-01T10:00:00Z' };
  const none = { conditions: [], symptoms: [], medications: [], encounters: [], procedures: [], documents: [] };
  return { patient: { id: 'p-1' }, ...none, allergies: [entry], observations, counts: {} };
}

/** A fresh API and a fresh page for each test of the file. */
export function useConsole() {
  let browser: Browser;
  const here = {} as Watched & { api: ConsoleApi };

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    const api = await startConsoleApi();
    api.records.set('p-1', record([]));
    Object.assign(here, await openPage(browser), { api });
    await here.page.goto(`${api.url}/dashboard`);
  });
  afterEach(async () => {
    await here.page.context().close();
    await here.api.close();
  });
  return here;
}

export async function say(page: Page, text: string, patient = 'p-1'): Promise<void> {
  await page.getByLabel('Patient id').fill(patient);
  await page.getByLabel('Message').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

export async function shows(element: Locator, text: string): Promise<void> {
  await element.filter({ hasText: text }).waitFor();
}
