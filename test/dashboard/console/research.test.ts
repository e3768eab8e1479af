/** The research page in a real browser: an agent from its creation to its end, its plans, and the mails it may not send alone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { launchBrowser } from '../browser.ts';
import { PHONE, sidewaysScroll } from './record-steps.ts';
import { makeAgent, openDesk, openResearchPage } from './research-steps.ts';

const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>';

let browser: Browser;
let fleet: Fleet;

beforeAll(async () => {
  [browser, fleet] = await Promise.all([launchBrowser(), startFleet({ dashboard: true })]);
});

afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

const visit = (path: string, owner: string, options = {}) => openResearchPage(browser, fleet, path, owner, options);

describe.each([
  ['desktop', {}],
  ['phone', PHONE],
] as const)('research on a %s', (where, options) => {
  it('creates an agent with a schedule, and shows its reports, its plans and its work', async () => {
    const page = await visit('/research', `new-${where}`, options);
    const at = (id: string) => page.getByTestId(id);
    await page.getByRole('heading', { name: 'No research agent yet' }).waitFor();
    await at('new-agent').click();
    await at('agent-topic').fill('Metformin in kidney disease');
    await at('agent-task').fill('Find trials of metformin and report what they found.');
    await at('schedule').fill('every Monday at 8');
    await at('schedule-next').getByText('Next:').waitFor();
    expect(await at('schedule-next').locator('time').count()).toBe(3);
    expect(await accessibilityViolations(page)).toEqual([]);
    await at('create-agent').click();
    await page.getByRole('heading', { level: 1, name: 'Metformin in kidney disease' }).waitFor();
    await at('trigger').getByText('every Monday at 8').waitFor();
    await at('activations').getByRole('link').first().waitFor();
    await at('reports').getByRole('heading').first().waitFor();
    await at('files').getByRole('button').first().waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'All agents' }).click();
    await at('agent-card').getByRole('link', { name: 'Metformin in kidney disease' }).waitFor();
    expect(await at('agent-card').locator('time').count()).toBe(2);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('pauses, resumes and retires an agent; only the last asks first', async () => {
    const owner = `ends-${where}`;
    const id = await makeAgent(fleet, owner, 'Heart trials');
    const page = await visit(`/research/agents/${id}`, owner, options);
    const at = (name: string) => page.getByTestId(name);
    const status = async () => (await fleet.call('GET', `/v1/agents/${id}`)).body.status;
    await at('pause').click();
    await at('resume').waitFor();
    expect(await status()).toBe('paused');
    await at('resume').click();
    await at('pause').waitFor();
    expect(await status()).toBe('active');
    await at('retire').click();
    await at('confirm').getByText('It stops for good').waitFor();
    expect(await status()).toBe('active');
    await at('confirm-action').click();
    await page.locator('.facts-line [data-status="retired"]').waitFor();
    expect(await status()).toBe('retired');
    expect(await at('pause').or(at('resume')).or(at('retire')).count()).toBe(0);
  });

  it('changes a trigger, shows what the new schedule means, and says what is wrong with one that means nothing', async () => {
    const owner = `plans-${where}`;
    const agent_id = await makeAgent(fleet, owner, 'Asthma trials');
    const plan = { agent_id, schedule: 'every Monday at 8', instruction: 'Look for new trials.' };
    const { id } = (await fleet.call('POST', '/v1/triggers', plan)).body;
    const page = await visit('/research/triggers', owner, options);
    const at = (name: string) => page.getByTestId(name);
    await at('edit-trigger').click();
    await at('schedule').fill('whenever the moon likes');
    await at('schedule-next').filter({ hasNotText: 'Next:' }).filter({ hasNotText: 'In words' }).waitFor();
    await at('schedule').fill('daily at 7');
    await at('schedule-next').getByText('Next:').waitFor();
    expect(await at('schedule-next').locator('time').count()).toBe(3);
    await at('trigger-instruction').fill('Look for new trials in children.');
    await at('save-trigger').click();
    await page.getByRole('heading', { name: 'daily at 7' }).waitFor();
    expect((await fleet.call('GET', `/v1/triggers/${id}`)).body).toMatchObject({
      schedule: 'daily at 7',
      instruction: 'Look for new trials in children.',
    });
    await at('pause-trigger').click();
    await page.locator('[data-testid="trigger"][data-status="paused"]').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('shows exactly what will be sent and to whom, and sends it only if it is approved', async () => {
    const owner = `mails-${where}`;
    const desk = openDesk(fleet);
    const agent = await desk.agent({ tenant: 'local' }, await makeAgent(fleet, owner, 'Lupus trials'));
    const body = `Dear author,\n\n  **When** will the results be out? ${HOSTILE}`;
    const mail = (subject: string) => ({ to: 'author@example.org', subject, body });
    const sent = await desk.askToSend(agent, mail('To be sent'), `${where}-1`);
    const kept = await desk.askToSend(agent, mail('To be kept'), `${where}-2`);
    const status = async ({ id }: { id: string }) => (await desk.approval({ tenant: 'local' }, id)).status;
    const page = await visit('/research/approvals', owner, options);
    const card = (subject: string) => page.getByTestId('approval').filter({ hasText: subject });
    await card('To be sent').getByTestId('approve').waitFor();
    expect(await card('To be sent').getByTestId('mail-to').textContent()).toBe('author@example.org');
    expect(await card('To be sent').getByTestId('mail-body').textContent()).toBe(body);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await card('To be kept').getByTestId('note').fill('Not now.');
    await card('To be kept').getByTestId('reject').click();
    await page.getByTestId('decided').getByText('Not now.').waitFor();
    expect([await status(kept), await status(sent)]).toEqual(['rejected', 'pending']);
    await card('To be sent').getByTestId('approve').click();
    await page.getByTestId('decided').getByText('To be sent').waitFor();
    await expect.poll(() => status(sent)).toBe('sent');
  });

  it('shows markup in an agent’s name and files as text', async () => {
    const owner = `hostile-${where}`;
    const id = await makeAgent(fleet, owner, HOSTILE);
    const files = fleet.base.workspaces.open('local', `agent:${id}`);
    await files.write('notes/hostile.md', `# ${HOSTILE}\n\n[link](javascript:alert(3))`, { by: 'test' });
    await files.write('tracking/hostile.txt', HOSTILE, { by: 'test' });
    const page = await visit('/research', owner, options);
    await page.getByRole('link', { name: HOSTILE }).click();
    await page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor();
    for (const name of ['notes/hostile.md', 'tracking/hostile.txt']) {
      await page.getByTestId('files').getByRole('button', { name }).click();
      await page.getByTestId('file').getByText(HOSTILE).waitFor();
    }
    expect(await page.locator('img[src="x"], main script, a[href^="javascript:"]').count()).toBe(0);
    expect(await sidewaysScroll(page)).toBe(0);
  });
});
