/** What may be sent: an action that the config declares, with parameters that are plain JSON and small. */
import type { RemoteAction, RemoteConfig } from '../../engine/agents/remote.ts';
import type { Agent } from '../../engine/agents/team.ts';
import type { RemoteRequest } from '../../engine/run/remote.ts';
import { AppError } from '../../platform/errors.ts';
import { parseJson } from '../../platform/parse-json.ts';

const MAX_PARAMETER_BYTES = 16 * 1024;
const LIMITS = { maxDepth: 12, maxValues: 1_000 };

export type CheckedRequest = { remote: RemoteConfig; action: RemoteAction; parameters: Record<string, unknown> };

export function checkedRequest(agent: Agent, { action: name, parameters }: RemoteRequest): CheckedRequest {
  const refuse = (problem: string) => new AppError('remote_refused', `${agent.name} is not called: ${problem}.`);
  const { remote } = agent;
  if (agent.type !== 'remote' || !remote) throw refuse('it is no remote agent');
  const action = remote.actions.find((one) => one.name === name);
  if (!action) throw refuse('its config does not declare this action');
  const json = jsonOf(parameters);
  if (json === undefined || Object.prototype.toString.call(parameters) !== '[object Object]')
    throw refuse('its parameters are not plain JSON');
  const bytes = Buffer.from(json);
  if (bytes.length > MAX_PARAMETER_BYTES) throw refuse(`its parameters are larger than ${MAX_PARAMETER_BYTES} bytes`);
  try {
    return { remote, action, parameters: parseJson(bytes, LIMITS) as Record<string, unknown> };
  } catch {
    throw refuse('its parameters are nested too deep, too many, or have a key that is not allowed');
  }
}

/** Undefined for what JSON cannot hold: a circle, a BigInt. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
