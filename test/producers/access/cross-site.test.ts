/** Writes that a page of another site makes a browser send: refused everywhere. Clients that are no browser notice nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { expectProblem, MARKER } from '../http/expect-problem.ts';

let fleet: Fleet;
let writes: [method: string, path: string][];
/** Those of them that read a body. */
let withBody: [method: string, path: string][];
beforeAll(async () => {
  fleet = await startFleet({ dashboard: true, roles: [], env: { DASHBOARD_WRITE: 'true' } });
  const { paths } = (await fleet.call('GET', '/openapi.json')).body as {
    paths: Record<string, Record<string, object>>;
  };
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      route: [method.toUpperCase(), path.replace(/\{\w+\}/g, 'x')] as [string, string],
      hasBody: 'requestBody' in operation,
    })),
  );
  const board: [string, string][] = [
    ['PUT', '/dashboard/queues/api/queues/turn/pause'],
    ['POST', '/dashboard/queues/api/queues/turn/add'],
  ];
  writes = [...routes.map(({ route }) => route).filter(([method]) => method !== 'GET'), ...board];
  withBody = [...routes.filter(({ hasBody }) => hasBody).map(({ route }) => route), ...board];
});
afterAll(() => fleet.close());

const host = () => new URL(fleet.url).host;
const elsewhere = (): Record<string, string>[] => [
  { 'Sec-Fetch-Site': 'cross-site' },
  // Another port of the same machine is the same site, and someone else's page.
  { 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:3000' },
  { Origin: 'https://example.org' },
  { Origin: `http://${host()}.example.org` },
  // A sandboxed frame, a page from a file.
  { Origin: 'null' },
  { Origin: 'not an address' },
];
const fromHere = (): Record<string, string>[] => [
  {},
  { 'Sec-Fetch-Site': 'same-origin', Origin: fleet.url },
  // Typed by the user.
  { 'Sec-Fetch-Site': 'none' },
  { Origin: fleet.url },
];

describe('a write from elsewhere', () => {
  test('is refused on every route and on the board, whatever its body is', async () => {
    expect(writes.length).toBeGreaterThan(10);
    for (const [method, path] of writes)
      for (const headers of elsewhere())
        for (const type of ['application/json', 'text/plain']) {
          const answer = await fleet.call(method, path, {}, { ...headers, 'Content-Type': type });
          expect(expectProblem(answer, 403, 'forbidden').detail, path).toContain('another site');
        }
    expect(await fleet.queue('turn').isPaused()).toBe(false);
  });

  test('reading is not refused: the browser shows the answer to nobody else', async () => {
    for (const headers of elsewhere())
      expect((await fleet.call('GET', '/v1/turns?patient_id=p1', undefined, headers)).status).toBe(200);
  });
});

test('a write of our own pages, or of a client that is no browser, is let through', async () => {
  for (const headers of fromHere()) {
    const sent = await fleet.call('POST', '/v1/turns', { text: 'My knee hurts', patient_id: 'p1' }, headers);
    expect(sent.status).toBe(202);
    expect((await fleet.call('PUT', '/dashboard/queues/api/queues/turn/pause', {}, headers)).status).toBe(200);
    expect((await fleet.call('PUT', '/dashboard/queues/api/queues/turn/resume', undefined, headers)).status).toBe(200);
  }
});

describe('a body that is not declared as JSON', () => {
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''];

  test.each(types)('%j is refused by every route that has a body, and by the board', async (type) => {
    expect(withBody.length).toBeGreaterThan(10);
    for (const [method, path] of withBody) {
      const body = JSON.stringify({ text: MARKER, patient_id: 'p1', name: 'turn', data: {}, options: {} });
      const answer = await fleet.call(method, path, body, { 'Content-Type': type });
      expect([path, answer.status]).toEqual([path, 415]);
      // The envelope has a form of its own for errors.
      if (path.startsWith('/a2a')) expect(answer.body).toMatchObject({ status: 'error' });
      else expectProblem(answer, 415, 'unsupported_media_type');
    }
    expect(await fleet.queue('turn').isPaused()).toBe(false);
    expect(await fleet.queue('turn').getJobCountByTypes('wait', 'delayed')).toBe(0);
  });
});
