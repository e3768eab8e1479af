/** The console as a page, in a real browser: what it keeps, what it forgets, where it fits, how it is served. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { staticDir } from '../../dashboard/static-dir.ts';
import { consult, say, shows, TEXT, useConsole } from './console-fixtures.ts';

describe('the page', () => {
  const here = useConsole();
  const at = (id: string) => here.page.getByTestId(id);

  it('keeps the patient and the session over a reload, and the token nowhere', async () => {
    here.api.willRun(consult());
    here.api.willRun(consult());
    await here.page.getByLabel('Access token').fill('secret-token-0123456789');
    await say(here.page, TEXT);
    await shows(at('status'), 'Completed');
    await say(here.page, 'And today?');
    await at('turns').locator('button').nth(1).waitFor();
    await shows(at('status'), 'Completed');

    const calls = here.api.seen.filter(({ path }) => path.startsWith('/v1/'));
    expect(new Set(calls.map(({ headers }) => headers.authorization))).toEqual(
      new Set(['Bearer secret-token-0123456789']),
    );
    const second = calls.filter(({ method }) => method === 'POST')[1]?.body;
    expect(second).toEqual({ text: 'And today?', patient_id: 'p-1', session_id: 'session-turn-1' });

    expect(
      await here.page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])'),
    ).not.toContain('secret');
    await here.page.reload();
    expect(await at('patient-id').inputValue()).toBe('p-1');
    expect(await at('token').inputValue()).toBe('');
    await at('turns').locator('button').nth(1).waitFor();
    await shows(at('said'), 'And today?');
    await at('turns').locator('button').first().click();
    await shows(at('said'), 'My blood pressure');
    expect(await at('facts').locator('tr').count()).toBe(3);
  });

  it('goes on following a turn that was running when the page was reloaded', async () => {
    here.api.willRun(
      consult({ holdAfter: 5, view: { ...consult().view, status: 'running', reply: null, agents: {} } }),
    );
    await say(here.page, TEXT);
    await shows(at('reply'), 'That');
    await here.page.reload();
    await shows(at('reply'), 'That reading');
    await expect.poll(() => at('cancel').isVisible()).toBe(true);
    here.api.release();
    await shows(at('reply'), 'measure again.');
    await shows(at('said'), TEXT);
  });

  it('shows nothing of one patient once another is chosen', async () => {
    here.api.willRun(consult());
    await say(here.page, TEXT);
    await shows(at('status'), 'Completed');
    await at('record').getByText('Penicillin').waitFor();

    await at('patient-id').fill('p-2');
    await at('patient-id').press('Tab');
    await shows(at('record-note'), 'Nothing on file yet.');
    await expect.poll(() => at('turn').isVisible()).toBe(false);
    expect(await at('turns').locator('li').count()).toBe(0);
    expect(await here.page.locator('main').textContent()).not.toContain('Penicillin');

    here.api.willRun(consult());
    await say(here.page, 'Hello', 'p-2');
    await shows(at('status'), 'Completed');
    const posts = here.api.seen.filter(({ method }) => method === 'POST');
    expect(posts[1]?.body).toEqual({ text: 'Hello', patient_id: 'p-2' });
  });

  it('asks for the patient id before it sends anything', async () => {
    await at('message').fill(TEXT);
    await at('send').click();
    await here.page.waitForFunction('document.activeElement.id === "patient-id"');
    expect(here.api.seen.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('fits a phone, and links to the queues and the API', async () => {
    here.api.willRun(consult());
    await here.page.setViewportSize({ width: 360, height: 740 });
    await say(here.page, TEXT);
    await shows(at('status'), 'Completed');
    expect(await here.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await at('link-queues').getAttribute('href')).toBe('/dashboard/queues');
    expect(await at('link-docs').getAttribute('href')).toBe('/docs');
  });

  it('is served with and without the slash, and with a policy that lets nothing inline run', async () => {
    for (const path of ['/dashboard', '/dashboard/', '/dashboard/index.html']) {
      const response = await fetch(here.api.url + path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
    }
    expect((await fetch(`${here.api.url}/dashboard/..%2f..%2fpackage.json`)).status).toBe(404);
  });
});

describe('the static folder', () => {
  it('is found from the sources and from a compiled build', () => {
    const root = join(import.meta.dirname, '../..');
    for (const file of ['dashboard/console.ts', 'dist/dashboard/console.js']) {
      expect(staticDir(pathToFileURL(join(root, file)).href, 'dashboard/console')).toBe(
        join(root, 'dashboard/console'),
      );
    }
  });

  it('says what is missing when it was not installed', () => {
    expect(() => staticDir(import.meta.url, 'dashboard/nowhere')).toThrow('dashboard/nowhere is missing');
  });
});
