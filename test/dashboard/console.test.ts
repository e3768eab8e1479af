/** How the console is served: one page for every address, and a bundle that browsers keep until it changes. */
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleConsole } from '../../dashboard/bundle.ts';
import { createConsole } from '../../dashboard/console.ts';
import { listen } from '../../src/platform/http-listening.ts';
import { STATE_LIMIT_MS } from '../support/limits.ts';

/** A connection is kept while the bundle is made, however long that takes: one that the server closes meanwhile is a failed request. */
const KEEP_ALIVE = { keepAliveTimeout: STATE_LIMIT_MS };
/** What the whole console may weigh on the wire: a phone on a slow line loads it in about a second. */
const MAX_BYTES = 150_000;

let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  const app = express().use('/dashboard', createConsole(''));
  const listening = await listen(createServer(KEEP_ALIVE, app), { host: '127.0.0.1', port: 0, setting: 'PORT' });
  url = listening.url;
  close = () => listening.close(1_000);
});
afterAll(() => close());

test('every address below /dashboard is the page, so that a link to a turn can be opened', async () => {
  for (const path of ['', '/', '/turns/01a1', '/record/labs', '/research/agents/a-1']) {
    const response = await fetch(`${url}/dashboard${path}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<div id="app">');
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
  }
});

test('a file that is not there is not answered with the page', async () => {
  for (const path of ['/assets/other.js', '/main.tsx', '/app.map'])
    expect((await fetch(`${url}/dashboard${path}`)).status).toBe(404);
});

test('the bundle is sent in the encoding that the browser takes, and not again while it is the same', async () => {
  const address = `${url}/dashboard/assets/main.js`;
  const raw = async (encoding: string) => {
    const { body, headers } = await request(address, { headers: { 'accept-encoding': encoding } });
    return { bytes: Buffer.from(await body.arrayBuffer()), headers };
  };
  const [plain, br, zipped] = await Promise.all([raw('identity'), raw('br'), raw('gzip')]);
  expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes);
  expect(gunzipSync(zipped.bytes)).toEqual(plain.bytes);
  const again = await request(address, { headers: { 'if-none-match': String(plain.headers.etag) } });
  expect(again.statusCode).toBe(304);
  await again.body.dump();
});

test('the bundle stays small', async () => {
  const assets = await bundleConsole(fileURLToPath(new URL('../../dashboard/console', import.meta.url)));
  const bytes = [...assets.values()].reduce((sum, { br }) => sum + br.length, 0);
  expect([...assets.keys()].sort()).toEqual(['main.css', 'main.js']);
  expect(bytes).toBeLessThan(MAX_BYTES);
});
