/** A message over A2A as a turn of a team, or as a run of a function. Which one, and whom it is about, is in the metadata. */
import type { Message, Part, SendMessageRequest } from '@a2a-js/sdk';
import { ContentTypeNotSupportedError, RequestMalformedError } from '@a2a-js/sdk/errors';
import { z } from 'zod';
import { allows, askerOf, type Principal } from '../../src/engine/access/principal.ts';
import type { Pipeline } from '../../src/engine/agents/pipeline.ts';
import type { Origin } from '../../src/engine/task/task.ts';
import type { AgentFunction } from '../../src/functions/agent-function.ts';
import { OFFER_SCOPES, type Offer, offersFor } from '../../src/interop/a2a/card.ts';
import { placeOf, requestOf, type TaskHash } from '../../src/interop/a2a/task-view.ts';
import { parseInput } from '../../src/platform/invalid-input.ts';
import { actAs } from '../access/acting-user.ts';
import { newRun, type RunDesk } from '../functions/run-desk.ts';
import { functionRequest, pipelineRequest } from '../functions/runs.schemas.ts';
import type { TurnDesk } from '../turns/turn-desk.ts';
import { id, NewTurn } from '../turns/turns.schemas.ts';
import { type Asking, isUnsaid, type Said } from './asking.ts';

/** Other fields are the client's own. */
const Metadata = z.object({
  team: z.string().optional(),
  function: z.string().optional(),
  user_id: z.unknown().optional(),
  patient_id: z.unknown().optional(),
  user_location: z.unknown().optional(),
  topic: z.unknown().optional(),
});

const MAX_MESSAGE_ID = 256;
const ContextId = id('A conversation');

type Given = SendMessageRequest['metadata'];

type Parts = {
  turns: TurnDesk;
  runs: RunDesk;
  asking: Asking;
  offers: () => Offer[];
  functions: readonly AgentFunction[];
  pipelines: readonly Pipeline[];
};

export type Intake = ReturnType<typeof createIntake>;

export function createIntake({ turns, runs, asking, offers, functions, pipelines }: Parts) {
  const requests = new Map<string, z.ZodType>([
    ...functions.map((one): [string, z.ZodType] => [one.name, functionRequest(one)]),
    ...pipelines.map((one): [string, z.ZodType] => [one.id, pipelineRequest(one)]),
  ]);

  /** What the principal may not use is answered like what does not exist. */
  function checkOffer(principal: Principal, kind: Offer['kind'], name: string): void {
    const scope = OFFER_SCOPES[kind];
    if (!allows(principal, scope))
      throw new RequestMalformedError(`metadata.${kind} needs the scope ${scope}, which the token does not have.`);
    const known = offersFor(principal, offers()).filter((offer) => offer.kind === kind);
    if (known.some((offer) => offer.id === name)) return;
    throw new RequestMalformedError(`metadata.${kind} is not one of: ${known.map((offer) => offer.id).join(', ')}`);
  }

  async function run(principal: Principal, name: string, message: Message, about: object): Promise<string> {
    const schema = requests.get(name) as z.ZodObject;
    const conversation = message.contextId === '' ? {} : { conversation_id: message.contextId };
    const body = actAs(schema, { ...dataOf(message.parts), ...about, ...conversation }, principal);
    const sent = newRun(name, { ...parseInput(schema, body, 'data'), message_id: message.messageId });
    return (await runs.take(askerOf(principal), sent, keyOf(message), originFor(message))).id;
  }

  /** `asked`: the task of an earlier message that this one completes. */
  async function turn(principal: Principal, message: Message, said: Said, asked?: TaskHash): Promise<string> {
    const session = message.contextId === '' ? {} : { session_id: message.contextId };
    const asker = askerOf(principal);
    const given = actAs(NewTurn, { ...said.fields, ...session, text: said.text }, principal);
    const turn = parseInput(NewTurn, given, 'message');
    const { team } = await turns.completed(asker, turn);
    checkOffer(principal, 'team', team);
    try {
      const as = asked ? { id: message.taskId, origin: answeredBy(message, asked) } : { origin: originFor(message) };
      const { turnId } = await turns.take(asker, turn, asked ? undefined : keyOf(message), as);
      if (asked) await asking.remove(turnId);
      return turnId;
    } catch (thrown) {
      if (!isUnsaid(thrown)) throw thrown;
      return await asking.ask(principal.tenant, team, message, said, thrown);
    }
  }

  return {
    /** The id of the task. The same message of the same user is the same task; other content under its id is refused. */
    async take(principal: Principal, message: Message, given: Given): Promise<string> {
      const metadata = parseInput(Metadata, { ...given, ...message.metadata }, 'metadata');
      const { function: name, team, ...about } = metadata;
      if (name === undefined) {
        const fields = { ...about, ...(team !== undefined && { team }) };
        return await turn(principal, message, { fields, text: textOf(message.parts) });
      }
      checkOffer(principal, 'function', name);
      const { user_id, patient_id } = about;
      const person = { ...(user_id !== undefined && { user_id }), ...(patient_id !== undefined && { patient_id }) };
      return await run(principal, name, message, person);
    },

    /** A message to a task that asks for something. */
    async answer(principal: Principal, hash: TaskHash, message: Message, given: Given): Promise<string> {
      const { function: _none, ...fields } = parseInput(Metadata, { ...given, ...message.metadata }, 'metadata');
      const said = asking.answered(hash, message, textOf);
      const whole = { ...said, fields: { ...said.fields, ...fields } };
      const { contextId } = placeOf(requestOf(hash));
      return await turn(principal, { ...message, contextId }, whole, hash);
    },
  };
}

export function checkMessage(message: Message | undefined): Message {
  if (!message) throw new RequestMalformedError('message is missing');
  if (message.messageId === '' || message.messageId.length > MAX_MESSAGE_ID)
    throw new RequestMalformedError(`message.messageId must have 1 to ${MAX_MESSAGE_ID} characters`);
  if (message.parts.length === 0) throw new RequestMalformedError('message.parts is empty');
  if (message.contextId !== '' && !ContextId.safeParse(message.contextId).success)
    throw new RequestMalformedError('message.contextId is not one of ours; leave it out to get one');
  return message;
}

function keyOf({ messageId }: Message): string {
  return `a2a ${messageId}`;
}

function originFor({ messageId }: Message): Origin {
  return { kind: 'user', a2a: { message_id: messageId } };
}

function answeredBy({ messageId }: Message, asked: TaskHash): Origin {
  const { origin } = requestOf(asked);
  return { ...origin, a2a: { ...(origin.a2a as object), answer_id: messageId } };
}

function textOf(parts: readonly Part[]): string {
  return parts
    .map(({ content, mediaType }) => {
      if (content?.$case !== 'text' || !/^(text\/.*)?$/.test(mediaType))
        throw new ContentTypeNotSupportedError('A team takes text only.');
      return content.value;
    })
    .join('\n');
}

function dataOf(parts: readonly Part[]): object {
  const [part] = parts;
  if (parts.length !== 1 || part?.content?.$case !== 'data')
    throw new ContentTypeNotSupportedError('A function takes one data part: its input as a JSON object.');
  const { value } = part.content;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RequestMalformedError('message.parts.0.data must be a JSON object');
  return value;
}
