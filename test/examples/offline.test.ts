/** The examples that need no model, on one fleet that has the files of all of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kitchenTeam } from '../../examples/tool/team.ts';
import { TEAMS } from '../../src/teams/teams.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { agentsPlus, runExample } from './run-example.ts';

let fleet: Fleet;
let agents: ReturnType<typeof agentsPlus>;

beforeAll(async () => {
  agents = agentsPlus({ 'tool/kitchen': 'kitchen', 'pipeline/short-notes.yml': 'pipelines/short-notes.yml' });
  fleet = await startFleet({ env: { AGENTS_DIR: agents.dir }, teamFactories: [...TEAMS, kitchenTeam] });
});

afterAll(async () => {
  await fleet?.close();
  agents?.remove();
});

test('a message by fetch is followed to its end, with the facts that were found', async () => {
  const printed = await runExample(
    fleet.url,
    'examples/ask/ask.mjs',
    'My weight is 80 kg. Is metformin safe?',
    'ask-example',
  );
  expect(printed).toMatch(/^\[\w+Agent\]$/m);
  expect(printed).toMatch(/metformin/i);
  expect(printed).toContain('+ Weight 80 kg');
  expect(printed).toMatch(/\[completed\]\n$/);
});

test('the typed client follows a message and reads what was filed', async () => {
  const printed = await runExample(fleet.url, 'examples/client/ask.ts', 'My weight is 80 kg.', 'client-example');
  expect(printed).toMatch(/^routed$/m);
  expect(printed).toMatch(/^done$/m);
  expect(printed).toMatch(/^reply: .+$/m);
  expect(printed).toMatch(/^on file: Weight 80 kg$/m);
});

test('an MCP client lists the tools, sends a message and finds what was filed', async () => {
  const printed = await runExample(fleet.url, 'examples/mcp/client.mjs');
  expect(printed).toMatch(/^tools: .*\bsend_turn\b/m);
  expect(printed).toMatch(/^reply: .*128\/82/m);
  expect(printed).toMatch(/^measured: 128 mmHg$/m);
});

test.each([
  ['How much are 2 cups?', 'That is 473 ml.'],
  ['How much are 3 barrels?', 'Unknown measure. Known are: cup, tablespoon, teaspoon.'],
  ['Hello', 'Tell me an amount and a measure, such as "2 cups".'],
])('the tool of a new team answers %s', async (text, reply) => {
  expect(await fleet.say(text, { team: 'kitchen', user_id: 'cook' })).toMatchObject({ status: 'completed', reply });
});

test('a pipeline that was added as a file runs all its stages', async () => {
  const text =
    'Metformin lowers the production of glucose in the liver. It is the first medicine for type 2 diabetes. Nausea is common in the first weeks.';
  const { status, body } = await fleet.call('POST', '/v1/pipelines/short-notes/run?wait=60', { text });
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'completed', output: { notes: expect.stringMatching(/metformin/i) } });
});
