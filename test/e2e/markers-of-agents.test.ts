/**
 * Planted markers through the doors for other agents and through the assistant and the tutor: what was said is in no log, no job and no
 * metric, secrets are stored nowhere, and after the person is erased neither their id nor a word of theirs is left in Redis.
 */
import { expect, test } from 'vitest';
import { startWebhook } from '../interop/a2a/webhook.ts';
import { call, rawRpc } from '../support/a2a.ts';
import { apiClient } from '../support/api.ts';
import { mcpClient } from '../support/mcp-client.ts';
import { testPrefix, testRedis } from '../support/redis.ts';
import { redisLines } from '../support/stores.ts';
import { startTutorFleet, type TutorFleet } from '../teams/tutor/tutor-fleet.ts';
import { idle } from './markers.ts';

const [PERSON, WORD, HOOK_SECRET] = ['ZqpersonXvj', 'ZqwordXvj', 'ZqhooksecretXvj'] as const;
const TOKEN = 'token-of-the-clinic-0123456789';
const LIMIT_MS = 240_000;

type Planted = { secrets: string[] };

/** Returns the secrets that were given out. */
async function plant(fleet: TutorFleet, hook: string): Promise<Planted> {
  const api = apiClient(fleet.url, TOKEN);
  const made = (fields: object) =>
    api.call('POST', '/v1/keys', { name: 'app', scopes: ['a2a', 'turns:write', 'turns:read'], ...fields });
  const bound = String((await made({ subject: PERSON, patients: [PERSON] })).body.secret);
  const listed = String((await made({ patients: [PERSON, 'somebody'] })).body.secret);

  const talk = { patient_id: undefined, user_id: PERSON };
  const toAssistant = { ...talk, team: 'assistant', session_id: 'zq-assistant' };
  for (const text of [
    `remember that my ${WORD} code is 4711`,
    `Please add ${WORD} to my list`,
    `add ${WORD} on Friday at 3pm`,
    `save a note called ideas.md: ${WORD}`,
    `run this in python: print("${WORD}")`,
  ])
    await api.say(text, toAssistant, { 'Idempotency-Key': text });
  const toTutor = { ...talk, team: 'tutor', session_id: 'zq-tutor' };
  for (const text of [
    'Quiz me on the heart',
    'B',
    'Stop',
    `Add a card: ${WORD} = a word of mine`,
    "What's my progress?",
    'What is due this week?',
  ])
    await api.say(text, toTutor);

  const ics = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    `UID:${WORD}`,
    'DTSTART:20270101T100000Z',
    `SUMMARY:${WORD}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  await api.call('POST', `/v1/calendars/${PERSON}/import`, ics.join('\r\n'), { 'Content-Type': 'text/calendar' });
  const feed = String((await api.call('POST', `/v1/calendars/${PERSON}/feed`)).body.feed_url);
  expect((await fleet.call('GET', feed)).status).toBe(200);

  const message = (id: string, more: object = {}) => ({
    messageId: `${WORD}${id}`,
    role: 'ROLE_USER',
    parts: [{ text: `Remember that I like ${WORD}.` }],
    ...more,
  });
  const taskPushNotificationConfig = {
    url: hook,
    token: HOOK_SECRET,
    authentication: { scheme: 'Bearer', credentials: HOOK_SECRET },
  };
  const sent = { metadata: { team: 'assistant', user_id: PERSON }, configuration: { taskPushNotificationConfig } };
  for (const token of [TOKEN, bound, listed])
    await rawRpc(fleet.url, call('SendMessage', { message: message(token.slice(-6)), ...sent }), {
      Authorization: `Bearer ${token}`,
    });
  // About the person, by somebody else, who keeps nothing of it.
  await rawRpc(
    fleet.url,
    call('SendMessage', {
      message: message('about', { parts: [{ text: `Write me a poem about ${WORD}.` }] }),
      metadata: { team: 'assistant', user_id: 'dr-wren', patient_id: PERSON },
    }),
    { Authorization: `Bearer ${TOKEN}` },
  );

  const envelope = (agent_name: string, action: string, parameters: object) => ({
    agent_name,
    conversation_id: `zq-${agent_name}`,
    input: { action, user_id: PERSON, parameters },
  });
  const keyed = { 'Idempotency-Key': WORD };
  await api.call('POST', '/a2a', envelope('beto', 'send_message', { text: `remember that ${WORD} is mine` }), keyed);
  const due = (await api.call('POST', '/a2a', envelope('SchedulerAgent', 'get_due_cards', {}))).body as {
    output?: { cards: { card_id: string; review: number }[] };
  };
  const [card] = due.output?.cards ?? [];
  expect(card).toBeDefined();
  const review = { card_id: card?.card_id, review: card?.review, rating: 'good' };
  expect((await api.call('POST', '/a2a', envelope('SchedulerAgent', 'schedule_review', review), keyed)).status).toBe(
    200,
  );
  await api.call('POST', '/a2a/batch', {
    requests: [envelope('AnalyticsAgent', 'get_topic_mastery', { topics: [WORD] }), envelope(WORD, WORD, {})],
  });

  const mcp = await mcpClient([fleet.url], TOKEN);
  await mcp.call('send_turn', { team: 'assistant', user_id: PERSON, text: `add ${WORD} jam to my list` });
  // What is refused must not be repeated in the log either.
  await mcp.call('send_turn', { team: WORD, user_id: PERSON, text: WORD });
  await api.call('POST', '/a2a', `{"agent_name": "${WORD}`);
  await api.call('POST', '/a2a', envelope('AnalyticsAgent', WORD, { [WORD]: WORD }));
  await rawRpc(fleet.url, call('SendMessage', { message: message('bad', { contextId: `${WORD}:{}` }) }), {
    Authorization: `Bearer ${TOKEN}`,
  });
  await rawRpc(fleet.url, `{"jsonrpc": "2.0", "${WORD}`, { Authorization: `Bearer ${TOKEN}` });
  await api.call('GET', `/v1/calendars/${WORD}:x.ics`);
  await fleet.call('GET', '/v1/patients/x/record', undefined, { Authorization: `Bearer mf_0123456789abcdef_${WORD}` });
  await idle(fleet);
  return { secrets: [bound, listed, feed.replace(/^.*\/|\.ics$/g, ''), TOKEN] };
}

test('what other agents, the assistant and the tutor were told is gone with the person', {
  timeout: LIMIT_MS,
}, async () => {
  const lines: string[] = [];
  const prefix = testPrefix();
  const webhook = await startWebhook();
  webhook.answers.push(400, 200, 200);
  const fleet = await startTutorFleet({
    env: { REDIS_PREFIX: prefix, API_TOKENS: `local:${TOKEN}`, LOG_LEVEL: 'trace', A2A_PUSH_ALLOW_HOSTS: webhook.host },
    logTo: { write: (line) => void lines.push(line) },
  });
  try {
    const { secrets } = await plant(fleet, webhook.url);
    await expect.poll(() => webhook.bodies.length).toBeGreaterThan(3);
    const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());
    const having = (texts: readonly string[], ...marks: string[]) =>
      lower(texts).filter((text) => lower(marks).some((mark) => text.includes(mark)));

    const before = await redisLines(testRedis(), prefix);
    const jobs = before.filter((line) => line.startsWith(fleet.base.keys.bull));
    expect(having(before, WORD).length).toBeGreaterThan(10);
    expect(having(before, PERSON).length).toBeGreaterThan(10);
    expect(having(before, ...secrets)).toEqual([]);
    expect(jobs.length).toBeGreaterThan(0);
    expect(having(jobs, WORD, PERSON, HOOK_SECRET)).toEqual([]);
    expect(having(lines, WORD, PERSON, HOOK_SECRET, ...secrets)).toEqual([]);

    const erased = await apiClient(fleet.url, TOKEN).call('DELETE', `/v1/patients/${PERSON}`);
    expect(erased.status).toBe(200);
    expect(having(await redisLines(testRedis(), prefix), WORD, PERSON, HOOK_SECRET)).toEqual([]);
    expect(having(lines, WORD, PERSON)).toEqual([]);
  } finally {
    await fleet.close();
  }
});
