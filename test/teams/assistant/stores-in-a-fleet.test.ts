/** Notes, todos and events through the HTTP API and real workers: what is said in one session is there in the next, until it is erased. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { redisLines } from '../../support/stores.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(() => fleet.close());

const say = async (user_id: string, session_id: string, text: string) => {
  const user_location = { timezone: 'Europe/Berlin' };
  const turn = await fleet.say(text, { patient_id: undefined, team: 'assistant', user_id, session_id, user_location });
  return turn.reply;
};

test('what a user says in one session is known in another, and to nobody else', async () => {
  expect(await say('anna', 's1', 'remember that my locker code is 4711')).toBe('Noted: your locker code is 4711.');
  expect(await say('anna', 's1', 'add milk, eggs and bread to my shopping list')).toContain('3 items are open.');
  expect(await say('anna', 's1', 'add dentist on 24 December at 3pm')).toContain('24 December at 15:00.');
  expect(await say('anna', 's2', 'what is my locker code?')).toBe('Your locker code is 4711.');
  expect(await say('anna', 's2', 'what is on my shopping list?')).toContain('- milk\n- eggs\n- bread');
  expect(await say('anna', 's2', 'what is on my calendar on 24 December?')).toContain('15:00 to 16:00: dentist');
  expect(await say('bob', 's3', 'what is my locker code?')).toBe('I have no note about that.');
  expect(await say('bob', 's3', 'what is on my calendar on 24 December?')).toContain('Nothing is in your calendar');
  expect((await (await fetch(`${fleet.url}/v1/calendars/anna.ics`)).text()).includes('SUMMARY:dentist')).toBe(true);
});

test('erasing the user erases all of it', async () => {
  await say('cleo', 's4', 'remember that my pin is 98765');
  await say('cleo', 's4', 'add a xyzzy to my list');
  await fleet.call('POST', '/v1/calendars/cleo/feed');
  await fleet.call('DELETE', '/v1/patients/cleo');
  const lines = await redisLines(fleet.base.redis.connect('worker') as never, fleet.base.config.REDIS_PREFIX);
  expect(lines.filter((line) => /98765|xyzzy|cleo/.test(line))).toEqual([]);
});
