/** A message on the console, in a real browser, against an API that answers in the real wire format. */
import { expect, it } from 'vitest';
import { AGENTS, consult, REPLY, record, say, shows, TEXT, useConsole } from './console-fixtures.ts';

const here = useConsole();
const at = (id: string) => here.page.getByTestId(id);

it('is answered on the page: route, reply, agents, facts with their evidence, and the record', async () => {
  here.api.willRun(consult({ holdAfter: 5 }));
  here.api.records.set(
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
  await say(here.page, TEXT);

  // While it streams.
  await shows(at('reply'), REPLY.slice(0, 30).trimEnd());
  expect(await at('reply').getAttribute('aria-busy')).toBe('true');
  expect(await at('reply').textContent()).toBe(REPLY.slice(0, 30));
  expect(await at('status').textContent()).toBe('Running');
  expect(await at('agents').locator('[data-agent="PatientConsultAgent"]').getAttribute('data-status')).toBe('running');
  await expect.poll(() => at('send').isDisabled()).toBe(true);
  here.api.release();

  // When it is done.
  await shows(at('status'), 'Completed');
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
  await expect.poll(() => at('red-flags').isVisible()).toBe(false);
  await expect.poll(() => at('send').isEnabled()).toBe(true);
  expect(await at('message').inputValue()).toBe('');

  await at('record').getByText('Penicillin').waitFor();
  const curve = at('record').getByRole('img', { name: 'Systolic blood pressure: 142, 138, 150' });
  expect((await curve.locator('polyline').getAttribute('points'))?.split(' ')).toHaveLength(3);
  expect(await at('record').locator('[data-observation]').textContent()).toContain('150 mmHg');
  expect(here.complaints).toEqual([]);
  expect([...here.hosts]).toEqual([new URL(here.api.url).host]);
});

it('survives a dropped connection without losing or repeating text', async () => {
  here.api.willRun(consult({ dropAfter: 5, holdAfter: 6 }));
  await say(here.page, TEXT);
  await shows(at('reply'), REPLY.slice(0, 30).trimEnd());
  here.api.cut();
  await shows(at('reply'), 'measure again.');
  expect(await at('reply').textContent()).toBe(REPLY);
  const asked = here.api.seen.filter(({ path }) => path.endsWith('/events'));
  expect(asked.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '5-0']);
  here.api.release();
  await shows(at('status'), 'Completed');
});

it('shows the text of a restarted agent, and nothing of its first attempt', async () => {
  const script = consult({ holdAfter: 5 });
  script.events.splice(4, 0, { event: 'reset', data: { agent: 'PatientConsultAgent', reason: 'retry' } });
  here.api.willRun(script);
  await say(here.page, TEXT);
  await shows(at('activity'), 'starts again');
  expect(await at('reply').textContent()).toBe('');
  here.api.release();
  await shows(at('reply'), 'measure again.');
});

it('shows red flags at the top, as soon as an event carries them', async () => {
  const script = consult({ holdAfter: 3 });
  const flags = [{ family: 'stroke', advice: 'Call 112 now.' }];
  Object.assign(script.events[1]?.data ?? {}, { red_flags: flags });
  script.view.red_flags = flags;
  here.api.willRun(script);
  await say(here.page, 'My face droops');
  const alert = here.page.getByRole('alert').filter({ hasText: 'Red flag' });
  await alert.waitFor();
  expect(await alert.textContent()).toContain('Stroke Call 112 now.');
  here.api.release();
  await shows(at('status'), 'Completed');
  await expect.poll(() => at('red-flags').isVisible()).toBe(true);
});

it('can be cancelled while it runs', async () => {
  here.api.willRun(consult({ holdAfter: 4 }));
  await say(here.page, TEXT);
  await here.page.getByRole('button', { name: 'Cancel this turn' }).click();
  await shows(at('status'), 'Cancelled');
  expect(here.api.seen.some(({ method, path }) => method === 'DELETE' && path === '/v1/turns/turn-1')).toBe(true);
  await expect.poll(() => at('cancel').isVisible()).toBe(false);
  await expect.poll(() => at('send').isEnabled()).toBe(true);
});

it('stays in the input field when the API refuses it, with the reason; sent again it cannot become two turns', async () => {
  here.api.willRefuse(
    429,
    {
      title: 'Too many turns are waiting',
      detail: 'Wait a little and send it again.',
      code: 'overloaded',
      errors: [{ path: 'text', message: 'is too long' }],
    },
    { 'retry-after': '7' },
  );
  here.api.willRun(consult());
  await say(here.page, TEXT);
  await shows(at('problem'), 'Too many turns are waiting');
  const shown = await here.page.getByRole('alert').filter({ hasText: 'Too many' }).textContent();
  for (const part of ['Wait a little', 'text: is too long', 'Try again in 7 s', 'overloaded'])
    expect(shown).toContain(part);
  expect(await at('message').inputValue()).toBe(TEXT);

  await at('message').press('Control+Enter');
  await shows(at('status'), 'Completed');
  await expect.poll(() => at('problem').isVisible()).toBe(false);
  const keys = here.api.seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);
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
  here.api.willRun(script);
  here.api.records.set('p-1', { ...record([planted]), conditions: [planted] });
  await say(here.page, attack);
  await shows(at('status'), 'Completed');
  await at('record').getByText('<script>').first().waitFor();
  expect(await at('said').textContent()).toBe(attack);
  expect(await at('reply').textContent()).toBe(attack);
  expect(await here.page.evaluate('window.pwned')).toBeUndefined();
  expect(await here.page.locator('main img, main script, svg[onload]').count()).toBe(0);
  expect(here.complaints).toEqual([]);
});
