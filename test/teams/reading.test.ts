/** Messages are read in a thread with a deadline. What cannot be read in time costs its turn, and nothing else. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ModelRequest } from '../../src/engine/models/model.ts';
import { type OpenReading, openReading, readRules } from '../../src/teams/reading.ts';
import { redFlagPreface } from '../../src/teams/red-flag-preface.ts';
import { startFleet } from '../support/fleet.ts';

const ENDLESS = new URL('../support/endless-reading.thread.ts', import.meta.url);

let reading: OpenReading;
beforeEach(() => {
  reading = openReading(ENDLESS, 300);
});
afterEach(() => reading.close());

test('a message that cannot be checked for red flags in time gets the emergency advice of the place', async () => {
  const preface = redFlagPreface(reading);
  const { text, data } = await preface({ text: 'anything', user_location: { locale: 'en-GB' } });
  expect(text).toMatch(/could not check .*call the emergency number 999/);
  expect(data).toEqual({ red_flags: [{ family: 'not_read', advice: text }] });
});

test('a rule that exceeds its deadline fails with an error that no retry repeats', async () => {
  const rules = readRules(reading, 'health', { TriageAgent: () => ({ text: '' }) });
  const asked = Promise.resolve(rules.TriageAgent?.({} as ModelRequest));
  await expect(asked).rejects.toMatchObject({ code: 'timeout', policy: { retry: 'never' } });
});

test('a fault of the thread is not taken for a hard message: it is thrown, and the next turn asks again', async () => {
  const broken = openReading(new URL('./no-such-file.ts', import.meta.url), 300);
  const preface = redFlagPreface(broken);
  await expect(preface({ text: 'chest pain', user_location: null })).rejects.toThrow();
  await expect(preface({ text: 'chest pain', user_location: null })).rejects.toThrow();
  await broken.close();
});

test('a turn whose message cannot be read ends with the emergency advice and the fallback reply', async () => {
  const fleet = await startFleet({ reading });
  const turn = await fleet.say('a message that is too hard to read');
  expect(turn.status).toBe('failed');
  expect(turn.error).toMatchObject({ code: 'timeout' });
  expect(turn.reply).toMatch(/^I could not check your message for signs of an emergency\./);
  expect(turn.red_flags).toMatchObject([{ family: 'not_read' }]);
  await fleet.close();
});
