/** A team of the test's own: adding a team takes two folders and one line, and no change anywhere else. */
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Rule } from '../../src/engine/models/offline/rule.ts';
import type { TeamModule } from '../../src/engine/run/team-module.ts';
import { defineTool } from '../../src/engine/tools/tool.ts';
import { TEAMS } from '../../src/teams/teams.ts';
import { writeTeam } from '../engine/agents/team-files.ts';
import { startFleet } from '../support/fleet.ts';

const AGENTS = {
  'team.yml': `
name: harbour
root: Root
description: Answers questions about the tide.
queues: [turn, triage, consultant]
fallback_reply: The harbour office is closed.
`,
  Root: 'name: Root\ntype: parallel\ndescription: Both\nworker: turn\nsub_agents: [Pilot, Clerk]',
  Pilot: `
name: Pilot
description: Answers
worker: consultant
model: gemini-2.5-flash
instruction: You tell the tide.
access: [tide table]
tools: [tide_at]
callbacks: {before_agent: [note_wind]}
`,
  Clerk: `
name: Clerk
description: Notes ships
worker: triage
model: gemini-2.5-flash
instruction: You list the ships.
output: Ships
`,
};

const tideAt = defineTool({
  name: 'tide_at',
  description: 'The height of the tide',
  input: z.object({ hour: z.number() }),
  output: z.object({ metres: z.number() }),
  effect: 'read',
  needs: 'tide table',
  run: async ({ hour }) => ({ metres: hour / 2 }),
});

const pilot: Rule = ({ messages, context }) => {
  const answer = messages.at(-1)?.parts[0];
  if (answer?.type !== 'response') return { calls: [{ name: 'tide_at', args: { hour: 8 } }] };
  const { metres } = answer.result as { metres: number };
  return { text: `The tide is at ${metres} m, the wind is ${String(context.state['temp:wind'])}.` };
};

const clerk: Rule = ({ messages }) => {
  const said = messages[0]?.parts[0];
  const names = said?.type === 'text' ? [...said.text.matchAll(/MS (\w+)/g)].map(([, name]) => String(name)) : [];
  return { text: JSON.stringify({ ships: names }) };
};

const Ships = z.object({ ships: z.array(z.string()) });

function harbourTeam(): TeamModule {
  return {
    name: 'harbour',
    subject: null,
    tools: [tideAt],
    outputs: { Ships: { schema: Ships, isEmpty: (value) => (value as z.infer<typeof Ships>).ships.length === 0 } },
    callbacks: {
      before_agent: {
        async note_wind(_agent, { state }) {
          state.set('temp:wind', 'fresh');
          return undefined;
        },
      },
    },
    offline: { Pilot: pilot, Clerk: clerk },
    routes: { agent: 'Pilot', tools: { tide_at: 'tide_table' } },
    before: async ({ text }) =>
      /\bstorm\b/.test(text) ? { text: 'Stay in the harbour.', data: { warning: true } } : null,
    async fanIn({ runs }) {
      const ships = runs.flatMap(({ output }) => (output as z.infer<typeof Ships> | undefined)?.ships ?? []);
      return { data: { ships }, events: [{ kind: 'ships', data: { ships } }] };
    },
  };
}

test('a team with a hook, a tool, an output schema, an offline rule and a route of its own answers a turn', async () => {
  const dir = await writeTeam(AGENTS, 'harbour');
  const fleet = await startFleet({ env: { AGENTS_DIR: dir }, teamFactories: [...TEAMS, harbourTeam] });
  onTestFinished(() => fleet.close());

  const turn = await fleet.say('Can MS Wren leave in this storm?', { team: 'harbour', user_id: 'mate' });
  expect(turn).toMatchObject({
    status: 'completed',
    team: 'harbour',
    user_id: 'mate',
    route: 'tide_table',
    agent: 'Pilot',
    reply: 'Stay in the harbour.\n\nThe tide is at 4 m, the wind is fresh.',
    agents: { Pilot: { status: 'success' }, Clerk: { status: 'success' } },
  });
  expect(turn).not.toHaveProperty('patient_id');
  const events = await fleet.events(turn.turn_id);
  expect(events.find(({ kind }) => kind === 'routed')?.data).toEqual({
    route: 'tide_table',
    agent: 'Pilot',
  });
  expect(events.find(({ kind }) => kind === 'ships')?.data).toEqual({ ships: ['Wren'] });
  expect((await fleet.say('Hello', { team: 'harbour', user_id: 'mate' })).agents.Clerk).toMatchObject({
    status: 'empty',
  });
});
