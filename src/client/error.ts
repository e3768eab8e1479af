/** Every failure of the client as one class: what the server has answered as a problem, and that it could not be reached. */
import type { Problem } from './api.generated.ts';

export type ErrorFields = {
  /** 0 if there was no answer. */
  status: number;
  /** A stable word for programs, such as `invalid`; `unreachable` if there was no answer. */
  code: string;
  title: string;
  /** In a sentence, for people. */
  detail: string;
  /** For bad input: which field, and what is wrong with it. */
  errors: readonly { path: string; message: string }[];
  /** Whether the same request can work later. */
  retryable: boolean;
  /** Seconds to wait before that, if the server has said so. */
  retryAfter: number | undefined;
  requestId: string | undefined;
};

export class MedfleetError extends Error implements ErrorFields {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly { path: string; message: string }[];
  readonly retryable: boolean;
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;

  constructor(fields: ErrorFields, cause?: unknown) {
    super(fields.detail, { cause });
    this.name = 'MedfleetError';
    this.status = fields.status;
    this.code = fields.code;
    this.title = fields.title;
    this.detail = fields.detail;
    this.errors = fields.errors;
    this.retryable = fields.retryable;
    this.retryAfter = fields.retryAfter;
    this.requestId = fields.requestId;
  }
}

/** What a proxy on the way answers while the server is away. */
const GATEWAY = new Set([429, 502, 503, 504]);

export async function errorOf(response: Response): Promise<MedfleetError> {
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
  const { status, headers } = response;
  const title = problem.title ?? `The server answered ${status}`;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return new MedfleetError({
    status,
    code: problem.code ?? 'unknown',
    title,
    detail: problem.detail ?? `${title}.`,
    errors: problem.errors ?? [],
    retryable: problem.retryable ?? GATEWAY.has(status),
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
    requestId: problem.request_id ?? headers.get('x-request-id') ?? undefined,
  });
}

export function unreachable(cause: unknown): MedfleetError {
  const title = 'Medfleet does not answer';
  const detail = 'Medfleet does not answer. Is it running, and is its address right?';
  const none = { errors: [], retryAfter: undefined, requestId: undefined };
  return new MedfleetError({ status: 0, code: 'unreachable', title, detail, retryable: true, ...none }, cause);
}
