/** The example of an agent without code: two files are a team that answers through a model and can use the engine's tools. */
import { expect, onTestFinished, test } from 'vitest';
import { startFleet } from '../support/fleet.ts';
import { startScriptedOpenAi } from '../support/scripted-openai.ts';
import { agentsPlus } from './run-example.ts';

test('an agent that was added as two YAML files answers with its own instruction and tools', async () => {
  const model = await startScriptedOpenAi(() => ({ text: 'Walk to the park after lunch. Twenty minutes are enough.' }));
  onTestFinished(() => model.close());
  const agents = agentsPlus({ 'agent/coach': 'coach' });
  onTestFinished(agents.remove);
  const env = { AGENTS_DIR: agents.dir, OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'test-model' };
  const fleet = await startFleet({ env });
  onTestFinished(() => fleet.close());

  const turn = await fleet.say('What should I do today?', { team: 'coach', user_id: 'walker' });
  expect(turn).toMatchObject({
    status: 'completed',
    team: 'coach',
    agent: 'CoachAgent',
    reply: 'Walk to the park after lunch. Twenty minutes are enough.',
  });
  const [asked] = model.requests;
  expect(asked?.systemText).toContain('You help people to walk more.');
  expect(asked?.tools).toContain('current_time');
});
