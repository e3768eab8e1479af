/**
 * The connection to Redis breaks after Redis has admitted a turn and before it could say so, and its client, who was told 503, asks again
 * with the same key. The turn must be there once: twice in its session's lane, it would block that session for ever.
 */
import { connect, createServer, type Socket } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startFleet } from '../../support/fleet.ts';

const CUT_HERE = 'cut-the-line-now';

/** Passes everything on; but the first answer to a command that holds the word is swallowed, and the connection cut. */
async function cuttingProxy(): Promise<{ url: string; cuts: () => number }> {
  const redis = new URL(inject('redisUrl'));
  const sockets = new Set<Socket>();
  let cuts = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(redis.port), redis.hostname);
    let armed = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => [client, upstream].map((one) => one.destroy()));
    }
    client.on('data', (chunk) => {
      armed ||= cuts === 0 && chunk.includes(CUT_HERE);
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!armed) client.write(chunk);
      else {
        cuts += 1;
        client.destroy();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `redis://127.0.0.1:${(server.address() as { port: number }).port}`, cuts: () => cuts };
}

test('a turn that was admitted as the line was cut happens once when it is sent again, and its session goes on', async () => {
  const proxy = await cuttingProxy();
  const fleet = await startFleet({ env: { REDIS_URL: proxy.url } });
  try {
    const where = { patient_id: 'p1', session_id: 's1' };
    // The script is known to Redis from here on, so that the next call is the one that admits.
    await fleet.say('What does HbA1c mean?', where);
    const text = `How do statins work? ${CUT_HERE}`;
    const key = { 'Idempotency-Key': 'k1' };
    const send = async () => (await fleet.call('POST', '/v1/turns', { text, ...where }, key)).status;
    expect([await send(), proxy.cuts()]).toEqual([503, 1]);
    await expect.poll(send).toBe(200);
    const turn = await fleet.say(text, where, key);
    expect(turn.status).toBe('completed');
    const after = await fleet.say('And what is asthma?', where);
    expect(after.status).toBe('completed');
    const { turns } = (await fleet.call('GET', '/v1/turns?session_id=s1')).body as { turns: unknown[] };
    expect(turns).toHaveLength(3);
  } finally {
    await fleet.close();
  }
});
