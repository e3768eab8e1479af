/** A process that serves the ledger agent, to be killed. The settings come from the environment, as for any other process. */
import { openBase } from '../../src/base.ts';
import { runMain } from '../../src/platform/run-main.ts';
import { TEAMS } from '../../src/teams/teams.ts';
import { serveA2a } from '../../workers/serve-a2a.ts';
import { ledgerTeam } from './served-agents.ts';

await runMain(async (config, log, closers) => {
  const base = await openBase(config, log, closers, { teamFactories: [...TEAMS, ledgerTeam] });
  const { HOST: host, A2A_PORT: port, A2A_TOKEN: tokens, A2A_TENANT: tenant } = config;
  const { url, names } = await serveA2a(base, { names: ['LedgerAgent'], host, port, tokens, tenant });
  process.stdout.write(`medfleet agents: ${names.join(', ')} at ${url}/a2a\n`);
});
