/** Large bodies share a limit of memory, whoever sends them: beyond it 503 with a time, and small requests are answered meanwhile. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startFleet } from '../../support/fleet.ts';

const HEAD = 'POST /v1/patients/p/fhir HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const LENGTHS = [
  'Content-Length: 19000000',
  'Transfer-Encoding: chunked',
  'Content-Length: 9000\r\nContent-Encoding: gzip',
];
/** How long a request whose body is read is looked at before the next one is tried. */
const LOOK_MS = 200;

test('a fifth large body is told when to come again, until one of the four has gone', async () => {
  const fleet = await startFleet({ roles: [] });
  onTestFinished(() => fleet.close());
  const begin = async (length = LENGTHS[0]): Promise<Socket> => {
    const socket = connect(Number(new URL(fleet.url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(`${HEAD}${length}\r\n\r\n`);
    return socket;
  };
  /** What a further one is answered before its body is sent, if anything. */
  const another = async (length?: string): Promise<string> => {
    const socket = await begin(length);
    const answer = await Promise.race([once(socket, 'data').then(String), sleep(LOOK_MS, '')]);
    socket.destroy();
    return answer;
  };
  const [first] = await Promise.all(Array.from({ length: 4 }, () => begin()));
  for (const length of LENGTHS)
    await expect.poll(() => another(length)).toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after: 5/i);
  expect(
    (await fleet.call('POST', '/v1/patients/p/fhir', { resourceType: 'Bundle', type: 'collection', entry: [] })).status,
  ).toBe(200);
  first?.destroy();
  await expect.poll(() => another()).toBe('');
});
