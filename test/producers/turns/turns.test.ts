/** Turns over HTTP: taking in, looking up, listing, calling off. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { TurnView } from '../../../producers/turns/turn-view.ts';
import { TurnReceipt } from '../../../producers/turns/turns.schemas.ts';
import { ROLES, startWorkers } from '../../../workers/start-workers.ts';
import { agentsWith } from '../../support/agents-dir.ts';
import { holdTimers } from '../../support/clock.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { startScriptedHealth } from '../../support/scripted-health.ts';
import { expectProblem } from '../http/expect-problem.ts';

/** Takes turns in and does not work on them. */
let idle: Fleet;
beforeAll(async () => {
  idle = await startFleet({ roles: [] });
});
afterAll(() => idle.close());

const message = (text: string, session_id: string) => ({ text, patient_id: 'p1', session_id });

async function closing(fleet: Fleet): Promise<Fleet> {
  onTestFinished(() => fleet.close());
  return fleet;
}

describe('taking a turn in', () => {
  test('answers at once with where to look', async () => {
    const sent = await idle.call('POST', '/v1/turns', { text: 'How is my heart?', patient_id: 'p1' });
    expect(sent.status).toBe(202);
    const receipt = TurnReceipt.parse(sent.body);
    expect(receipt).toEqual({
      turn_id: receipt.turn_id,
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'queued',
      events_url: `/v1/turns/${receipt.turn_id}/events`,
      result_url: `/v1/turns/${receipt.turn_id}`,
    });
    expect(sent.headers.get('location')).toBe(receipt.result_url);
    const view = TurnView.parse((await idle.call('GET', receipt.result_url)).body);
    expect(view).toMatchObject({ status: 'queued', reply: null, route: null, patient_id: 'p1', team: 'health' });
    // Shown while it waits too, or one's own message is gone after a reload.
    expect(view.text).toBe('How is my heart?');
  });

  test('a wait that is over first answers 202 with how it stands', async () => {
    const wait = holdTimers(17_000);
    const sending = idle.call('POST', '/v1/turns?wait=17', { text: 'How is my heart?', patient_id: 'p1' });
    await expect.poll(() => wait.waiting()).toBe(1);
    wait.fire();
    const sent = await sending;
    expect(sent.status).toBe(202);
    expect(TurnReceipt.parse(sent.body).status).toBe('queued');
  });

  test('20,000 characters, any script and every optional field are fine', async () => {
    const sent = await idle.call('POST', '/v1/turns', {
      text: `💊${'я'.repeat(19_998)}`,
      patient_id: 'p1',
      user_id: 'carer@example.org',
      team: 'health',
      user_location: { timezone: 'Europe/Berlin', locale: 'de-DE', latitude: 52.52, longitude: 13.405 },
      topic: { node_uuid: '0197a1f4-0000-7000-8000-000000000000', node_type: 'EncounterNode' },
    });
    expect(sent.status).toBe(202);
  });
});

describe('an Idempotency-Key', () => {
  const headers = { 'Idempotency-Key': 'press "send" twice' };
  const send = (body: unknown, key = headers) => idle.call('POST', '/v1/turns', body, key);

  test('with the same body gives the same turn, however the fields are ordered', async () => {
    const first = await send({ text: 'My knee hurts', patient_id: 'p1', user_location: { locale: 'en', latitude: 1 } });
    const again = await send({ user_location: { latitude: 1, locale: 'en' }, patient_id: 'p1', text: 'My knee hurts' });
    expect([first.status, again.status]).toEqual([202, 200]);
    expect(again.body).toEqual(first.body);
  });

  test('with another body is a conflict', async () => {
    const problem = expectProblem(await send({ text: 'My elbow', patient_id: 'p1' }), 409, 'idempotency_conflict');
    expect(problem.detail).toContain('new Idempotency-Key');
  });

  test('pressed twenty times at once makes one turn', async () => {
    const key = { 'Idempotency-Key': 'at-once' };
    const body = message('My knee hurts', 'at-once');
    const sent = await Promise.all(Array.from({ length: 20 }, () => send(body, key)));
    expect(new Set(sent.map((one) => one.body.turn_id)).size).toBe(1);
    expect(sent.filter(({ status }) => status === 202)).toHaveLength(1);
  });
});

