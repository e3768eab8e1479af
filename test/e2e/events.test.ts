/** Following a turn as Server-Sent Events: whatever happens to the connection, a client sees every event once and in order. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { compareIds } from '../../producers/turns/event-hub.ts';
import type { SseEvent } from '../support/api.ts';
import { durableRedis } from '../support/durable-redis.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { testRedis } from '../support/redis.ts';
import { startServer } from '../support/redis-servers.ts';
import { answered, startScriptedHealth } from '../support/scripted-health.ts';

const PIECES = Array.from({ length: 12 }, (_, i) => `piece ${i} `);

let offline: Fleet;
beforeAll(async () => {
  offline = await startFleet();
});
afterAll(() => offline.close());

const kinds = (events: SseEvent[]) => events.map(({ kind }) => kind);

/** A fleet whose model sends each piece of its answer when `before` says so: by default when the one before it has become an event. */
async function slowFleet({ env = {}, before = published }: Slow = {}): Promise<Fleet> {
  const model = await startScriptedHealth({
    HealthConsultantAgent: (request) =>
      answered(request, 'get_patient_record') ? { text: PIECES, before: (index) => before(fleet, index) } : undefined,
  });
  const fleet = await startFleet({ env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url, ...env } });
  onTestFinished(async () => {
    await fleet.close();
    await model.close();
  });
  return fleet;
}

type Slow = { env?: Record<string, string>; before?: (fleet: Fleet, index: number) => Promise<unknown> };

async function published({ base }: Fleet, index: number): Promise<void> {
  const redis = testRedis();
  const said = async () => {
    const streams = await redis.keys(base.keys.events('*'));
    return JSON.stringify(await Promise.all(streams.map((key) => redis.xrange(key, '-', '+'))));
  };
  await expect.poll(said).toContain(`${PIECES[index - 1]}`);
}

async function post(fleet: Fleet, text = 'How is my blood pressure?'): Promise<string> {
  const { status, body } = await fleet.call('POST', '/v1/turns', { text, patient_id: 'p1' });
  expect(status).toBe(202);
  return String(body.turn_id);
}

function expectWhole(events: SseEvent[]): void {
  expect(kinds(events)[0]).toBe('queued');
  expect(kinds(events).at(-1)).toBe('done');
  for (const kind of ['queued', 'routed', 'reply', 'facts', 'done'])
    expect([kind, kinds(events).filter((one) => one === kind).length]).toEqual([kind, 1]);
  const order = ['queued', 'routed', 'reply', 'facts', 'done'].map((kind) => kinds(events).indexOf(kind));
  expect(order).toEqual([...order].sort((a, b) => a - b));
  for (const [i, event] of events.entries())
    if (i > 0) expect(compareIds(event.id, String(events[i - 1]?.id))).toBeGreaterThan(0);
}

describe('a turn that has ended', () => {
  let turnId: string;
  let all: SseEvent[];
  beforeAll(async () => {
    turnId = (await offline.say('My weight is 80 kg and what is a healthy weight for me?')).turn_id;
    all = await offline.events(turnId);
  });

  test('a late client gets everything, in order: the reply before the facts, the facts before the end', () => {
    expectWhole(all);
    const deltas = all.filter(({ kind }) => kind === 'delta').map(({ data }) => data.text);
    expect(deltas.join('')).toBe(all.find(({ kind }) => kind === 'reply')?.data.text);
    expect(all.find(({ kind }) => kind === 'facts')?.data.facts).toMatchObject([{ name: 'Weight', value: 80 }]);
    expect(all.at(-1)?.data).toEqual({ turn_id: turnId, status: 'completed' });
  });

  test('resuming after any event gives the rest and nothing twice', async () => {
    for (const [i, { id }] of all.slice(0, -1).entries())
      expect(await offline.events(turnId, { after: id })).toEqual(all.slice(i + 1));
  });

  test('a client that has seen the last event is told to stay away, and does not come back for ever', async () => {
    const path = `/v1/turns/${turnId}/events`;
    const after = { 'Last-Event-ID': String(all.at(-1)?.id) };
    const { status, body } = await offline.call('GET', path, undefined, after);
    expect([status, body]).toEqual([204, { text: '' }]);
  });

  test('a client that finds no event kept any more is told the end once', async () => {
    const { turn_id } = await offline.say('My weight is 81 kg.');
    await testRedis().del(offline.base.keys.events(turn_id));
    const events = await offline.events(turn_id);
    expect(events).toMatchObject([{ kind: 'done', data: { turn_id, status: 'completed' } }]);
    const after = { 'Last-Event-ID': String(events[0]?.id) };
    expect((await offline.call('GET', `/v1/turns/${turn_id}/events`, undefined, after)).status).toBe(204);
  });

  test('no block of a stream is without data: some readers take it for an event', async () => {
    const text = String((await offline.call('GET', `/v1/turns/${turnId}/events`)).body.text);
    expect(text.startsWith('retry: 1000\nid: ')).toBe(true);
    const blocks = text.split('\n\n').slice(0, -1);
    expect(blocks).toHaveLength(all.length);
    expect(blocks.filter((block) => !/^data: ./m.test(block))).toEqual([]);
  });

  test.each(['rubbish', '-', '0-0; DROP', '12', '1-1-1', '9'.repeat(400), '999999999999999-0', '💥'])(
    'a Last-Event-ID of %j does not break it',
    async (given) => {
      const after = encodeURIComponent(given) === given ? given : Buffer.from(given).toString('latin1');
      expect(await offline.events(turnId, { after })).toEqual(all);
    },
  );

  test('events are not buffered or changed by proxies', async () => {
    const { headers } = await offline.call('GET', `/v1/turns/${turnId}/events`);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toContain('no-cache');
    expect(headers.get('cache-control')).toContain('no-transform');
    expect(headers.get('x-accel-buffering')).toBe('no');
  });
});

