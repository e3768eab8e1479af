/** Signing in with a real browser: getting to the page one wanted, what a key does not open, signing out, and a key that is revoked. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { sampled } from '../../support/sampled.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { launchBrowser, openPage } from '../browser.ts';
import { PHONE } from './conversation-steps.ts';

const CLINIC = 'clinic-token-0123456789';
const OPS = 'operator-token-0123456789';
/** A browser notes each refused call of a page; that is what these tests are about. */
const REFUSED = /status of 40[13]/;

let fleet: Fleet;
let browser: Browser;
beforeAll(async () => {
  const env = { API_TOKENS: `clinic:${CLINIC},ops[admin]:${OPS}`, AUTH_FAILURES_PER_MINUTE: '1000' };
  fleet = await startFleet({ dashboard: true, roles: [], env });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const { page, complaints, hosts } = await openPage(browser, options);
  onTestFinished(async () => {
    await page.context().close();
    expect(complaints.filter((text) => !REFUSED.test(text))).toEqual([]);
    expect([...hosts]).toEqual([new URL(fleet.url).host]);
  });
  await page.goto(fleet.url + path);
  return page;
}

async function enter(page: Page, key: string): Promise<void> {
  await page.getByTestId('key').fill(key);
  await page.getByTestId('sign-in').click();
}

async function newKey(scopes: string[]) {
  const made = await apiClient(fleet.url, CLINIC).call('POST', '/v1/keys', { name: 'reception', scopes });
  return made.body as { id: string; secret: string };
}

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Pages' });

describe.each(
  sampled([
    ['on a desktop', {}],
    ['on a phone', PHONE],
  ] as const),
)('without a key %s', (_where, options) => {
  it('one is told what is needed, and gets with the right key to the page one wanted', async () => {
    const page = await open('/dashboard/record/labs?name=HbA1c', options);
    await page.getByLabel('Access key').waitFor();
    await page.getByText('Sign in with the access key that your operator gave you').waitFor();
    expect(await page.getByTestId('ended').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);

    await enter(page, 'mf_wrong');
    await page.getByTestId('problem').getByText('This key is not known').waitFor();
    expect(await page.getByTestId('problem').textContent()).toContain('mistyped, expired or revoked');

    await enter(page, CLINIC);
    await navigation(page).waitFor();
    expect(page.url()).toBe(`${fleet.url}/dashboard/record/labs?name=HbA1c`);
    // Neither the key nor the cookie is where a script can read it.
    const readable = 'document.cookie + JSON.stringify({ ...sessionStorage, ...localStorage })';
    expect(await page.evaluate(readable)).not.toMatch(/clinic-token|medfleet_session/);
  });
});

it.each(['//evil.example/dashboard', 'https://evil.example/dashboard', '/dashboard/../../evil', 'javascript:alert(1)'])(
  'does not lead to another site after the sign-in: %s',
  async (next) => {
    const page = await open(`/dashboard/sign-in?${new URLSearchParams({ next })}`);
    await enter(page, CLINIC);
    await navigation(page).waitFor();
    expect(new URL(page.url())).toMatchObject({
      origin: fleet.url,
      pathname: expect.stringMatching(/^\/dashboard\/?$/),
    });
  },
);

it('the queues ask for the same sign-in, work with it, and lead back to the console', async () => {
  const page = await open('/dashboard/queues');
  await page.waitForURL('**/dashboard/sign-in?next=*');
  await enter(page, OPS);
  await page.waitForURL(`${fleet.url}/dashboard/queues`);
  await page.getByText('extractor', { exact: true }).first().waitFor();
  await page.getByRole('link', { name: 'Medfleet console' }).click();
  await navigation(page).getByRole('link', { name: 'Fleet' }).click();
  await page.waitForURL('**/dashboard/fleet');
  await page.getByRole('heading', { level: 1, name: 'Fleet' }).waitFor();
});

it('a key without the scope admin is not offered the fleet nor the queues, and is told so at their address', async () => {
  const { secret } = await newKey(['turns:read', 'record:read']);
  const page = await open('/dashboard/sign-in');
  await enter(page, secret);
  await navigation(page).getByRole('link', { name: 'Record' }).waitFor();
  expect(await navigation(page).getByRole('link', { name: 'Fleet' }).count()).toBe(0);
  expect(await page.getByTestId('link-queues').count()).toBe(0);
  await page.goto(`${fleet.url}/dashboard/fleet`);
  await page.getByText('it needs a key with the scope admin').waitFor();
  expect(await page.getByTestId('key').count()).toBe(0);
  await page.goto(`${fleet.url}/dashboard/queues`);
  await page.getByTestId('no-access').getByText('It needs a key with the scope admin or queues:read').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to the conversation' }).click();
  await page.getByTestId('message').waitFor();
  const { status, body } = await apiClient(fleet.url, secret).call('GET', '/dashboard/queues');
  expect([status, body.code]).toEqual([403, 'forbidden']);
});

it('signing out leaves nothing for the next person at this machine', async () => {
  const page = await open('/dashboard/sign-in');
  await enter(page, CLINIC);
  await navigation(page).waitFor();
  await page.getByTestId('patient-id').fill('anna');
  await page.getByTestId('patient-id').press('Enter');
  await page.waitForFunction("sessionStorage.getItem('patient_id') === 'anna'");
  await page.getByTestId('sign-out').first().click();
  await page.getByTestId('key').waitFor();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  expect(await page.context().cookies()).toEqual([]);
  await page.goBack();
  await page.getByTestId('key').waitFor();
});

it('a revoked key ends the sign-in in the open page, says why, and another key leads back', async () => {
  const { id, secret } = await newKey(['turns:read', 'record:read']);
  const page = await open('/dashboard/sign-in?next=/dashboard/record');
  await enter(page, secret);
  await page.getByRole('heading', { level: 1, name: 'Record' }).waitFor();
  await apiClient(fleet.url, CLINIC).call('DELETE', `/v1/keys/${id}`);
  // To look for patients is the first call that is refused.
  await page.getByTestId('patient-id').fill('anna');
  await page.getByTestId('ended').getByText('You are signed out').waitFor();
  expect(await navigation(page).count()).toBe(0);
  expect(await accessibilityViolations(page)).toEqual([]);
  await enter(page, CLINIC);
  await navigation(page).waitFor();
  expect(page.url()).toBe(`${fleet.url}/dashboard/record`);
});
