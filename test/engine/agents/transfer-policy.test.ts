import { expect, test } from 'vitest';
import { loadTeams } from '../../../src/engine/agents/load.ts';
import { agentOf, type Team } from '../../../src/engine/agents/team.ts';
import { checkTransfer, transferTargets } from '../../../src/engine/agents/transfer-policy.ts';
import { KNOWN, llm, teamYml, writeTeam } from './team-files.ts';

const SPECIALISTS = ['Calendar', 'Memory', 'Scout', 'Axel', 'WebResearch'];

/** The assistant team's shape: everything goes through Beto, but for Scout <-> Axel and Scout -> WebResearch. */
async function assistant(): Promise<Team> {
  const dir = await writeTeam({
    'team.yml': teamYml('Beto', 'max_transfer_depth: 3', 'transfer_cycles: [[Scout, Axel]]'),
    Beto: llm('Beto', `sub_agents: [${SPECIALISTS}]`),
    Calendar: llm('Calendar'),
    Memory: llm('Memory'),
    Scout: llm('Scout', 'transfers: [Axel, WebResearch]'),
    Axel: llm('Axel', 'transfers: [Scout]'),
    WebResearch: llm('WebResearch'),
  });
  const team = (await loadTeams(dir, KNOWN)).get('demo');
  if (!team) throw new Error('the team was not loaded');
  return team;
}

test('exactly the transfers of the policy are allowed, and every other pair is refused', async () => {
  const team = await assistant();
  const open = new Set([
    ...SPECIALISTS.flatMap((name) => [`Beto->${name}`, `${name}->Beto`]),
    'Scout->Axel',
    'Axel->Scout',
    'Scout->WebResearch',
  ]);
  const names = ['Beto', ...SPECIALISTS];
  const allowed = names.flatMap((from) =>
    names.filter((to) => checkTransfer(team, { from, to, depth: 1 }).allowed).map((to) => `${from}->${to}`),
  );
  expect(new Set(allowed)).toEqual(open);
});

test('a refused agent is told whom it may hand over to instead', async () => {
  const team = await assistant();
  expect(checkTransfer(team, { from: 'WebResearch', to: 'Scout', depth: 1 })).toEqual({
    allowed: false,
    reason: 'WebResearch may not hand over to Scout: hand over to Beto, or answer the user yourself.',
  });
  expect(checkTransfer(team, { from: 'Scout', to: 'Memory', depth: 1 })).toMatchObject({
    reason: expect.stringContaining('hand over to Axel, WebResearch, or Beto, or answer the user yourself'),
  });
});

test('a misspelt target is not guessed, but the model is told the right name', async () => {
  const team = await assistant();
  expect(checkTransfer(team, { from: 'Scout', to: 'Web Research', depth: 1 })).toMatchObject({
    allowed: false,
    reason: expect.stringContaining('if you mean WebResearch, use exactly that name'),
  });
  expect(checkTransfer(team, { from: 'Scout', to: 'toString', depth: 1 })).toMatchObject({ allowed: false });
});

test('an agent cannot hand over to itself', async () => {
  expect(checkTransfer(await assistant(), { from: 'Axel', to: 'Axel', depth: 1 })).toMatchObject({
    allowed: false,
    reason: expect.stringContaining('You are Axel yourself'),
  });
});

test('Scout and Axel cannot hand a turn over to each other without end', async () => {
  const team = await assistant();
  expect(checkTransfer(team, { from: 'Scout', to: 'Axel', depth: 3 })).toEqual({ allowed: true });
  expect(checkTransfer(team, { from: 'Axel', to: 'Scout', depth: 4 })).toEqual({
    allowed: false,
    reason:
      'This turn has been handed over 3 times already, and 3 is the limit: answer the user yourself with what you know.',
  });
});

test('an agent does not go back to a parent, or over to a peer, where its config says so', async () => {
  const targets = async (...more: string[]) => {
    const dir = await writeTeam({
      'team.yml': teamYml('Top', 'transfer_cycles: [[A, B]]'),
      Top: llm('Top', 'sub_agents: [A, B]'),
      A: llm('A', ...more),
      B: llm('B', 'transfers: [A]'),
    });
    const team = (await loadTeams(dir, KNOWN)).get('demo');
    if (!team) throw new Error('the team was not loaded');
    return transferTargets(team, agentOf(team, 'A'));
  };
  expect(await targets()).toEqual(['Top']);
  expect(await targets('disallow_transfer_to_parent: true')).toEqual([]);
  expect(await targets('disallow_transfer_to_peers: false')).toEqual(['Top', 'B']);
  expect(await targets('disallow_transfer_to_parent: true', 'disallow_transfer_to_peers: false')).toEqual(['B']);
  expect(await targets('output: DataExtraction')).toEqual([]);
});

test('an agent without transfers is told to answer itself', async () => {
  const dir = await writeTeam({ 'team.yml': teamYml('A'), A: llm('A', 'transfers: [B]'), B: llm('B') });
  const team = (await loadTeams(dir, KNOWN)).get('demo');
  if (!team) throw new Error('the team was not loaded');
  expect(checkTransfer(team, { from: 'B', to: 'A', depth: 1 })).toMatchObject({
    reason: expect.stringContaining('you cannot hand over to anyone'),
  });
});
