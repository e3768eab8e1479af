/** A message over A2A as a turn of a team, or as a run of a function. Which one, and whom it is about, is in the metadata. */
import type { Message, Part, SendMessageRequest } from '@a2a-js/sdk';
import { ContentTypeNotSupportedError, RequestMalformedError } from '@a2a-js/sdk/errors';
import { z } from 'zod';
import { allows, askerOf, type Principal } from '../../src/engine/access/principal.ts';
import type { Pipeline } from '../../src/engine/agents/pipeline.ts';
import type { Origin } from '../../src/engine/task/task.ts';
import type { AgentFunction } from '../../src/functions/agent-function.ts';
import { OFFER_SCOPES, type Offer, offersFor } from '../../src/interop/a2a/card.ts';
import { parseInput } from '../../src/platform/invalid-input.ts';
import { actAs } from '../access/acting-user.ts';
import { newRun, type RunDesk } from '../functions/run-desk.ts';
import { functionRequest, pipelineRequest } from '../functions/runs.schemas.ts';
import type { TurnDesk } from '../turns/turn-desk.ts';
import { id, NewTurn } from '../turns/turns.schemas.ts';

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

type Parts = {
  turns: TurnDesk;
  runs: RunDesk;
  offers: () => Offer[];
  functions: readonly AgentFunction[];
  pipelines: readonly Pipeline[];
};

export type Intake = ReturnType<typeof createIntake>;

export function createIntake({ turns, runs, offers, functions, pipelines }: Parts) {
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

  async function turn(principal: Principal, fields: object, message: Message): Promise<string> {
    const session = message.contextId === '' ? {} : { session_id: message.contextId };
    const said = withPatient({ ...fields, ...session, text: textOf(message.parts) }, principal);
    const turn = parseInput(NewTurn, actAs(NewTurn, said, principal), 'message');
    return (await turns.take(askerOf(principal), turn, keyOf(message), originFor(message))).turnId;
  }

  return {
    /** The id of the task. The same message of the same user is the same task; other content under its id is refused. */
    async take(principal: Principal, message: Message, given: SendMessageRequest['metadata']): Promise<string> {
      const metadata = parseInput(Metadata, { ...given, ...message.metadata }, 'metadata');
      const { function: name, team, ...about } = metadata;
      if (name === undefined) {
        const chosen = team ?? NewTurn.shape.team.parse(undefined);
        checkOffer(principal, 'team', chosen);
        return await turn(principal, { ...about, team: chosen }, message);
      }
      checkOffer(principal, 'function', name);
      const { user_id, patient_id } = about;
      const person = { ...(user_id !== undefined && { user_id }), ...(patient_id !== undefined && { patient_id }) };
      return await run(principal, name, message, person);
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

/** A token that is bound to a user asks about that user, unless it says otherwise. */
function withPatient(body: object, { subject }: Principal): object {
  return subject === null ? body : { patient_id: subject, ...body };
}

function keyOf({ messageId }: Message): string {
  return `a2a ${messageId}`;
}

function originFor({ messageId }: Message): Origin {
  return { kind: 'user', a2a: { message_id: messageId } };
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
