/** What every error of the API must look like, and what it must not give away. */
import { expect } from 'vitest';
import { Problem } from '../../../producers/http/problem.ts';

type Answer = { status: number; body: Record<string, unknown>; headers: Headers };

/** Planted in requests; it must not come back in an error. */
export const MARKER = 'zebra-biopsy-of-Mrs-Quill';

export function expectProblem(answer: Answer, status: number, code: string): Record<string, unknown> {
  const { body, headers } = answer;
  expect([answer.status, body.code, body.detail]).toEqual([status, code, expect.any(String)]);
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(() => Problem.parse(body)).not.toThrow();
  expect(body).toMatchObject({ type: `urn:medfleet:problem:${code}`, status, title: expect.any(String) });
  expect(body.request_id).toBe(headers.get('x-request-id'));
  // 501: what is not there now will not be there in a minute.
  expect(body.retryable).toBe(status === 429 || (status >= 500 && status !== 501));
  if (status === 429 || status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  if (status === 422) expect(body.errors).not.toEqual([]);
  const text = JSON.stringify(body);
  expect(text).not.toContain(MARKER);
  expect(text).not.toMatch(/node_modules|\.ts:\d+|\bat .*\(/);
  return body;
}
