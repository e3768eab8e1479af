/** The page fetcher against a real server on this machine, which it may reach only because the test allows it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDocuments } from '../../../src/engine/tools/documents.ts';
import { isPublicAddress } from '../../../src/engine/tools/public-address.ts';
import { safeFetch } from '../../../src/engine/tools/safe-fetch.ts';
import { holdTimers } from '../../support/clock.ts';
import { toolContext, useTool } from './context.ts';

const PAGE = `<!doctype html><html><head><title>Sleep &amp; you</title><style>p{color:red}</style></head>
<body><nav>Menu</nav><h1>Sleep</h1><p>Seven to nine <a href="/hours">hours</a>.</p><script>alert(1)</script></body></html>`;

/** The time limit for reading a page; a busy machine may need longer. */
const READ_MS = 4_000;

let server: Server;
let base: string;
let allowHosts: string[];
const hosts: (string | undefined)[] = [];
const documents = openDocuments();

beforeAll(async () => {
  server = createServer((request, response) => {
    hosts.push(request.headers.host);
    const send = (type: string, body: string | Buffer, headers = {}) =>
      response.writeHead(200, { 'content-type': type, ...headers }).end(body);
    const redirect = (location: string) => response.writeHead(302, { location }).end();
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/page') send('text/html; charset=utf-8', PAGE);
    else if (pathname === '/zipped') send('text/html', gzipSync(PAGE), { 'content-encoding': 'gzip' });
    else if (pathname === '/latin') send('text/plain; charset=iso-8859-1', Buffer.from('caf\xe9', 'latin1'));
    else if (pathname === '/json') send('application/json', '{"a":1}');
    else if (pathname === '/pdf') send('application/pdf', '%PDF');
    else if (pathname === '/image') send('image/png', 'png');
    else if (pathname === '/huge') send('text/plain', 'x'.repeat(5_000_000));
    else if (pathname === '/bomb')
      send('text/plain', gzipSync(Buffer.alloc(50_000_000, 'x')), { 'content-encoding': 'gzip' });
    else if (pathname === '/endless')
      pipeline(endless(), response.writeHead(200, { 'content-type': 'text/plain' }), () => {});
    else if (pathname === '/deep') send('text/html', `${'<div>'.repeat(200_000)}hello`);
    else if (pathname === '/titles') send('text/html', '<title '.repeat(200_000));
    else if (pathname === '/wide') send('text/html', '<p>hello</p>'.repeat(25_000));
    else if (pathname === '/go') redirect(searchParams.get('to') ?? '');
    else if (pathname === '/loop') redirect('/loop');
    else if (pathname === '/hang') response.writeHead(200, { 'content-type': 'text/plain' }).write('start');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  base = `http://127.0.0.1:${port}`;
  allowHosts = [`127.0.0.1:${port}`];
});
afterAll(async () => {
  await documents.close();
  server.closeAllConnections();
  server.close();
});

function* endless(): Generator<string> {
  for (;;) yield 'x'.repeat(65_536);
}

const fetchPage = (url: string) => useTool('fetch_page', { url }, toolContext({ allowHosts, documents }));
const never = new AbortController().signal;

describe('what a page gives', () => {
  test('a web page becomes its title and its text', async () => {
    holdTimers(READ_MS);
    expect(await fetchPage(`${base}/page`)).toEqual({
      title: 'Sleep & you',
      text: 'Sleep\n\nSeven to nine hours.',
      url: `${base}/page`,
      status: 200,
      truncated: false,
    });
    expect(await fetchPage(`${base}/zipped`)).toMatchObject({ title: 'Sleep & you' });
  });

  test('plain text and JSON come as they are, in their own encoding', async () => {
    expect(await fetchPage(`${base}/latin`)).toMatchObject({ text: 'café' });
    expect(await fetchPage(`${base}/json`)).toMatchObject({ text: '{"a":1}' });
  });

  test('a PDF, an image and a missing page are each refused in words', async () => {
    expect(await fetchPage(`${base}/pdf`)).toEqual({ error: expect.stringContaining('PDF') });
    expect(await fetchPage(`${base}/image`)).toEqual({ error: expect.stringContaining('Only web pages') });
    expect(await fetchPage(`${base}/nothing`)).toEqual({ error: expect.stringContaining('404') });
  });

  test.each(['/huge', '/endless', '/bomb', '/wide'])('a page without end (%s) is cut', async (path) => {
    holdTimers(READ_MS);
    const page = await fetchPage(base + path);
    expect(page).toMatchObject({ truncated: true });
    expect(page.text).toHaveLength(20_000);
  });

  test.each(['/deep', '/titles'])('a page made to keep us busy (%s) costs only itself', async (path) => {
    const page = await fetchPage(base + path);
    expect(String(page.text ?? page.error).length).toBeLessThanOrEqual(20_000);
    holdTimers(READ_MS);
    expect(await fetchPage(`${base}/page`)).toMatchObject({ title: 'Sleep & you' });
  });

  test('a redirect is followed to where it ends, and a loop is not', async () => {
    expect(await fetchPage(`${base}/go?to=/json`)).toMatchObject({ url: `${base}/json` });
    expect(await fetchPage(`${base}/loop`)).toEqual({ error: expect.stringContaining('too many times') });
  });

  test('a page that never ends times out, and a cancelled turn stops at once', async () => {
    expect(await safeFetch(`${base}/hang`, { allowHosts, signal: never, deadlineMs: 200 })).toEqual({
      error: 'The page took too long to answer.',
    });
    const cancel = new AbortController();
    const asked = hosts.length;
    const reading = safeFetch(`${base}/hang`, { allowHosts, signal: cancel.signal });
    const reason = new Error('cancelled');
    const rejected = expect(reading).rejects.toBe(reason);
    await expect.poll(() => hosts.length).toBe(asked + 1);
    cancel.abort(reason);
    await rejected;
  });

  test('a port where nobody listens is an answer, not a crash', async () => {
    expect(await safeFetch('http://127.0.0.1:1/', { allowHosts: ['127.0.0.1:1'], signal: never })).toEqual({
      error: 'The page could not be reached.',
    });
  });
});

describe('what is never opened', () => {
  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://①②⑦.⓪.⓪.①/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::a00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[fec0::1]/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://168.63.129.16/',
    'http://192.0.0.192/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
  ])('%s is not public', async (url) => {
    const before = hosts.length;
    expect(await fetchPage(url)).toEqual({ error: 'This address is not public, so it is not opened.' });
    expect(hosts.length).toBe(before);
  });

  test.each([
    ['file:///etc/passwd', 'http:// or https://'],
    ['ftp://example.org/', 'http:// or https://'],
    ['data:text/html,hello', 'http:// or https://'],
    ['gopher://127.0.0.1:6379/_INFO', 'http:// or https://'],
    ['http://user:secret@example.org/', 'user name or password'],
    ['http://example.org:22/', 'port'],
    ['http://example.org:6379/', 'port'],
    ['http://127.0.0.1:1%40example.org/', 'not a web address'],
    ['/etc/passwd', 'not a web address'],
    ['http://', 'not a web address'],
  ])('%s', async (url, why) => {
    expect(await fetchPage(url)).toEqual({ error: expect.stringContaining(why) });
  });

  test('a redirect cannot lead where the user could not go', async () => {
    const targets = {
      'http://169.254.169.254/': 'not public',
      'http://[::1]/': 'not public',
      'http://127.0.0.1:22/': 'port',
      'file:///etc/passwd': 'http:// or https://',
      'http://a:b@example.org/': 'user name or password',
    };
    for (const [target, why] of Object.entries(targets)) {
      const page = await fetchPage(`${base}/go?to=${encodeURIComponent(target)}`);
      expect(page).toEqual({ error: expect.stringContaining(why) });
    }
  });

  test('a name with one private address among public ones is refused', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    expect(await safeFetch('http://two-faced.example/', { allowHosts: [], signal: never, resolve })).toEqual({
      error: expect.stringContaining('not public'),
    });
  });

  test('the connection goes to the address that was checked, though the name means another a moment later', async () => {
    const answers = ['127.0.0.1', '10.255.255.1'];
    let asked = 0;
    const resolve = async () => [{ address: answers[asked++] ?? '', family: 4 }];
    const { port } = new URL(base);
    const host = `pinned.example:${port}`;
    const page = await safeFetch(`http://${host}/json`, { allowHosts: [host], signal: never, resolve });
    expect(page).toMatchObject({ body: '{"a":1}' });
    expect(asked).toBe(1);
    expect(hosts.at(-1)).toBe(host);
  });

  test('allowing one port of a private host does not allow its others', async () => {
    expect(await fetchPage('http://127.0.0.1:8080/')).toEqual({ error: expect.stringContaining('not public') });
  });

  test.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});
