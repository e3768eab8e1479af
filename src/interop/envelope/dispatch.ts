/**
 * One call, from what was sent to what the agent answered: found, authorised, checked, run within its time, checked again. Knows no
 * HTTP. Everything that goes wrong is thrown as an AppError.
 */
import { randomUUID } from 'node:crypto';
import type { Principal } from '../../engine/access/principal.ts';
import type { ServedAction, ServedAgent } from '../../engine/run/served-agent.ts';
import { AppError } from '../../platform/errors.ts';
import { parseInput } from '../../platform/invalid-input.ts';
import { sha256 } from '../../platform/sha256.ts';
import { authorise } from './authorise.ts';
import { EnvelopeRequest, EnvelopeResponse } from './envelope.ts';
import type { KeptCalls } from './kept-calls.ts';

/** An agent that is served here. `check` looks at parameters that name more than the user. */
export type Served = { agent: ServedAgent; check?(principal: Principal, parameters: unknown): void };

export type FindAgent = (name: string) => Served | undefined;

export type Caller = {
  principal: Principal;
  /** As the caller gave it. Without one, each request is a call of its own. */
  idempotencyKey?: string | undefined;
  /** Aborted when nobody waits for the answer any more. */
  gone: AbortSignal;
};

export type Dispatch = (caller: Caller, request: EnvelopeRequest, served: Served) => Promise<EnvelopeResponse>;

/** A response that a caller may have to read whole. */
const MAX_RESPONSE_BYTES = 1_048_576;

/** A run that heeds its signal can say more about its end than that it took too long. */
const LAST_WORDS_MS = 200;

/** A wrong field's path is repeated if it looks like one: a key of a free record could be anything. */
const FIELD = /^[\w.]{1,100}$/;

export function parseRequest(value: unknown): EnvelopeRequest {
  return parseInput(EnvelopeRequest, value, 'body');
}

/** `track` is told of every run: an action that writes goes on when its caller has been told that it took too long. */
export function createDispatch(
  kept: KeptCalls,
  timeoutMs: number,
  track: (run: Promise<unknown>) => void = () => undefined,
): Dispatch {
  return async ({ principal, idempotencyKey, gone }, request, { agent, check }) => {
    const { conversation_id, input, context } = request;
    const { user_id, action: name } = input;
    authorise(principal, { agent: agent.name, action: name, user_id });
    checkVersion(agent, request.agent_version);
    const action = actionOf(agent, name);
    const parameters = parametersOf(action, input.parameters);
    check?.(principal, parameters);

    const writes = action.effect === 'write';
    const key = keyOf(request, principal.tenant, idempotencyKey ?? randomUUID());
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = writes ? deadline : AbortSignal.any([deadline, gone]);
    const { tenant, people } = principal;
    const run = async (): Promise<string> => {
      const began = performance.now();
      const call = {
        tenant,
        user_id,
        ...(people && { people }),
        parameters,
        conversation_id,
        context,
        idempotency_key: key,
        now: new Date(),
        signal,
      };
      const output = outputOf(action, await action.run(call));
      const execution_time_ms = Math.round(performance.now() - began);
      return textOf({ agent_name: agent.name, conversation_id, output, status: 'success', execution_time_ms });
    };
    const body = sha256(JSON.stringify([conversation_id, input]));
    const running =
      writes && idempotencyKey !== undefined ? kept.once({ tenant, user: user_id, key, body }, signal, run) : run();
    track(running);
    return EnvelopeResponse.parse(JSON.parse(await within(running, signal)));
  };
}

/** A caller that names a version wants that major version. */
function checkVersion({ version }: ServedAgent, wanted: string | undefined): void {
  const major = (text: string) => text.split('.', 1)[0];
  if (wanted !== undefined && major(wanted) !== major(version))
    throw new AppError('not_found', `This agent is served in version ${version} only.`);
}

function actionOf({ actions }: ServedAgent, name: string): ServedAction {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) throw new AppError('not_found', `There is no such action; there is ${Object.keys(actions).join(', ')}.`);
  return action;
}

function parametersOf({ parameters }: ServedAction, given: unknown): unknown {
  return parseInput(parameters, given, 'input.parameters', (path) =>
    FIELD.test(path) ? `input.parameters.${path}` : 'input.parameters',
  );
}

function outputOf({ output }: ServedAction, given: unknown): Record<string, unknown> {
  const parsed = output.safeParse(given);
  if (!parsed.success) throw new AppError('internal', 'The agent gave an answer that does not fit its description.');
  return parsed.data as Record<string, unknown>;
}

/** The same key for another user, agent or action is another key. */
function keyOf({ agent_name, input }: EnvelopeRequest, tenant: string, key: string): string {
  return sha256(JSON.stringify([tenant, input.user_id, agent_name, input.action, key]));
}

function textOf(response: EnvelopeResponse): string {
  const text = JSON.stringify(response);
  if (Buffer.byteLength(text) > MAX_RESPONSE_BYTES)
    throw new AppError('internal', `The answer is larger than ${MAX_RESPONSE_BYTES / 1024} kB.`);
  return text;
}

/** What the run gives, or TIMEOUT when the time is up, however long the run goes on. */
async function within<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  const timeout = () => new AppError('timeout', 'Agent execution exceeded timeout');
  let timer: NodeJS.Timeout | undefined;
  let late: () => void = () => undefined;
  const over = new Promise<never>((_resolve, reject) => {
    late = () => {
      timer = setTimeout(() => reject(timeout()), LAST_WORDS_MS);
    };
    if (signal.aborted) late();
    signal.addEventListener('abort', late, { once: true });
  });
  try {
    return await Promise.race([running, over]);
  } catch (thrown) {
    // A run that was aborted throws whatever its last step threw.
    throw signal.aborted && !(thrown instanceof AppError) ? timeout() : thrown;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', late);
  }
}
