/** Which action of a remote agent is asked for, and with which parameters: by a hand-over, or by a model that has the agent as a tool. */
import { resolve } from '../agents/references.ts';
import type { RemoteAction } from '../agents/remote.ts';
import type { Agent } from '../agents/team.ts';
import type { ToolDeclaration } from '../models/model.ts';
import type { RunContext } from './context.ts';
import type { RemoteRequest } from './remote.ts';

/** What a hand-over asks: the first action, with its own parameters. */
export function defaultRequest(agent: Agent, context: Pick<RunContext, 'input' | 'state'>): RemoteRequest {
  const [action] = actionsOf(agent);
  if (!action) throw new Error(`${agent.name} has no action`);
  return { action: action.name, parameters: parametersOf(action, context) };
}

/** What a model asks by a tool call: one of the declared actions, its own parameters before those of the config. */
export function requestedBy(
  args: Record<string, unknown>,
  agent: Agent,
  context: Pick<RunContext, 'input' | 'state'>,
): RemoteRequest | { error: string } {
  const actions = actionsOf(agent);
  const { action: name = actions[0]?.name, parameters = {} } = args;
  const action = actions.find((one) => one.name === name);
  if (!action) return { error: `There is no such action. Actions: ${actions.map((one) => one.name).join(', ')}.` };
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters))
    return { error: 'The parameters must be an object.' };
  return { action: action.name, parameters: { ...parametersOf(action, context), ...parameters } };
}

/**
 * Whether such a call may go beside others: it changes nothing, no agent of ours runs in its place, and it is no message of a
 * conversation, in which each follows the one before.
 */
export function mayRunBeside(args: Record<string, unknown>, agent: Agent): boolean {
  if (agent.remote?.protocol === 'a2a') return false;
  const actions = actionsOf(agent);
  const action = args.action === undefined ? actions[0] : actions.find(({ name }) => name === args.action);
  return action?.idempotent === true && agent.remote?.fallback.agent === undefined;
}

/** How a remote agent's actions are told to a model that has it as a tool. */
export function remoteParameters(agent: Agent): ToolDeclaration['parameters'] {
  const actions = actionsOf(agent);
  const lines = actions.map(({ name, description, parameters }) => {
    const names = Object.keys(parameters);
    return `- ${name}: ${description}${names.length > 0 ? ` Parameters: ${names.join(', ')}.` : ''}`;
  });
  return {
    type: 'object',
    properties: {
      action: {
        type: 'string',
        enum: actions.map(({ name }) => name),
        description: `What to ask for:\n${lines.join('\n')}`,
      },
      parameters: { type: 'object', description: 'The parameters of the action; those not named keep their default' },
    },
    required: ['action'],
  };
}

function actionsOf({ remote }: Agent): readonly RemoteAction[] {
  return remote?.actions ?? [];
}

function parametersOf({ parameters }: RemoteAction, { input, state }: Pick<RunContext, 'input' | 'state'>) {
  return resolve(parameters, { message: input, state: state.all() }) as Record<string, unknown>;
}
