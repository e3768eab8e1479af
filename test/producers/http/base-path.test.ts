/** The fleet below a path of a proxy: both ways in which a proxy can ask, and what is sent back. nginx itself: test/world/proxy.test.ts. */
import { createServer } from 'node:http';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { belowBasePath } from '../../../producers/http/base-path.ts';
import { listen } from '../../../src/platform/http-listening.ts';

let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  const app = express();
  app.get('/moved', (_request, response) => response.redirect('/dashboard'));
  app.get('/made', (_request, response) => response.location('/fleet/v1/turns/t1').end());
  app.get('/away', (_request, response) => response.redirect('https://example.org/'));
  app.get('/*path', (request, response) => response.send(request.originalUrl));
  app.get('/', (request, response) => response.send(request.originalUrl));
  const server = createServer(belowBasePath(app, '/fleet'));
  const listening = await listen(server, { host: '127.0.0.1', port: 0, setting: 'PORT' });
  url = listening.url;
  close = () => listening.close(1_000);
});
afterAll(() => close());

const read = async (path: string) => (await fetch(url + path)).text();

test('a request is the same with the prefix and without it', async () => {
  for (const path of ['/v1/turns?wait=1', '/dashboard/', '/fleets/v1'])
    expect([await read(path), await read(`/fleet${path}`)]).toEqual([path, path]);
  expect([await read('/fleet'), await read('/fleet/'), await read('/fleet?a=1')]).toEqual(['/', '/', '/?a=1']);
});

test('a redirect leads below the path, once, and an address elsewhere stays as it is', async () => {
  const leadsTo = async (path: string) => (await fetch(url + path, { redirect: 'manual' })).headers.get('location');
  expect(await leadsTo('/fleet/moved')).toBe('/fleet/dashboard');
  expect(await leadsTo('/made')).toBe('/fleet/v1/turns/t1');
  expect(await leadsTo('/fleet/away')).toBe('https://example.org/');
});