describe('a second message while the first is being answered', () => {
  const team = (policy: string) => ({
    AGENTS_DIR: agentsWith([{ agent: 'team', path: ['double_text'], value: policy }]),
  });

  test('reject: says that the session is busy, and only that session', async () => {
    const fleet = await closing(await startFleet({ roles: [], env: team('reject') }));
    const send = (session: string) => fleet.call('POST', '/v1/turns', message('My knee hurts', session));
    expect((await send('a')).status).toBe(202);
    expectProblem(await send('a'), 409, 'session_busy');
    expect((await send('b')).status).toBe(202);
  });

  test('merge: what is said while waiting becomes one turn', async () => {
    const fleet = await closing(await startFleet({ roles: [], env: team('merge') }));
    const send = async (text: string) => (await fleet.call('POST', '/v1/turns', message(text, 'a'))).body.turn_id;
    const [first, second, third] = [await send('My knee hurts'), await send('My back too'), await send('Since May')];
    expect(third).toBe(second);
    expect(second).not.toBe(first);
    await startWorkers(fleet.base, ROLES);
    await fleet.events(String(second));
    const { messages } = (await fleet.call('GET', '/v1/sessions/a')).body as {
      messages: { role: string; text: string }[];
    };
    const said = messages.filter(({ role }) => role === 'user').map(({ text }) => text);
    expect(said).toEqual(['My knee hurts', 'My back too\nSince May']);
  });

  test('interrupt: the first is called off, the second is answered', async () => {
    const fleet = await closing(await startFleet({ roles: [], env: team('interrupt') }));
    const first = await fleet.call('POST', '/v1/turns', message('My knee hurts', 'a'));
    const second = await fleet.call('POST', '/v1/turns', message('No, my back', 'a'));
    expect((await fleet.turn(String(first.body.turn_id))).status).toBe('cancelled');
    await startWorkers(fleet.base, ROLES);
    await fleet.events(String(second.body.turn_id));
    expect((await fleet.turn(String(second.body.turn_id))).status).toBe('completed');
  });
});

describe('calling a turn off', () => {
  test('one that waits behind another: that other is not touched', async () => {
    const first = await idle.call('POST', '/v1/turns', message('My knee hurts', 'two'));
    const second = await idle.call('POST', '/v1/turns', message('My back hurts', 'two'));
    const gone = await idle.call('DELETE', `/v1/turns/${second.body.turn_id}`);
    expect(gone.status).toBe(202);
    expect(gone.body).toMatchObject({ turn_id: second.body.turn_id, status: 'cancelled' });
    expect((await idle.turn(String(first.body.turn_id))).status).toBe('queued');
  });

  test('one that runs ends as cancelled, and the next of its session begins', async () => {
    const model = await startScriptedHealth({
      TriageAgent: (_request, nth) => (nth === 1 ? { hang: true } : undefined),
    });
    const fleet = await startFleet({ env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url } });
    onTestFinished(async () => {
      await fleet.close();
      await model.close();
    });
    const first = String((await fleet.call('POST', '/v1/turns', message('My knee hurts', 'a'))).body.turn_id);
    await expect.poll(async () => (await fleet.turn(first)).status).toBe('running');
    await expect.poll(() => model.asked('TriageAgent')).toBe(1);
    const second = fleet.say('My back hurts', { session_id: 'a' });
    expect((await fleet.call('DELETE', `/v1/turns/${first}`)).status).toBe(202);
    expect(await fleet.turn(first)).toMatchObject({ status: 'cancelled', reply: null });
    expect((await second).status).toBe('completed');
    expectProblem(await fleet.call('DELETE', `/v1/turns/${first}`), 409, 'conflict');
    expectProblem(await fleet.call('DELETE', `/v1/turns/${(await second).turn_id}`), 409, 'conflict');
  });
});

describe('listing turns', () => {
  type Page = { turns: TurnView[]; next_cursor: string | null };
  const page = async (query: string) => (await idle.call('GET', `/v1/turns?${query}`)).body as unknown as Page;

  test('120 turns of one moment come page by page, none twice, none missing, newest first', async () => {
    const ids = new Set<string>();
    const sent = await Promise.all(
      Array.from({ length: 120 }, (_, i) =>
        idle.call('POST', '/v1/turns', { text: `ache ${i}`, patient_id: 'lists', session_id: `l${i % 2}` }),
      ),
    );
    for (const { body } of sent) ids.add(String(body.turn_id));
    expect(ids.size).toBe(120);
    const seen: TurnView[] = [];
    let cursor: string | null = '';
    let pages = 0;
    while (cursor !== null) {
      const found: Page = await page(`patient_id=lists${cursor && `&cursor=${cursor}`}`);
      seen.push(...found.turns);
      cursor = found.next_cursor;
      pages += 1;
      // What comes in meanwhile moves no page.
      await idle.call('POST', '/v1/turns', { text: 'one more', patient_id: 'lists' });
    }
    expect(pages).toBe(3);
    expect(new Set(seen.map((turn) => turn.turn_id))).toEqual(ids);
    expect(seen).toHaveLength(120);
    const times = seen.map((turn) => turn.created_at);
    expect(times).toEqual([...times].sort().reverse());
    const ofSession = await page('session_id=l1');
    expect(new Set(ofSession.turns.map((turn) => turn.session_id))).toEqual(new Set(['l1']));
    expect((await page(`session_id=l1&cursor=${ofSession.next_cursor}`)).turns).toHaveLength(10);
  });

  test('of nobody, and of a session that is another patient’s, is empty', async () => {
    expect(await page('patient_id=nobody')).toEqual({ turns: [], next_cursor: null });
    expect(await page('session_id=l1&patient_id=nobody')).toMatchObject({ turns: [] });
  });
});
