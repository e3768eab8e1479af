/** The console in a real browser, against an API that answers in the real wire format. */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { staticDir } from '../../dashboard/static-dir.ts';
import { launchBrowser, openPage, type Watched } from './browser.ts';
import { type ConsoleApi, type Script, startConsoleApi } from './console-api.ts';

const TEXT = 'My blood pressure was 150/95 this morning 🩺 and I take metformin 500 mg.';
const REPLY = 'That reading is above your usual range.\nSit down, rest, and measure again.';

let browser: Browser;
let api: ConsoleApi;
let watched: Watched;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

beforeEach(async () => {
  api = await startConsoleApi();
  watched = await openPage(browser);
  page = watched.page;
  await page.goto(`${api.url}/dashboard`);
});
afterEach(async () => {
  await page.context().close();
  await api.close();
});

const at = (id: string) => page.getByTestId(id);

async function say(text: string, patient = 'p-1'): Promise<void> {
  await page.getByLabel('Patient id').fill(patient);
  await page.getByLabel('Message').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

async function until(id: string, text: string | RegExp): Promise<void> {
  await at(id).filter({ hasText: text }).waitFor();
}

function fact(kind: string, name: string, words: string, more: Record<string, unknown> = {}) {
  const start = TEXT.indexOf(words);
  const evidence = { start, end: start + words.length, text: words };
  return { id: `${kind}-${name}`, kind, name, confidence: 0.9, evidence, source_agent: 'DataEntryAgent', ...more };
}

const FACTS = [
  fact('observation', 'Systolic blood pressure', '150/95', { value: 150, unit: 'mmHg' }),
  fact('observation', 'Diastolic blood pressure', '150/95', { value: 95, unit: 'mmHg' }),
  fact('medication', 'Metformin', 'metformin 500 mg', { value: 500, unit: 'mg', status: 'active' }),
];

const AGENTS = {
  TriageAgent: { status: 'success', ms: 12, attempts: 1 },
  PatientConsultAgent: { status: 'success', ms: 1450, attempts: 2 },
  DataEntryAgent: { status: 'success', ms: 30, attempts: 1 },
  MedicalContextAgent: { status: 'empty', ms: 8, attempts: 1 },
  DataExtractorAgent: { status: 'error', ms: 40, attempts: 3 },
};

function consult(more: Partial<Script> = {}): Script {
  const agent = 'PatientConsultAgent';
  return {
    events: [
      { event: 'queued', data: {} },
      { event: 'routed', data: { route: 'patient_consult', agent, why: 'rule 4a' } },
      { event: 'tool', data: { agent, name: 'read_record', status: 'success' } },
      { event: 'delta', data: { agent, text: REPLY.slice(0, 11) } },
      { event: 'delta', data: { agent, text: REPLY.slice(11, 30) } },
      { event: 'delta', data: { agent, text: REPLY.slice(30) } },
      { event: 'reply', data: { agent, text: REPLY } },
      { event: 'facts', data: { facts: FACTS } },
      { event: 'done', data: { status: 'completed', turn_id: 'turn-1' } },
    ],
    view: {
      status: 'completed',
      route: 'patient_consult',
      agent,
      reply: REPLY,
      red_flags: [],
      facts: FACTS,
      agents: AGENTS,
      usage: { model_calls: 2, input_tokens: 900, output_tokens: 120 },
      timings: { queued_ms: 3, first_delta_ms: 200, reply_ms: 1450, total_ms: 1600 },
      error: null,
    },
    ...more,
  };
}

function record(observations: unknown[]) {
  const entry = { id: 'a', kind: 'allergy', name: 'Penicillin', reaction: 'rash', recorded_at: '2026-02-01T10:00:00Z' };
  const none = { conditions: [], symptoms: [], medications: [], encounters: [], procedures: [], documents: [] };
  return { patient: { id: 'p-1' }, ...none, allergies: [entry], observations, counts: {} };
}

describe('a message', () => {
  it('is answered on the page: route, reply, agents, facts with their evidence, and the record', async () => {
    api.willRun(consult({ holdAfter: 5 }));
    api.records.set(
      'p-1',
      record(
        [142, 138, 150].map((value, index) => ({
          id: `o-${index}`,
          kind: 'observation',
          name: 'Systolic blood pressure',
          value,
          unit: 'mmHg',
          effective_time: `2026-02-0${index + 1}T08:00:00Z`,
          recorded_at: '2026-02-03T08:00:00Z',
        })),
      ),
    );
    await say(TEXT);

    // While it streams.
    await until('reply', REPLY.slice(0, 30).trimEnd());
    expect(await at('reply').getAttribute('aria-busy')).toBe('true');
    expect(await at('reply').textContent()).toBe(REPLY.slice(0, 30));
    expect(await at('status').textContent()).toBe('Running');
    expect(await at('agents').locator('[data-agent="PatientConsultAgent"]').getAttribute('data-status')).toBe(
      'running',
    );
    expect(await at('send').isDisabled()).toBe(true);
    api.release();

    // When it is done.
    await until('status', 'Completed');
    expect(await at('reply').textContent()).toBe(REPLY);
    expect(await at('reply').getAttribute('aria-busy')).toBe('false');
    expect(await at('route').textContent()).toBe('Patient consult');
    for (const [name, { status }] of Object.entries(AGENTS)) {
      expect(await at('agents').locator(`[data-agent="${name}"]`).getAttribute('data-status')).toBe(status);
    }
    expect(await at('said').textContent()).toBe(TEXT);
    expect(await at('said').locator('mark').allTextContents()).toEqual(['150/95', 'metformin 500 mg']);
    expect(await at('facts').locator('tr').count()).toBe(3);
    expect(await at('facts').locator('tr').nth(2).textContent()).toContain('500 mg');
    expect(await at('red-flags').isVisible()).toBe(false);
    expect(await at('send').isEnabled()).toBe(true);
    expect(await at('message').inputValue()).toBe('');

    await at('record').getByText('Penicillin').waitFor();
    const curve = at('record').getByRole('img', { name: 'Systolic blood pressure: 142, 138, 150' });
    expect((await curve.locator('polyline').getAttribute('points'))?.split(' ')).toHaveLength(3);
    expect(await at('record').locator('[data-observation]').textContent()).toContain('150 mmHg');
    expect(watched.complaints).toEqual([]);
    expect([...watched.hosts]).toEqual([new URL(api.url).host]);
  });

  it('survives a dropped connection without losing or doubling a word', async () => {
    api.willRun(consult({ dropAfter: 5, holdAfter: 6 }));
    api.records.set('p-1', record([]));
    await say(TEXT);
    await until('reply', 'measure again.');
    expect(await at('reply').textContent()).toBe(REPLY);
    const asked = api.seen.filter(({ path }) => path.endsWith('/events'));
    expect(asked.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '5-0']);
    api.release();
    await until('status', 'Completed');
  });

  it('shows what an agent says after it started again, and nothing of the first try', async () => {
    const script = consult({ holdAfter: 5 });
    script.events.splice(4, 0, { event: 'reset', data: { agent: 'PatientConsultAgent', reason: 'retry' } });
    api.willRun(script);
    api.records.set('p-1', record([]));
    await say(TEXT);
    await until('activity', 'starts again');
    expect(await at('reply').textContent()).toBe('');
    api.release();
    await until('reply', 'measure again.');
  });

  it('puts red flags in front of the reader, as soon as an event carries them', async () => {
    const script = consult({ holdAfter: 3 });
    const flags = [{ family: 'stroke', advice: 'Call 112 now.' }];
    Object.assign(script.events[1]?.data ?? {}, { red_flags: flags });
    script.view.red_flags = flags;
    api.willRun(script);
    api.records.set('p-1', record([]));
    await say('My face droops');
    const alert = page.getByRole('alert').filter({ hasText: 'Red flag' });
    await alert.waitFor();
    expect(await alert.textContent()).toContain('Stroke Call 112 now.');
    api.release();
    await until('status', 'Completed');
    expect(await at('red-flags').isVisible()).toBe(true);
  });

  it('can be cancelled while it runs', async () => {
    api.willRun(consult({ holdAfter: 4 }));
    api.records.set('p-1', record([]));
    await say(TEXT);
    await page.getByRole('button', { name: 'Cancel this turn' }).click();
    await until('status', 'Cancelled');
    expect(api.seen.some(({ method, path }) => method === 'DELETE' && path === '/v1/turns/turn-1')).toBe(true);
    expect(await at('cancel').isVisible()).toBe(false);
    expect(await at('send').isEnabled()).toBe(true);
  });

  it('stays in its box when the API refuses it, which says why; sent again it cannot become two turns', async () => {
    api.willRefuse(
      429,
      {
        title: 'Too many turns are waiting',
        detail: 'Wait a little and send it again.',
        code: 'overloaded',
        errors: [{ path: 'text', message: 'is too long' }],
      },
      { 'retry-after': '7' },
    );
    api.willRun(consult());
    api.records.set('p-1', record([]));
    await say(TEXT);
    await until('problem', 'Too many turns are waiting');
    const shown = await page.getByRole('alert').filter({ hasText: 'Too many' }).textContent();
    for (const part of ['Wait a little', 'text: is too long', 'Try again in 7 s', 'overloaded'])
      expect(shown).toContain(part);
    expect(await at('message').inputValue()).toBe(TEXT);

    await at('message').press('Control+Enter');
    await until('status', 'Completed');
    expect(await at('problem').isVisible()).toBe(false);
    const keys = api.seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('is text and nothing else, even if it looks like a script; so are the reply and the facts', async () => {
    const attack = '<img src=x onerror="window.pwned=1"><script>window.pwned=2</script>"><svg/onload=alert(1)>';
    const script = consult();
    const agent = attack;
    script.events = [
      { event: 'routed', data: { route: attack, agent, red_flags: [{ family: attack, advice: attack }] } },
      { event: 'delta', data: { agent, text: attack } },
      { event: 'reply', data: { agent, text: attack } },
      { event: 'done', data: { status: 'completed' } },
    ];
    const evidence = { start: 0, end: attack.length, text: attack };
    const planted = {
      id: attack,
      kind: attack,
      name: attack,
      value: attack,
      unit: attack,
      evidence,
      source_agent: attack,
    };
    script.view = {
      ...script.view,
      reply: attack,
      facts: [planted],
      agents: { [attack]: { status: attack, ms: 1, attempts: 1 } },
      error: { code: attack, detail: attack },
    };
    api.willRun(script);
    api.records.set('p-1', { ...record([planted]), conditions: [planted] });
    await say(attack);
    await until('status', 'Completed');
    await at('record').getByText('<script>').first().waitFor();
    expect(await at('said').textContent()).toBe(attack);
    expect(await at('reply').textContent()).toBe(attack);
    expect(await page.evaluate('window.pwned')).toBeUndefined();
    expect(await page.locator('main img, main script, svg[onload]').count()).toBe(0);
    expect(watched.complaints).toEqual([]);
  });
});

describe('the page', () => {
  it('keeps the patient and the session over a reload, and the token nowhere', async () => {
    api.willRun(consult());
    api.willRun(consult());
    api.records.set('p-1', record([]));
    await page.getByLabel('Access token').fill('secret-token-0123456789');
    await say(TEXT);
    await until('status', 'Completed');
    await say('And today?');
    await at('turns').locator('button').nth(1).waitFor();
    await until('status', 'Completed');

    const calls = api.seen.filter(({ path }) => path.startsWith('/v1/'));
    expect(new Set(calls.map(({ headers }) => headers.authorization))).toEqual(
      new Set(['Bearer secret-token-0123456789']),
    );
    const second = calls.filter(({ method }) => method === 'POST')[1]?.body;
    expect(second).toEqual({ text: 'And today?', patient_id: 'p-1', session_id: 'session-turn-1' });

    expect(
      await page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])'),
    ).not.toContain('secret');
    await page.reload();
    expect(await at('patient-id').inputValue()).toBe('p-1');
    expect(await at('token').inputValue()).toBe('');
    await at('turns').locator('button').nth(1).waitFor();
    await until('said', 'And today?');
    await at('turns').locator('button').first().click();
    await until('said', 'My blood pressure');
    expect(await at('facts').locator('tr').count()).toBe(3);
  });

  it('goes on following a turn that was running when the page was reloaded', async () => {
    api.willRun(consult({ holdAfter: 5, view: { ...consult().view, status: 'running', reply: null, agents: {} } }));
    api.records.set('p-1', record([]));
    await say(TEXT);
    await until('reply', 'That');
    await page.reload();
    await until('reply', 'That reading');
    expect(await at('cancel').isVisible()).toBe(true);
    api.release();
    await until('reply', 'measure again.');
  });

  it('shows nothing of one patient once another is chosen', async () => {
    api.willRun(consult());
    api.records.set('p-1', record([]));
    await say(TEXT);
    await until('status', 'Completed');
    await at('record').getByText('Penicillin').waitFor();

    await at('patient-id').fill('p-2');
    await at('patient-id').press('Tab');
    await until('record-note', 'Nothing on file yet.');
    expect(await at('turn').isVisible()).toBe(false);
    expect(await at('turns').locator('li').count()).toBe(0);
    expect(await page.locator('main').textContent()).not.toContain('Penicillin');

    api.willRun(consult());
    await say('Hello', 'p-2');
    await until('status', 'Completed');
    const posts = api.seen.filter(({ method }) => method === 'POST');
    expect(posts[1]?.body).toEqual({ text: 'Hello', patient_id: 'p-2' });
  });

  it('asks for the patient id before it sends anything', async () => {
    await at('message').fill(TEXT);
    await at('send').click();
    await page.waitForFunction('document.activeElement.id === "patient-id"');
    expect(api.seen.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('fits a phone, and links to the queues and the API', async () => {
    api.willRun(consult());
    api.records.set('p-1', record([]));
    await page.setViewportSize({ width: 360, height: 740 });
    await say(TEXT);
    await until('status', 'Completed');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await at('link-queues').getAttribute('href')).toBe('/dashboard/queues');
    expect(await at('link-docs').getAttribute('href')).toBe('/docs');
  });

  it('is served with and without the slash, and with a policy that lets nothing inline run', async () => {
    for (const path of ['/dashboard', '/dashboard/', '/dashboard/index.html']) {
      const response = await fetch(api.url + path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
    }
    expect((await fetch(`${api.url}/dashboard/..%2f..%2fpackage.json`)).status).toBe(404);
  });
});

describe('the static folder', () => {
  it('is found from the sources and from a compiled build', () => {
    const root = join(import.meta.dirname, '../..');
    for (const file of ['dashboard/console.ts', 'dist/dashboard/console.js']) {
      expect(staticDir(pathToFileURL(join(root, file)).href, 'dashboard/console')).toBe(
        join(root, 'dashboard/console'),
      );
    }
  });

  it('says what is missing when it was not installed', () => {
    expect(() => staticDir(import.meta.url, 'dashboard/nowhere')).toThrow('dashboard/nowhere is missing');
  });
});
