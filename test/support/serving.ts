/** The ledger agent behind both of its doors: the producer's /a2a, and a process that serves agents only. */

import { TEAMS } from '../../src/teams/teams.ts';
import { serveA2a } from '../../workers/serve-a2a.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { ledgerTeam } from './served-agents.ts';

export type Serving = { url: string; fleet: Fleet; close(): Promise<void> };

type Options = Parameters<typeof startFleet>[0];

export async function startServingFleet(door: 'producer' | 'serving process', options: Options = {}): Promise<Serving> {
  const fleet = await startFleet({ roles: [], ...options, teamFactories: [...TEAMS, ledgerTeam] });
  const close = () => fleet.close();
  if (door === 'producer') return { url: fleet.url, fleet, close };
  const { A2A_TOKEN: tokens, A2A_TENANT: tenant } = fleet.base.config;
  const { url } = await serveA2a(fleet.base, { names: ['LedgerAgent'], host: '127.0.0.1', port: 0, tokens, tenant });
  return { url, fleet, close };
}
