/** What a tool has done before the model failed is not done again by the rule of the agent. */
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { TeamModule } from '../../../src/engine/run/team-module.ts';
import { defineTool } from '../../../src/engine/tools/tool.ts';
import { AppError } from '../../../src/platform/errors.ts';
import { TEAMS } from '../../../src/teams/teams.ts';
import { startFleet } from '../../support/fleet.ts';
import { startScriptedGemini } from '../../support/scripted-gemini.ts';
import { writeTeam } from '../agents/team-files.ts';

const AGENTS = {
  'team.yml': 'name: desk\nroot: Clerk\ndescription: Books rooms\nqueues: [turn, triage]\nfallback_reply: It failed.\n',
  'Clerk/config.yml':
    'name: Clerk\ndescription: Books\nworker: triage\nmodel: gemini-2.5-flash\ninstruction: Book.\ntools: [book, confirm]\n',
};

test('a tool that acted, beside one that broke: the rule does not act again', async () => {
  let booked = 0;
  const tool = { input: z.object({}), output: z.object({}), effect: 'write' as const };
  const book = defineTool({
    ...tool,
    name: 'book',
    description: 'Books',
    run: async () => {
      booked += 1;
      return {};
    },
  });
  const confirm = defineTool({
    ...tool,
    name: 'confirm',
    description: 'Confirms',
    run: async () => {
      throw new AppError('timeout', 'No answer in time.');
    },
  });
  const desk = (): TeamModule => ({
    name: 'desk',
    subject: null,
    tools: [book, confirm],
    offline: {
      Clerk: ({ messages }) => (messages.length > 1 ? { text: 'Done.' } : { calls: [{ name: 'book', args: {} }] }),
    },
  });
  const calls = [
    { name: 'book', args: {} },
    { name: 'confirm', args: {} },
  ];
  const model = await startScriptedGemini(() => ({ calls }));
  const dir = await writeTeam(AGENTS, 'desk');
  const env = { AGENTS_DIR: dir, GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url };
  const fleet = await startFleet({ env, teamFactories: [...TEAMS, desk] });
  onTestFinished(async () => {
    await fleet.close();
    await model.close();
  });
  const turn = await fleet.say('Book a room', { team: 'desk', user_id: 'anna', patient_id: undefined });
  expect([turn.reply, turn.error?.code, booked]).toEqual(['It failed.', 'timeout', 1]);
});
