/**
 * The addresses and secrets of a remote agent, from its config and the environment. What is missing or wrong makes this one agent
 * unavailable, and the error says which variable to set.
 */
import { endpointProblem, type RemoteConfig, variableIn } from '../../engine/agents/remote.ts';
import type { Agent } from '../../engine/agents/team.ts';
import { isLoopbackUrl } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import type { Credentials } from './headers.ts';

export type RemoteSettings = { endpoints: readonly string[]; cardKey: string | undefined } & Credentials;

type Variables = ReadonlyMap<string, string>;

export function remoteSettings(
  agent: Agent,
  remote: RemoteConfig,
  tenant: string,
  variables: Variables,
): RemoteSettings {
  const notSetUp = (problem: string) => new AppError('remote_unavailable', `${agent.name} is not set up: ${problem}.`);
  const resolved = (setting: string): string => {
    const name = variableIn(setting);
    if (name === undefined) return setting;
    const value = variables.get(name);
    if (!value) throw notSetUp(`set ${name}`);
    return value;
  };

  const endpoints = [remote.endpoint].flat().flatMap((setting) => split(resolved(setting)));
  for (const endpoint of endpoints) {
    const problem = endpointProblem(endpoint);
    if (problem) throw notSetUp(`${[remote.endpoint].flat().join(', ')} ${problem}`);
  }
  if (endpoints.length === 0) throw notSetUp(`set ${variableIn(String(remote.endpoint)) ?? 'its endpoint'}`);

  const tokens = variables.get(variableIn(remote.auth_token) ?? '');
  const token = tokens === undefined ? undefined : tokenFor(tenant, tokens);
  // On this machine a server without tokens is open; elsewhere none is.
  if (token === undefined && !endpoints.every(isLoopbackUrl))
    throw notSetUp(`set ${variableIn(remote.auth_token)}${tokens === undefined ? '' : ` for the tenant ${tenant}`}`);
  const signingSecret = remote.signing_secret === undefined ? undefined : resolved(remote.signing_secret);
  const cardKey = remote.card_key === undefined ? undefined : resolved(remote.card_key);
  const unique = [...new Set(endpoints.map((endpoint) => new URL(endpoint).href))];
  return { endpoints: unique, token, signingSecret, cardKey };
}

/**
 * One token for all tenants, or `tenant:token` for each; a tenant that is not among them has none. `{tenant}` in a token stands for the
 * tenant, for a server that takes it from there.
 */
function tokenFor(tenant: string, text: string): string | undefined {
  const entries = split(text).map((entry) => /^([a-z0-9-]+):(.+)$/s.exec(entry) ?? [entry, undefined, entry]);
  return entries.find(([, of]) => of === tenant || of === undefined)?.[2]?.replaceAll('{tenant}', tenant);
}

function split(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
