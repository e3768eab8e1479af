/** Texts that break careless software: each is a message like any other, comes back unchanged, and leaves the fleet standing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';

const ODD = [
  'null',
  '{"$ne": null} my blood pressure is 120/80',
  'my weight is \u0000 71 kg \u0007\u001b[31m',
  'id: 1\nevent: done\ndata: {}\n\nI have a headache',
  'I have a \r\n\r\nretry: 0\r\n\r\n cough',
  '<img src=x onerror=alert(1)> is my rash serious?',
  "Robert'); DROP TABLE patients;-- has a fever of 39.5",
  'MATCH (n) DETACH DELETE n // my heart hurts',
  '{{constructor.constructor("return process")()}} dizzy <%= 7*7 %> #{7*7}',
  'حرارتي 39.5 ولدي صداع \u202e desrever\u202c',
  'Z̷͉͝a̵͇͐l̶̺̈́g̵̱̃o̶̞͊ makes my head ache 👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '\ufeff\u200b\u2028my blood sugar is 5.4 mmol/L\u2029\u200d',
  '__proto__ constructor toString hasOwnProperty my pulse is 1e309',
  `my pulse is ${'9'.repeat(400)} and ${'('.repeat(3_000)}`,
];

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(() => fleet.close());

test.each(ODD)('%j', async (text) => {
  const session_id = `odd-${ODD.indexOf(text)}`;
  const turn = await fleet.say(text, { patient_id: 'odd', session_id });
  expect(turn).toMatchObject({ status: 'completed', error: null });
  expect(turn.reply).toMatch(/\w/);
  for (const { evidence } of turn.facts) expect(text.slice(evidence.start, evidence.end)).toBe(evidence.text);
  const session = (await fleet.call('GET', `/v1/sessions/${session_id}`)).body as { messages: { text: string }[] };
  expect(session.messages[0]?.text).toBe(text);
  // An event that the text only pretends to be is not one.
  const kinds = (await fleet.events(turn.turn_id)).map(({ kind }) => kind);
  expect([kinds.at(0), kinds.at(-1), kinds.filter((kind) => kind === 'done').length]).toEqual(['queued', 'done', 1]);
});

test('and after all of them the record can still be read', async () => {
  const { status, body } = await fleet.call('GET', '/v1/patients/odd/record');
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain('\\ufffd');
});
