/** What a client can learn about the teams before it addresses one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet({ roles: [] });
});
afterAll(() => fleet.close());

type Team = { name: string; root: string; subject: string | null; agents: Record<string, unknown>[] };

test('lists every team with its agents, their hand-overs and what works without a model', async () => {
  const { status, body } = await fleet.call('GET', '/v1/teams');
  const teams = body.teams as Team[];
  expect(status).toBe(200);
  expect(teams.map(({ name }) => name)).toEqual([...fleet.base.teams().keys()].filter((name) => name !== 'functions'));
  const health = teams.find(({ name }) => name === 'health');
  expect(health).toMatchObject({ root: 'TusdiAI', subject: 'patient' });
  expect(health?.agents.find(({ name }) => name === 'TriageAgent')).toEqual({
    name: 'TriageAgent',
    type: 'llm',
    description: expect.any(String),
    parent: 'TusdiAI',
    transfers: ['HealthConsultantAgent', 'HealthConsultantLiteAgent'],
    offline: true,
  });
  expect(health?.agents.find(({ name }) => name === 'HealthConsultantAgent')).toMatchObject({ transfers: [] });
});
