/** The lane of a session: its tasks run one at a time. */
export function sessionLane(sessionId: string): string {
  return `session:${sessionId}`;
}
