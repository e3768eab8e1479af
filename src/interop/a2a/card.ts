/** The agent card: who we are, where we are reached, and what may be asked of us. Made from the teams and functions that there are. */
import { AgentCard, type AgentSkill } from '@a2a-js/sdk';
import { allows, mayCall, type Principal } from '../../engine/access/principal.ts';

export const JSONRPC_PATH = '/a2a/jsonrpc';
/** Below it 0.3 clients find their own addresses, which begin with /v1. */
export const REST_PATH = '/a2a/rest';

/** A stream may be resumed: each event has an id, and Last-Event-ID is honoured. */
export const RESUME_EXTENSION = 'urn:medfleet:a2a:resume:v1';

/** What the metadata of a message says, and that what is missing is asked for. */
export const ABOUT_EXTENSION = 'urn:medfleet:a2a:about:v1';

/** `needs`: the field of the metadata that says whom a message is about. */
export type Offer = {
  id: string;
  kind: 'team' | 'function';
  name: string;
  description: string;
  needs?: 'patient_id' | 'user_id';
};

const METADATA = {
  team: 'The team that answers; that of the context, else health. The address of a team’s own card stands for it',
  patient_id: 'Whom the message is about; that of the context, or the user of the token, if not given',
  user_id: 'Who sends it; the patient if not given',
  function: 'A function or pipeline instead of a team; the message is then one data part, its input',
};

const VERSION = '1.0.0';

const MODES = { team: ['text/plain'], function: ['application/json'] };

/** Besides `a2a`: a message to a team is the same act as POST /v1/turns, a call of a function the same as its route. */
export const OFFER_SCOPES = { team: 'turns:write', function: 'functions:run' } as const;

/** What a principal may ask for: a key may be limited to some agents, and each kind costs a scope. */
export function offersFor(principal: Principal, offers: readonly Offer[]): Offer[] {
  return offers.filter(({ id, kind }) => mayCall(principal, id) && allows(principal, OFFER_SCOPES[kind]));
}

/** The 0.3 interfaces are the same addresses: the version of a request says how it is read. `team`: the card of that team alone. */
export function agentCard(publicUrl: string, offers: readonly Offer[], team?: Offer): AgentCard {
  const at = (protocolBinding: string, path: string) =>
    ['1.0', '0.3'].map((protocolVersion) => ({
      url: publicUrl + (team ? path.replace('/a2a/', `/a2a/${team.id}/`) : path),
      protocolBinding,
      protocolVersion,
      tenant: '',
    }));
  const [rpc, rest] = [at('JSONRPC', JSONRPC_PATH), at('HTTP+JSON', REST_PATH)];
  const card: AgentCard = {
    name: team ? `Medfleet ${team.name}` : 'Medfleet',
    description:
      team?.description ??
      'Teams of agents for health conversations, medical research and study, each message a durable task.',
    version: VERSION,
    provider: undefined,
    documentationUrl: `${publicUrl}/docs`,
    supportedInterfaces: [rpc[0], rest[0], rpc[1], rest[1]].flatMap((one) => one ?? []),
    capabilities: {
      streaming: true,
      pushNotifications: true,
      extendedAgentCard: true,
      extensions: [
        {
          uri: RESUME_EXTENSION,
          description: 'SubscribeToTask with Last-Event-ID gives the events after that one.',
          required: false,
          params: undefined,
        },
        {
          uri: ABOUT_EXTENSION,
          description:
            'The metadata of a request or a message says who answers and whom it is about. A message that lacks it becomes a task ' +
            'in the state input-required, which a further message with the taskId completes.',
          required: false,
          params: {
            metadata: METADATA,
            needs: Object.fromEntries(offers.flatMap(({ id, needs }) => (needs ? [[id, needs]] : []))),
          },
        },
      ],
    },
    securitySchemes: {
      bearer: {
        scheme: { $case: 'httpAuthSecurityScheme', value: { description: '', scheme: 'Bearer', bearerFormat: '' } },
      },
    },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['text/plain', 'application/json'],
    skills: (team ? [team] : offers).map(skill),
    signatures: [],
  };
  // For whoever prints it as it is: the type's own fields are not what is sent.
  return Object.defineProperty(card, 'toJSON', { value: () => AgentCard.toJSON(card) });
}

function skill({ id, kind, name, description, needs }: Offer): AgentSkill {
  const modes = MODES[kind];
  const metadata = { [kind]: id, ...(needs && { [needs]: 'p1' }) };
  return {
    id,
    name,
    description: needs ? `${description} Needs ${needs} in the metadata.` : description,
    tags: [kind],
    examples: needs ? [JSON.stringify({ message: { parts: [{ text: 'Hello' }] }, metadata })] : [],
    inputModes: modes,
    outputModes: ['text/plain', 'application/json'],
    securityRequirements: [],
  };
}
