/** A general question while a library is connected: answered from it, with the source as data; otherwise from the tables. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';

const LEAFLET = `Bunions are bony bumps at the base of the big toe. Wide shoes with a low heel ease the pain of bunions. Bunion pads from a
pharmacy cushion the bump while you walk. Surgery for bunions is done when pain does not get better with wide shoes and pads.`;

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet();
  const document = { scope: 'leaflets', title: 'Bunions: a leaflet', type: 'text', text: LEAFLET };
  expect((await fleet.call('POST', '/v1/library', document)).status).toBeLessThan(300);
});
afterAll(() => fleet.close());

test('the library answers in its own words, and the turn cites it', async () => {
  const turn = await fleet.say('Which shoes ease the pain of bunions?');
  expect(turn).toMatchObject({ status: 'completed', route: 'general_consult', agent: 'HealthConsultantLiteAgent' });
  expect(turn.reply).toContain('Wide shoes with a low heel ease the pain of bunions.');
  expect(turn.reply).toContain('[^1]');
  expect(turn.citations).toMatchObject([{ marker: '[^1]', source: 'library', title: 'Bunions: a leaflet' }]);
});

test('what the library has nothing on is answered from the tables, and nothing is cited', async () => {
  const turn = await fleet.say('What is hypertension?');
  expect(turn.reply).toMatch(/blood pressure that stays too high/);
  expect(turn.citations).toEqual([]);
});
