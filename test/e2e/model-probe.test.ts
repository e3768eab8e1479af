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
  expect(turn.agents.TriageAgent).toMatchObject({ status: 'success' });
  expect(turn.usage.rule_calls).toBeGreaterThan(0);
  expect(server.requests.flatMap(({ tools }) => tools)).toEqual([]);
});

test('a model that does not follow a short instruction: functions run on their rules, or say why they cannot', async () => {
  const server = await startScriptedOpenAi(() => ({ text: 'Well, let me see' }), {
    get: (path) => (path === '/v1/models' ? { status: 200, body: { data: [{ id: 'small' }] } } : undefined),
  });
  const fleet = await startFleet({ env: { OPENAI_BASE_URL: server.url, OPENAI_MODEL: 'small', MODEL_PROBE: 'on' } });
  onTestFinished(async () => {
    await fleet.close();
    await server.close();
  });
  const said = expect.stringMatching(/^small cannot .*follow a short instruction: /);
  await expect.poll(async () => (await fleet.call('GET', '/readyz')).body.models).toEqual([said]);
  const run = (name: string, input: object) => fleet.call('POST', `/v1/functions/${name}/run?wait=60`, input);
  const { body } = await run('summarize-content', {
    content: 'The tower stood for 123 years. It was of granite.',
    target_tokens: 16,
  });
  expect(body.details).toMatchObject({
    mode: 'rule',
    models: expect.arrayContaining([expect.objectContaining({ served_by: 'offline rules' })]),
  });
  const { body: code } = await run('generate-code', { specification: 'Add two numbers', language: 'typescript' });
  expect(code).toMatchObject({
    code: 'model_required',
    detail: expect.stringMatching(/small .*does not follow a short instruction/),
  });
});
