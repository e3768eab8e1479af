/** A job during which its process dies is not handed out for ever: at its third start it is set aside, and a person sees why. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startVictims, type Victims } from './victims.ts';

/** The journal's entry of the tool: until it is written the job has come no further. */
const RECORDED = 'todo_agent/tool-1\\.0 ';

let fleet: Victims;
beforeAll(async () => {
  fleet = await startVictims();
});
afterAll(() => fleet?.close());

test('it is set aside at its third start, named among the failed jobs, and the turn ends', async () => {
  const wish = { text: 'add milk to my list', team: 'assistant', user_id: 'anna', session_id: 's' };
  const { body } = await fleet.call('POST', '/v1/turns', wish);
  for (let kills = 0; kills < 2; kills += 1) {
    const victim = await fleet.start('workers/main', { HOLD: RECORDED });
    await victim.held(1);
    await victim.kill();
  }
  await fleet.start('workers/main');
  expect((await fleet.ended(String(body.turn_id))).status).toBe('degraded');
  const { body: failed } = await fleet.call('GET', '/v1/fleet/failed');
  expect(JSON.stringify(failed)).toContain('poison_job');
});
