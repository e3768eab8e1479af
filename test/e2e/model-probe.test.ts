/** A fleet whose only model cannot call tools: rules do the work that needs them, and operators can read it everywhere. */
import { expect, onTestFinished, test } from 'vitest';
import { startFleet } from '../support/fleet.ts';
import { startScriptedOpenAi } from '../support/scripted-openai.ts';

test('a model without tools: agents with a rule run on it, and /readyz and the fleet say so', async () => {
  const gets: Record<string, unknown> = {
    '/v1/models': { data: [{ id: 'small' }] },
    '/props': { chat_template_caps: { supports_tools: false } },
  };
  const get = (path: string) => (gets[path] ? { status: 200, body: gets[path] } : undefined);
  const server = await startScriptedOpenAi(() => ({ text: '{"facts":[]}' }), { get });
  const env = { OPENAI_BASE_URL: server.url, OPENAI_MODEL: 'small', MODEL_PROBE: 'on' };
  const fleet = await startFleet({ env });
  onTestFinished(async () => {
    await fleet.close();
    await server.close();
  });
  const said = expect.stringMatching(/^small cannot call tools.*: .* run on rules/);
  await expect.poll(async () => (await fleet.call('GET', '/readyz')).body.models).toEqual([said]);
  expect((await fleet.call('GET', '/v1/fleet')).body).toMatchObject({ model_report: [said] });

  const turn = await fleet.say('How is my blood pressure doing?');
  expect(turn.reply).not.toBe('');
  expect(turn.agents.TriageAgent).toMatchObject({ status: 'success' });
  expect(turn.usage.rule_calls).toBeGreaterThan(0);
  expect(server.requests.flatMap(({ tools }) => tools)).toEqual([]);
});
