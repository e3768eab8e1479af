/** The emergency numbers are those of the user's place: in the stream, in the reply and in the turn, also when the answering agent failed. */
import { expect, onTestFinished, test } from 'vitest';
import { agentsWith } from '../support/agents-dir.ts';
import { startFleet } from '../support/fleet.ts';
import { startScriptedHealth } from '../support/scripted-health.ts';

const MESSAGE = 'I have crushing chest pain and my left arm is numb. Is my blood pressure to blame?';
const user_location = { timezone: 'Europe/Berlin', locale: 'de-DE' };

test('stream, reply and turn give the same advice', async () => {
  const fleet = await startFleet();
  onTestFinished(() => fleet.close());
  const turn = await fleet.say(MESSAGE, { user_location });
  const [flag] = turn.red_flags;
  expect(flag?.advice).toMatch(/\b112\b/);
  expect(turn.reply).toContain(flag?.advice);
  const alarm = (await fleet.events(turn.turn_id)).find(({ kind }) => kind === 'alarm');
  expect(alarm?.data.red_flags).toEqual(turn.red_flags);
});

test('the fallback reply begins with it too', async () => {
  const model = await startScriptedHealth({ TriageAgent: () => ({ blocked: 'SAFETY', where: 'prompt' }) });
  const AGENTS_DIR = agentsWith([{ agent: 'TriageAgent', path: ['fallback'], value: 'none' }]);
  const fleet = await startFleet({ env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url, AGENTS_DIR } });
  onTestFinished(async () => {
    await fleet.close();
    await model.close();
  });
  const turn = await fleet.say(MESSAGE, { user_location });
  expect(turn.status).toBe('degraded');
  expect(turn.reply).toMatch(/\b112\b[\s\S]*could not answer/);
  expect(turn.red_flags[0]?.advice).toMatch(/\b112\b/);
});
