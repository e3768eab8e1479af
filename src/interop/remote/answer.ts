/** What an instance has answered, as a response of the envelope or as the failure that it is. */
import {
  BatchResponse,
  type EnvelopeAnswer,
  EnvelopeAnswer as EnvelopeAnswerSchema,
  EnvelopeError,
  type EnvelopeErrorCode,
  type EnvelopeRequestInput,
  type EnvelopeResponse,
  ERROR_CODES,
} from '../envelope/envelope.ts';
import { RemoteFailure, reasonOfStatus } from './failure.ts';
import type { HttpAnswer } from './http.ts';

export type Answered = EnvelopeResponse | RemoteFailure;

export function readAnswer(
  request: EnvelopeRequestInput,
  { status, retryAfterMs, body }: HttpAnswer,
): EnvelopeResponse {
  const answer = EnvelopeAnswerSchema.safeParse(body);
  const read = answer.success
    ? judged(request, answer.data, status, retryAfterMs)
    : new RemoteFailure(isSuccess(status) ? 'BAD_ANSWER' : reasonOfStatus(status), { retryAfterMs });
  if (read instanceof RemoteFailure) throw read;
  return read;
}

/** Each request's own answer. An answer to the batch as a whole is its failure. */
export function readBatch(
  requests: readonly EnvelopeRequestInput[],
  { status, retryAfterMs, body }: HttpAnswer,
): Answered[] {
  const batch = BatchResponse.safeParse(body);
  if (batch.success && isSuccess(status) && batch.data.responses.length === requests.length) {
    return batch.data.responses.map((answer, index) =>
      judged(requests[index] as EnvelopeRequestInput, answer, status, retryAfterMs),
    );
  }
  const error = EnvelopeError.safeParse(body);
  if (error.success) throw failureIn(error.data, status, retryAfterMs);
  throw new RemoteFailure(isSuccess(status) ? 'BAD_ANSWER' : reasonOfStatus(status), { retryAfterMs });
}

/** An answer that names another conversation is somebody else's. */
function judged(
  request: EnvelopeRequestInput,
  answer: EnvelopeAnswer,
  status: number,
  retryAfterMs?: number,
): Answered {
  if (answer.status === 'error') return failureIn(answer, status, retryAfterMs);
  const isOurs = answer.conversation_id === request.conversation_id && answer.agent_name === request.agent_name;
  return isOurs && isSuccess(status) ? answer : new RemoteFailure('BAD_ANSWER');
}

function failureIn({ error }: EnvelopeError, status: number, retryAfterMs?: number): RemoteFailure {
  const known = ERROR_CODES.find((code): code is EnvelopeErrorCode => code === error.code);
  const reason = known ?? (isSuccess(status) ? 'INTERNAL' : reasonOfStatus(status));
  return new RemoteFailure(reason, { retryable: error.retryable, retryAfterMs });
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
