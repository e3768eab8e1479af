/** Text that tries to become a script, as a fact, an address, an agent's name and the content of its files: shown as text, nothing runs. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { patientKey } from '../../../src/record/record.ts';
import { told, turn } from '../../record/told.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { launchBrowser, openPage } from '../browser.ts';
import { COLLECTED, expectHarmless, joined, OWN } from './hostile-strings.ts';

/** More than a thousand strings, on a busy machine. */
const COLLECTED_MS = 600_000;
/** Facts are filed and agents are made so many at a time. */
const BATCH = 200;
const FILE_CHARS = 60_000;

let fleet: Fleet;
let browser: Browser;
beforeAll(async () => {
  fleet = await startFleet({ dashboard: true, roles: [], env: { AGENTS_PER_USER: '2000' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

describe.each([
  ['our own strings', OWN, 'mallory'],
  ['the collected strings', COLLECTED, 'trudy'],
])('%s', (_which, strings, patient) => {
  const test = it.skipIf(strings.length === 0);

  test(
    'are facts of a record as they were told',
    async () => {
      const wanted = strings.filter((text) => text.trim() !== '');
      const day = (index: number) => new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10);
      const facts = wanted.map((text, index) => told('document', text, { url: text, effective_time: day(index) }));
      for (let at = 0; at < facts.length; at += BATCH)
        await fleet.base.record.file(patientKey('local', patient), facts.slice(at, at + BATCH), turn());
      const { body } = await fleet.call('GET', `/v1/patients/${patient}/record`);
      const filed = (body.documents as { name: string }[]).map(({ name }) => name);
      expect(filed).toHaveLength(wanted.length);

      const page = await open('/record/documents', patient);
      const rows = page.getByTestId('entry');
      await rows.first().waitFor();
      await drawAll(page, rows, filed.length);
      expect(await rows.locator('th').allTextContents()).toEqual(filed);
      const addresses = await rows.locator('td[data-label=Address]').allTextContents();
      expect(addresses.toSorted()).toEqual(wanted.toSorted());
      await expectHarmless(page, ['#main']);

      // The details have the address as a link where it is one of the web.
      for (const index of [0, Math.floor(filed.length / 2), filed.length - 1]) {
        await rows.nth(index).getByRole('button').click();
        await page
          .getByTestId('entry-details')
          .getByText(filed[index] ?? '')
          .first()
          .waitFor();
        await expectHarmless(page, ['[data-testid=entry-details] dl']);
        await page.keyboard.press('Escape');
        await page.getByTestId('entry-details').waitFor({ state: 'detached' });
      }
    },
    COLLECTED_MS,
  );

  test(
    'are names and descriptions of research agents as they were given',
    async () => {
      for (let at = 0; at < strings.length; at += BATCH) {
        const made = await Promise.all(strings.slice(at, at + BATCH).map((text) => newAgent(patient, text)));
        expect(made.map(({ status }) => status).filter((status) => status !== 201)).toEqual([]);
      }
      const page = await open('/research', patient);
      const cards = page.getByTestId('agent-card');
      await cards.nth(strings.length - 1).waitFor();
      const shown = await cards.locator('h2').allTextContents();
      expect(shown.toSorted()).toEqual(strings.map((text) => fitted(text, 80)).toSorted());
      await expectHarmless(page, ['[data-testid=roster]']);
    },
    COLLECTED_MS,
  );

  test(
    'are content of files as it was written',
    async () => {
      const { body } = await newAgent(`${patient}-files`, strings[0] ?? '');
      const files = fleet.base.workspaces.open('local', `agent:${body.id}`);
      const texts = joined(strings, FILE_CHARS);
      for (const [index, text] of texts.entries())
        for (const ending of ['md', 'txt']) await files.write(`notes/${index}.${ending}`, text, { by: 'test' });

      const page = await open(`/research/agents/${body.id}`, `${patient}-files`);
      for (const [index, text] of texts.entries()) {
        const file = page.getByTestId('file');
        await page.getByTestId('files').getByText(`notes/${index}.txt`, { exact: true }).click();
        await file.locator('> pre').waitFor();
        expect(await file.locator('> pre').textContent()).toBe(text);
        await expectHarmless(page, ['[data-testid=file]', 'h1']);
        await page.getByTestId('files').getByText(`notes/${index}.md`, { exact: true }).click();
        await file.locator('.markdown').waitFor();
        expect(await file.locator('.markdown').textContent()).toContain('Hostile strings:');
        await expectHarmless(page, ['[data-testid=file]']);
      }
    },
    COLLECTED_MS,
  );
});

/** A page that at its end has run nothing, refused nothing and asked no other host. */
async function open(path: string, patient: string): Promise<Page> {
  const { page, complaints, hosts } = await openPage(browser);
  onTestFinished(async () => {
    await page.context().close();
    expect(complaints).toEqual([]);
    expect([...hosts]).toEqual([new URL(fleet.url).host]);
  });
  await page.addInitScript(`sessionStorage.setItem('patient_id', ${JSON.stringify(patient)})`);
  await page.goto(`${fleet.url}/dashboard${path}`);
  return page;
}

/** A list draws only what is near the screen, unless it is about to be printed. */
async function drawAll(page: Page, rows: Locator, total: number): Promise<void> {
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  await rows.nth(total - 1).waitFor({ state: 'attached' });
}

function newAgent(user_id: string, text: string) {
  const [name, description] = [fitted(text, 80), fitted(text, 500)];
  return fleet.call('POST', '/v1/agents', { user_id, session_id: user_id, name, description, message: 'Begin.' });
}

/** As long as the API allows, which counts a pair of surrogates as one character. */
function fitted(text: string, most: number): string {
  const cut = text.slice(0, most).toWellFormed();
  return [...cut].length < 3 ? `${cut}...` : cut;
}