test('a turn that does not exist has no events: 404, not an empty stream', async () => {
  const { status, body, headers } = await offline.call('GET', '/v1/turns/00000000-0000-7000-8000-000000000000/events');
  expect(status).toBe(404);
  expect(headers.get('content-type')).toContain('application/problem+json');
  expect(body).toMatchObject({ code: 'not_found' });
});

test('a turn that failed says why before it says that it has ended', async () => {
  const model = await startScriptedHealth({ TriageAgent: () => ({ blocked: 'SAFETY', where: 'prompt' }) });
  const fleet = await startFleet({ env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url } });
  onTestFinished(async () => {
    await fleet.close();
    await model.close();
  });
  const turn = await fleet.say('How is my blood pressure?');
  const events = await fleet.events(turn.turn_id);
  expect(kinds(events).slice(-2)).toEqual(['error', 'done']);
  expect(events.at(-2)?.data).toEqual(turn.error);
});

describe('a client that is cut off while the answer streams', () => {
  test.each([1, 2, 3])('and comes back after every %d events has seen all of it once', async (every) => {
    const fleet = await slowFleet();
    const turnId = await post(fleet);
    const seen: SseEvent[] = [];
    let connections = 0;
    while (seen.at(-1)?.kind !== 'done') {
      let count = 0;
      connections += 1;
      const stop = () => {
        count += 1;
        return count === every;
      };
      const after = seen.at(-1)?.id;
      seen.push(...(await fleet.events(turnId, { ...(after && { after }), stop })));
    }
    expect(seen).toEqual(await fleet.events(turnId));
    expectWhole(seen);
    const deltas = seen.filter(({ kind }) => kind === 'delta');
    expect(deltas.length).toBeGreaterThan(4);
    expect(connections).toBeGreaterThan(deltas.length / every);
    expect(deltas.map(({ data }) => data.text).join('')).toBe(PIECES.join(''));
  });

  test('followers who join at different moments all see the same', async () => {
    const fleet = await slowFleet();
    const turnId = await post(fleet);
    const followers: Promise<SseEvent[]>[] = [];
    await fleet.events(turnId, {
      stop: (event) => {
        followers.push(fleet.events(turnId));
        return event.kind === 'done';
      },
    });
    const all = await fleet.events(turnId);
    expect(followers.length).toBe(all.length);
    for (const events of await Promise.all(followers)) expect(events).toEqual(all);
  });
});

test('two hundred clients of one producer cost Redis no connection more', async () => {
  const redis = await startServer();
  let measured = false;
  const fleet = await slowFleet({
    env: { REDIS_URL: `redis://127.0.0.1:${redis.port}` },
    before: (_fleet, index) => expect.poll(() => index === 1 || measured).toBe(true),
  });
  const connections = async () =>
    String(await redis.client.client('LIST'))
      .trim()
      .split('\n').length;
  measured = true;
  await fleet.say('How is my blood pressure?');
  measured = false;
  const before = await connections();
  const turns = [await post(fleet), await post(fleet, 'How is my heart?')];
  const connected = new Set<number>();
  const clients = Array.from({ length: 200 }, (_, i) =>
    fleet.events(String(turns[i % 2]), {
      stop: ({ kind }) => {
        if (kind === 'delta') connected.add(i);
        return false;
      },
    }),
  );
  await expect.poll(() => connected.size).toBe(200);
  const during = await connections();
  measured = true;
  const streams = await Promise.all(clients);
  expect(during - before).toBeLessThanOrEqual(2);
  const whole = await Promise.all(turns.map((id) => fleet.events(id)));
  for (const [i, events] of streams.entries()) expect(events).toEqual(whole[i % 2]);
});

test('a stream that was open when Redis became unreachable goes on when it is back', async () => {
  const redis = await durableRedis();
  const fleet = await startFleet({ env: { REDIS_URL: redis.url }, roles: [] });
  try {
    const turnId = await post(fleet);
    let seen = 0;
    const following = fleet.events(turnId, {
      stop: () => {
        seen += 1;
        return false;
      },
    });
    await expect.poll(() => seen).toBe(1);
    await redis.stop('SIGTERM');
    redis.start();
    await expect.poll(async () => (await fleet.call('DELETE', `/v1/turns/${turnId}`)).status).toBe(202);
    expect(kinds(await following)).toEqual(['queued', 'done']);
  } finally {
    await fleet.close();
  }
});
