/** The picture of the permitted hand-overs shows the policy, and the one in the docs is the current one. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadTeams } from '../../../src/engine/agents/load.ts';
import { transferEdges, transferMermaid, transferSvg } from '../../../src/engine/agents/transfer-graph.ts';
import { checkTransfer } from '../../../src/engine/agents/transfer-policy.ts';
import { loadShippedTeams } from '../../../src/load-shipped-teams.ts';
import { KNOWN, llm, teamYml, writeTeam } from './team-files.ts';

test('edges of the tree go both ways where the policy allows it, and listed ones stand out', async () => {
  const dir = await writeTeam({
    'team.yml': teamYml('Hub', 'transfer_cycles: [[A, B]]'),
    Hub: llm('Hub', 'sub_agents: [A, B, C]'),
    A: llm('A', 'transfers: [B, C]'),
    B: llm('B', 'transfers: [A]'),
    C: llm('C', 'disallow_transfer_to_parent: true'),
  });
  const team = (await loadTeams(dir, KNOWN)).get('demo');
  if (!team) throw new Error('the team was not loaded');
  expect(transferMermaid(team).split('\n')).toEqual([
    'flowchart TD',
    '  Hub <--> A',
    '  Hub <--> B',
    '  Hub --> C',
    '  A <==> B',
    '  A ==> C',
  ]);
});

test('every pair of agents of every shipped team is drawn exactly if the policy allows it', async () => {
  const { teams } = await loadShippedTeams('agents');
  for (const team of teams.values()) {
    const drawn = transferEdges(team).flatMap(({ from, to, both }) => [
      `${from}>${to}`,
      ...(both ? [`${to}>${from}`] : []),
    ]);
    const names = [...team.agents.keys()];
    const allowed = names.flatMap((from) =>
      names.filter((to) => checkTransfer(team, { from, to, depth: 1 }).allowed).map((to) => `${from}>${to}`),
    );
    expect(drawn.toSorted()).toEqual(allowed.toSorted());
  }
});

test('docs/transfers shows the teams as they are: npm run agents:graph -- --svg docs/transfers', async () => {
  const { teams } = await loadShippedTeams('agents');
  const drawn = [...teams.values()].filter((team) => transferEdges(team).length > 0);
  expect(readdirSync('docs/transfers').toSorted()).toEqual(drawn.map(({ name }) => `${name}.svg`).toSorted());
  for (const team of drawn) expect(readFileSync(`docs/transfers/${team.name}.svg`, 'utf8')).toBe(transferSvg(team));
});
