/** Two models on two servers in one turn: each agent uses its own, and the turn's cost is the sum. */
import { expect, onTestFinished, test } from 'vitest';
import { modelsFile } from '../engine/models/models-yml.ts';
import { llm, startDemo } from '../engine/run/demo.ts';
import { startScriptedOpenAi } from '../support/scripted-openai.ts';

const list = (localPrice: string) => `
servers:
  google: { protocol: gemini, base_url_env: GEMINI_BASE_URL, api_key_env: GEMINI_API_KEY }
  local: { protocol: openai, base_url_env: LOCAL_URL }
models:
  gemini-2.5-flash: { server: google, price: { input: 1, output: 10 } }
  small: { server: local, name: qwen3:8b${localPrice} }
  search: { alias: gemini-2.5-flash }
`;

async function start(localPrice: string) {
  const local = await startScriptedOpenAi(() => ({ text: 'From the small one.', usage: { input: 400, output: 50 } }));
  onTestFinished(() => local.close());
  const demo = await startDemo({
    agents: { Front: llm({ transfers: ['Back'] }), Back: llm({ model: 'small' }) },
    scripts: {
      Front: () => ({
        calls: [{ name: 'transfer_to_agent', args: { agent_name: 'Back', reason: 'it is cheaper' } }],
        usage: { input: 2_000, output: 100 },
      }),
    },
    env: { MODEL_PROVIDER: 'models', MODELS_FILE: await modelsFile(list(localPrice)), LOCAL_URL: local.url },
  });
  return { demo, local };
}

test('each agent uses the server of its own model, and the turn has the cost of both', async () => {
  const { demo, local } = await start(', price: { input: 2, output: 4 }');
  const turn = await demo.tell('Hello');
  expect(turn).toMatchObject({ status: 'completed', reply: 'From the small one.', agent: 'Back' });
  expect(demo.asked('Front')).toBe(1);
  expect(demo.asked('Back')).toBe(0);
  expect(local.requests.map(({ model }) => model)).toEqual(['qwen3:8b']);
  expect(turn.usage).toMatchObject({ model_calls: 2, input_tokens: 2_400, output_tokens: 150 });
  // (2000 * 1 + 100 * 10 + 400 * 2 + 50 * 4) / 1,000,000
  expect(turn.usage.cost_usd).toBeCloseTo(0.004, 6);
});

test('the cost of a turn is unknown, not zero, where one of its models has no price', async () => {
  const { demo } = await start('');
  expect((await demo.tell('Hello')).usage).toMatchObject({ model_calls: 2, cost_usd: null });
});
