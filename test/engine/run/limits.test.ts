/** An agent’s limits end its run, not the turn: the user gets the team’s fallback reply, and the turn is marked as degraded. */
import { expect, test } from 'vitest';
import { holdTimers } from '../../support/clock.ts';
import { llm, startDemo } from './demo.ts';

const SECONDS = 111;

const again = () => ({ calls: [{ name: 'current_time', args: {} }] });
/** More than any estimate of the requests here. */
const usage = { input: 1_000, output: 10 };

test('a model that never stops calling tools is stopped after model_turns', async () => {
  const demo = await startDemo({
    agents: { Solo: llm({ tools: ['current_time'], limits: { model_turns: 3 } }) },
    scripts: { Solo: again },
  });
  const turn = await demo.tell('What time is it?');
  expect(turn).toMatchObject({ status: 'degraded', reply: 'Sorry.', error: { code: 'limit_reached', agent: 'Solo' } });
  expect(turn.agents.Solo).toMatchObject({ status: 'error', attempts: 1 });
  expect(demo.asked('Solo')).toBe(3);
  expect(turn.usage).toMatchObject({ model_calls: 3, input_tokens: 300, output_tokens: 30 });
  expect(await demo.kinds(turn)).toEqual(expect.arrayContaining(['reply', 'done']));
});

test('an agent that has used up its tokens is stopped, at once and for good', async () => {
  const demo = await startDemo({
    agents: { Solo: llm({ tools: ['current_time'], limits: { tokens: 2_500 } }) },
    scripts: { Solo: () => ({ ...again(), usage }) },
  });
  const turn = await demo.tell('What time is it?');
  expect(turn).toMatchObject({ status: 'degraded', reply: 'Sorry.', error: { code: 'limit_reached', agent: 'Solo' } });
  expect(demo.asked('Solo')).toBe(3);
});

test('an answer within the limits is given, however close', async () => {
  const demo = await startDemo({
    agents: { Solo: llm({ tools: ['current_time'], limits: { model_turns: 2, tokens: 2_020 } }) },
    scripts: { Solo: (_request, nth) => (nth === 1 ? { ...again(), usage } : { text: 'Eight.', usage }) },
  });
  expect(await demo.tell('What time is it?')).toMatchObject({ status: 'completed', reply: 'Eight.' });
});

test('a request that is larger than what is left of the limit is not sent', async () => {
  const demo = await startDemo({
    agents: { Solo: llm({ tools: ['current_time'], limits: { tokens: 1_020 } }) },
    scripts: { Solo: () => ({ ...again(), usage }) },
  });
  expect(await demo.tell('What time is it?')).toMatchObject({ error: { code: 'limit_reached', agent: 'Solo' } });
  expect(demo.asked('Solo')).toBe(1);
});

test.each([
  ['says nothing', { hang: true }],
  ['stops in the middle', { hang: true, text: 'Well, ' }],
] as const)('a model that %s is given up when its seconds are over', async (_, answer) => {
  const limit = holdTimers(SECONDS * 1000);
  const demo = await startDemo({
    agents: { Solo: llm({ limits: { seconds: SECONDS } }) },
    scripts: { Solo: () => answer },
  });
  const told = demo.tell('What time is it?');
  await expect.poll(() => demo.requests('Solo').length).toBe(1);
  limit.fire();
  expect(await told).toMatchObject({ status: 'degraded', reply: 'Sorry.', error: { code: 'timeout', agent: 'Solo' } });
  await expect.poll(() => demo.requests('Solo')[0]?.aborted).toBe(true);
  expect(demo.asked('Solo')).toBe(1);
});
