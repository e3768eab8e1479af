/** The id of the trace that a request belongs to, from its W3C `traceparent` header. */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;
const NONE = '0'.repeat(32);

export function traceIdOf(traceparent: string | undefined): string | undefined {
  const id = TRACEPARENT.exec(traceparent ?? '')?.[1];
  return id === NONE ? undefined : id;
}
