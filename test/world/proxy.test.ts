/** The fleet below a path of a real nginx, set up as docs/operations.md says, and a person with a browser on the other side. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { freePort } from '../../src/platform/redis-endpoint.ts';
import { launchBrowser, openPage } from '../dashboard/browser.ts';
import { ask } from '../dashboard/console/conversation-steps.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';

const NGINX = '/usr/sbin/nginx';
const TOKEN = 'operator-token-0123456789';
const SCOPES = ['turns:read', 'turns:write', 'record:read', 'queues:read'];
/** What a page asks for before anybody has signed in. */
const REFUSED = /status of 401/;
const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
const [, example = ''] = /```nginx\n([\s\S]*?)```/.exec(page) ?? [];
const away = installNginx();

let fleet: Fleet;
let browser: Browser;
beforeAll(async () => {
  if (away !== '') return;
  const env = {
    BASE_PATH: '/medfleet',
    TRUSTED_PROXIES: '127.0.0.1',
    API_TOKENS: `clinic[${SCOPES.join('+')}]:${TOKEN}`,
  };
  [fleet, browser] = await Promise.all([startFleet({ dashboard: true, env }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

/** Why there is no nginx; empty if there is one. */
function installNginx(): string {
  if (existsSync(NGINX)) return '';
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'nginx-light'], { env, stdio: 'pipe' });
    return '';
  } catch (error) {
    return `nginx-light cannot be installed: ${String((error as { stderr?: Buffer }).stderr ?? error).slice(0, 200)}`;
  }
}

/** Returns its address. It ends with the test. */
async function startNginx(location: string): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-nginx-'));
  const port = await freePort();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${dir}/${kind};`);
  writeFileSync(
    join(dir, 'nginx.conf'),
    `daemon off; pid ${dir}/nginx.pid; error_log ${dir}/error.log; events {}
http { access_log off; ${paths.join(' ')} server { listen 127.0.0.1:${port}; ${location} } }`,
  );
  const nginx = spawn(NGINX, ['-e', `${dir}/error.log`, '-c', `${dir}/nginx.conf`], { stdio: 'ignore' });
  onTestFinished(async () => {
    nginx.kill('SIGTERM');
    if (nginx.exitCode === null) await once(nginx, 'close');
    rmSync(dir, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      fetch(url).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .not.toBe(0);
  return url;
}

const forwarding = () => example.replace('127.0.0.1:8080', new URL(fleet.url).host);
const cutting = () => forwarding().replace(/(proxy_pass [^;]+);/, '$1/;');

describe.skipIf(away !== '')(`behind nginx${away && ` (skipped: ${away})`}`, () => {
  test.each([
    ['passes the path on', forwarding],
    ['cuts the path off', cutting],
  ])('a proxy that %s: signing in, an answer as it is said, the queues, the API', async (_how, location) => {
    const url = `${await startNginx(location())}/medfleet`;
    const { page: tab, complaints } = await openPage(browser);
    const strayed: string[] = [];
    const streamed: string[] = [];
    tab.on('response', (response) => {
      const { status, address } = { status: response.status(), address: response.url() };
      if (status === 404 || !address.startsWith(`${url}/`)) strayed.push(`${status} ${address}`);
      if (/\/events/.test(address) && status === 200) streamed.push(response.headers()['content-type'] ?? '');
    });

    await tab.goto(`${url}/dashboard/queues`);
    await tab.getByTestId('key').fill(TOKEN);
    await tab.getByTestId('sign-in').click();
    await tab.waitForURL(`${url}/dashboard/queues`);
    await tab.getByText('extractor').filter({ visible: true }).first().waitFor();
    expect((await tab.context().cookies()).map(({ path }) => path)).toEqual(['/medfleet']);

    await tab.getByRole('link', { name: 'Medfleet console' }).click();
    await tab.getByTestId('patient-id').fill('ada');
    await tab.getByTestId('patient-id').press('Enter');
    await ask(tab, 'What does metformin do?');
    expect(await tab.getByTestId('reply').textContent()).toMatch(/metformin/i);
    expect(streamed).toContainEqual(expect.stringContaining('text/event-stream'));

    await tab.getByTestId('link-docs').click();
    await tab.locator('.opblock').first().waitFor();
    expect(strayed).toEqual([]);
    expect(complaints.filter((text) => !REFUSED.test(text))).toEqual([]);
    await tab.context().close();
  });

  test('the address of the proxy is all that a program needs', async () => {
    const url = `${await startNginx(forwarding())}/medfleet`;
    const client = createClient({ baseUrl: url, token: TOKEN });
    const receipt = await client.createTurn({ body: { text: 'What does metformin do?', patient_id: 'ada' } });
    if (!('events_url' in receipt)) throw new Error('The turn has ended already.');
    expect(receipt.events_url).toBe(`/medfleet/v1/turns/${receipt.turn_id}/events`);
    const seen: string[] = [];
    for await (const { event } of client.events(receipt.events_url)) seen.push(event);
    expect(seen.at(-1)).toBe('done');
    const read = async (path: string) => (await fetch(url + path)).json();
    expect(await read('/openapi.json')).toMatchObject({ servers: [{ url: '/medfleet' }] });
    expect(JSON.stringify(await read('/.well-known/agent-card.json'))).toContain('/medfleet/');
    expect((await fetch(`${url}/`, { redirect: 'manual' })).headers.get('location')).toMatch(/\/medfleet\/dashboard$/);
  });
});
