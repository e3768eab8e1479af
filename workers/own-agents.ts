/**
 * For `npm start` without further settings: remote agents whose address nobody has set, and which this fleet serves itself, are served on
 * a port of this machine and called there, over HTTP like any other. The token is made at the start and is known to nobody else.
 */
import { randomBytes } from 'node:crypto';
import type { Base } from '../src/base.ts';
import { variableIn } from '../src/engine/agents/remote.ts';
import { ANY_TENANT } from '../src/interop/serve/a2a-tokens.ts';
import { serveA2a } from './serve-a2a.ts';

type Homeless = { name: string; address: string; token: string | undefined };

/** `variables` are those that the base was opened with; what is missing is added before the first call. */
export async function serveOwnAgents(base: Base, variables: Map<string, string>): Promise<void> {
  const homeless = [...base.teams().values()].flatMap(({ agents }) =>
    [...agents.values()].flatMap(({ name, remote }): Homeless[] => {
      const address = typeof remote?.endpoint === 'string' ? variableIn(remote.endpoint) : undefined;
      if (remote?.protocol !== 'envelope' || address === undefined || variables.has(address)) return [];
      return [{ name, address, token: variableIn(remote.auth_token) }];
    }),
  );
  if (homeless.length === 0) return;
  const secret = randomBytes(32).toString('base64url');
  // Calls of this process to itself need no signature.
  const own = { ...base, config: { ...base.config, A2A_SIGNING_SECRET: [], A2A_CALLS_PER_MINUTE: 0 } };
  const { url, names } = await serveA2a(own, { host: '127.0.0.1', port: 0, tokens: [secret], tenant: ANY_TENANT });
  for (const { name, address, token } of homeless.filter((agent) => names.includes(agent.name))) {
    variables.set(address, `${url}/a2a`);
    if (token !== undefined && !variables.has(token)) variables.set(token, `${secret}@{tenant}`);
    base.log.debug({ agent: name }, 'envelope.serving_itself');
  }
}
