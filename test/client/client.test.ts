/** The client against a server that fails in all the ways servers do: what is sent again, what is not, and what the caller is told. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ClientOptions, createClient, MedfleetError } from '../../src/client/client.ts';
import { type Answer, eventStream, hangUp, json, scriptedApi } from './scripted-api.ts';

const PROBLEM = {
  type: 'urn:medfleet:problem:invalid',
  title: 'The request is not valid',
  status: 422,
  detail: 'text is missing.',
  code: 'invalid',
  retryable: false,
  request_id: 'r1',
  errors: [{ path: 'text', message: 'text is missing.' }],
};
const BUSY = { ...PROBLEM, status: 503, code: 'redis_unavailable', retryable: true, errors: undefined };
const RECEIPT = {
  turn_id: 't1',
  session_id: 's1',
  status: 'queued',
  events_url: '/v1/turns/t1/events',
  result_url: '',
};
const TURN = { turn_id: 't1', status: 'completed', reply: 'Hello.' };

let api: Awaited<ReturnType<typeof scriptedApi>>;
let answers: Answer[];
let waited: number[];
beforeEach(async () => {
  answers = [];
  waited = [];
  api = await scriptedApi(answers);
});
afterEach(() => api.close());

const client = (options: ClientOptions = {}) =>
  createClient({ baseUrl: api.url, wait: async (ms) => void waited.push(ms), ...options });

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as MedfleetError,
  );

describe('a request', () => {
  test('goes below the path of the base address, also where the server gave an address that has it', async () => {
    for (let count = 0; count < 3; count += 1) answers.push(json(200, TURN));
    const { request, getTurn } = client({ baseUrl: `${api.url}/fleet/` });
    await getTurn({ params: { id: 't1' } });
    for (const path of ['/fleet/v1/turns/t1', '/v1/turns/t1']) await request({ method: 'GET', path });
    expect(api.asked.map(({ url }) => url)).toEqual(Array(3).fill('/fleet/v1/turns/t1'));
  });

  test('has its parameters in the path and the query, its token and its body', async () => {
    answers.push(json(200, { fact: null, earlier: [] }), json(200, { turns: [], next_cursor: null }));
    const { correctFact, listTurns } = client({ token: 'secret' });
    await correctFact({ params: { id: 'a b', fact_id: 'f/1' }, body: { value: 1, reason: 'why' } });
    await listTurns({ query: { session_id: 's&1', cursor: undefined } });
    expect(api.asked).toMatchObject([
      {
        method: 'PATCH',
        url: '/v1/patients/a%20b/facts/f%2F1',
        headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
        body: '{"value":1,"reason":"why"}',
      },
      { method: 'GET', url: '/v1/turns?session_id=s%261' },
    ]);
  });

  test('keeps the slashes of a path that has some, sends text as text, and asks for a token each time', async () => {
    answers.push(json(200, {}), json(200, {}));
    let tokens = 0;
    const { getAgentFile, importCalendar } = client({ token: async () => `token-${++tokens}` });
    await getAgentFile({ params: { id: 'a1', path: 'reports/2026 1.md' } });
    await importCalendar({ params: { user_id: 'anna' }, body: 'BEGIN:VCALENDAR' });
    expect(api.asked).toMatchObject([
      { url: '/v1/agents/a1/files/reports/2026%201.md', headers: { authorization: 'Bearer token-1' } },
      { body: 'BEGIN:VCALENDAR', headers: { 'content-type': 'text/calendar', authorization: 'Bearer token-2' } },
    ]);
  });

  test('gives what was answered: JSON, text, or nothing', async () => {
    const text: Answer = (response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('up 1');
    answers.push(json(200, { status: 'ok' }), text, (response) => response.writeHead(204).end());
    const { getHealth, getMetrics, withdrawFact } = client();
    expect(await getHealth()).toEqual({ status: 'ok' });
    expect(await getMetrics()).toBe('up 1');
    expect(await withdrawFact({ params: { id: 'anna', fact_id: 'f1' } })).toBeUndefined();
  });
});

describe('a failure', () => {
  test('is a MedfleetError with all that the problem says', async () => {
    answers.push(json(422, PROBLEM, { 'Retry-After': '7' }));
    const error = await caught(client().createTurn({ body: { text: '', patient_id: 'p1' } }));
    expect(error).toBeInstanceOf(MedfleetError);
    expect({ ...error, message: error?.message }).toMatchObject({
      status: 422,
      code: 'invalid',
      title: 'The request is not valid',
      detail: 'text is missing.',
      message: 'text is missing.',
      errors: [{ path: 'text', message: 'text is missing.' }],
      retryable: false,
      retryAfter: 7,
      requestId: 'r1',
    });
    expect(api.asked).toHaveLength(1);
  });

  test('that is no problem of ours still has a status and a sentence', async () => {
    answers.push((response) => response.writeHead(404).end('<html>nginx</html>'));
    const error = await caught(client().getHealth());
    expect(error).toMatchObject({ status: 404, code: 'unknown', detail: 'The server answered 404.', retryable: false });
  });

  test('to reach the server at all is said as one', async () => {
    await api.close();
    const error = await caught(client({ retries: 1 }).getHealth());
    expect(error).toMatchObject({ status: 0, code: 'unreachable', retryable: true });
    expect(waited).toHaveLength(1);
    api = await scriptedApi([]);
  });
});

describe('a request is sent again', () => {
  test('after what can pass, and as late as the server says', async () => {
    answers.push(hangUp, json(503, BUSY, { 'Retry-After': '2' }), json(502, {}), json(200, { status: 'ok' }));
    expect(await client().getHealth()).toEqual({ status: 'ok' });
    expect(api.asked).toHaveLength(4);
    expect(waited[1]).toBe(2000);
    for (const ms of waited) expect(ms).toBeLessThanOrEqual(2000);
  });

  test('as often as it is told to, and not more', async () => {
    for (let count = 0; count < 5; count += 1) answers.push(json(503, BUSY));
    expect(await caught(client({ retries: 2 }).getHealth())).toMatchObject({ status: 503 });
    expect(api.asked).toHaveLength(3);
  });

  test('with the same Idempotency-Key, so that a message is one turn', async () => {
    answers.push(hangUp, json(202, RECEIPT), json(202, RECEIPT));
    const { createTurn } = client();
    await createTurn({ body: { text: 'hi', patient_id: 'p1' } });
    await createTurn({ body: { text: 'hi', patient_id: 'p1' } }, { idempotencyKey: 'mine' });
    const [first, second, third] = api.asked.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(third).toBe('mine');
  });

  test('never where doing it twice is not doing it once', async () => {
    answers.push(json(503, BUSY), json(503, BUSY));
    await caught(client().decideApproval({ params: { id: 'a1' }, body: { decision: 'approve' } }));
    await caught(client().changeAgent({ params: { id: 'a1' }, body: { status: 'paused' } }));
    expect(api.asked).toHaveLength(2);
  });

  test('not if the server asks for more patience than a caller has, nor after the caller has left', async () => {
    answers.push(json(429, { ...BUSY, status: 429 }, { 'Retry-After': '3600' }), json(503, BUSY));
    expect(await caught(client().getHealth())).toMatchObject({ status: 429, retryAfter: 3600 });
    const leaving = new AbortController();
    const wait = async () => leaving.abort(new Error('left'));
    await expect(client({ wait }).getHealth({}, { signal: leaving.signal })).rejects.toThrow('left');
    expect(api.asked).toHaveLength(2);
  });
});

describe('event streams', () => {
  const said = (id: string, text: string) => ({ id, event: 'delta', data: { text } });
  const done = { id: '9-0', event: 'done', data: { status: 'completed' } };
  const idsOf = async (events: AsyncIterable<{ id: string }>) => {
    const ids: string[] = [];
    for await (const { id } of events) ids.push(id);
    return ids;
  };

  test('that are cut off go on after the last event, and end with done', async () => {
    answers.push(
      eventStream(said('1-0', 'a'), said('2-0', 'b')),
      hangUp,
      json(503, BUSY),
      eventStream(said('3-0', 'c'), done),
    );
    const connections: boolean[] = [];
    const events = client().followTurn({ params: { id: 't1' } }, { onConnection: (isUp) => connections.push(isUp) });
    expect(await idsOf(events)).toEqual(['1-0', '2-0', '3-0', '9-0']);
    expect(api.asked.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '2-0', '2-0', '2-0']);
    expect(connections).toEqual([true, false, false, false, true]);
  });

  test('resume where the caller says', async () => {
    answers.push(eventStream(done));
    expect(await idsOf(client().events('/v1/sessions/s1/events', { lastEventId: '4-1' }))).toEqual(['9-0']);
    expect(api.asked).toMatchObject([{ url: '/v1/sessions/s1/events', headers: { 'last-event-id': '4-1' } }]);
  });

  test('that are refused, or stay away, are errors', async () => {
    answers.push(json(404, { ...PROBLEM, status: 404, code: 'not_found' }));
    await expect(idsOf(client().followTurn({ params: { id: 'none' } }))).rejects.toMatchObject({ code: 'not_found' });
    answers.push(hangUp, hangUp, hangUp);
    const events = client({ retries: 2 }).followTurn({ params: { id: 't1' } });
    await expect(idsOf(events)).rejects.toMatchObject({ code: 'unreachable' });
    expect(api.asked).toHaveLength(4);
  });

  test('end quietly when the caller leaves, and the connection is closed', async () => {
    let closed: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    answers.push((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('id: 1-0\nevent: x\ndata: {}\n\n');
      response.on('close', closed);
    });
    for await (const { id } of client().followSession({ params: { id: 's1' } })) {
      expect(id).toBe('1-0');
      break;
    }
    await gone;
  });

  test('ask sends, follows and returns the turn', async () => {
    answers.push(json(202, RECEIPT), eventStream(said('1-0', 'Hello.'), done), json(200, TURN));
    const asking = client().ask({ text: 'hi', patient_id: 'p1' });
    const kinds: string[] = [];
    let step = await asking.next();
    for (; !step.done; step = await asking.next()) kinds.push(step.value.event);
    expect(kinds).toEqual(['delta', 'done']);
    expect(step.value).toEqual(TURN);
    expect(api.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /v1/turns',
      'GET /v1/turns/t1/events',
      'GET /v1/turns/t1',
    ]);
  });
});
