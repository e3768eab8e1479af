/** An emergency that is told in several messages of one conversation, whichever model answers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(() => fleet.close());

const familiesOf = (turn: { red_flags?: readonly { family: string }[] | undefined }) =>
  (turn.red_flags ?? []).map(({ family }) => family);

test('the message that completes it raises the alarm, and the next one is told that it still holds', async () => {
  const here = { patient_id: 'parts', session_id: 'parts' };
  expect(familiesOf(await fleet.say('I hit my head this morning', here))).toEqual([]);
  const second = await fleet.say('been sick three times since', here);
  expect(familiesOf(second)).toEqual(['head_injury']);
  expect(second.reply).toMatch(/^After a blow to the head/);
  const third = await fleet.say('what should I do', here);
  expect(familiesOf(third)).toEqual([]);
  expect(third.reply).toMatch(/^What I said about getting help still holds/);
});

test('what was told in another conversation, or by another patient, is not read with it', async () => {
  await fleet.say('I hit my head this morning', { patient_id: 'apart', session_id: 'apart-1' });
  const other = await fleet.say('been sick three times since', { patient_id: 'apart', session_id: 'apart-2' });
  expect(familiesOf(other)).toEqual([]);
});

test('what was told of somebody else in an earlier message is not filed as the patient’s own', async () => {
  const here = { patient_id: 'mum', session_id: 'mum' };
  await fleet.say('my mum takes digoxin 250 micrograms and bisoprolol 2.5 mg', here);
  expect((await fleet.say('i read the box wrong its digoxin 62.5', here)).facts).toEqual([]);
  const alone = await fleet.say('its digoxin 62.5', { patient_id: 'alone', session_id: 'alone' });
  expect(alone.facts).toMatchObject([{ name: 'Digoxin', value: 62.5 }]);
});
