/**
 * Errors in the form of the medmentor document. The catalogue's codes are many and the document's few: the HTTP status that the
 * catalogue gives an error decides which of them it is.
 */
import { AppError } from '../../platform/errors.ts';
import { AgentName, ConversationId, type EnvelopeError, type EnvelopeErrorCode } from './envelope.ts';

/** The document's message for a token that is missing, wrong, expired or revoked: it says nothing about which. */
const INVALID_TOKEN = 'Invalid A2A token';

/** How many wrong fields a message names. */
const MAX_FIELDS = 10;

const BY_STATUS: Readonly<Record<number, EnvelopeErrorCode>> = {
  400: 'INVALID_REQUEST',
  401: 'AUTHENTICATION_ERROR',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'INVALID_REQUEST',
  408: 'INVALID_REQUEST',
  409: 'CONFLICT',
  413: 'INVALID_REQUEST',
  415: 'INVALID_REQUEST',
  422: 'INVALID_REQUEST',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
  504: 'TIMEOUT',
};

const RETRYABLE: ReadonlySet<EnvelopeErrorCode> = new Set(['TIMEOUT', 'RATE_LIMITED', 'UNAVAILABLE']);

/** A signature that is missing or wrong. The token may be right, so the message is another one. */
export class SignatureError extends AppError {
  constructor(message: string) {
    super('unauthenticated', message);
  }
}

/** The work goes on, and its result will be found at `location`. */
export class StillRunningError extends AppError {
  readonly location: string;

  constructor(message: string, location: string) {
    super('timeout', message);
    this.location = location;
  }
}

export function envelopeCode({ policy }: AppError): EnvelopeErrorCode {
  return BY_STATUS[policy.status] ?? 'INTERNAL';
}

/** `request` is what was sent, as far as it could be read. Its name and conversation are repeated only if they are plain. */
export function envelopeError(error: AppError, request?: unknown): EnvelopeError {
  const code = envelopeCode(error);
  const { agent_name, conversation_id } = (request ?? {}) as Record<string, unknown>;
  return {
    agent_name: AgentName.safeParse(agent_name).data ?? null,
    conversation_id: ConversationId.safeParse(conversation_id).data ?? null,
    error: {
      code,
      message: messageOf(error),
      retryable: RETRYABLE.has(code) || (code === 'INTERNAL' && error.policy.retry !== 'never'),
    },
    status: 'error',
  };
}

function messageOf(error: AppError): string {
  if (error.policy.status === 401 && !(error instanceof SignatureError)) return INVALID_TOKEN;
  if (!error.errors) return error.message;
  return error.errors
    .slice(0, MAX_FIELDS)
    .map(({ path, message }) => `${path}: ${message}`)
    .join('; ');
}
