/** Whether a turn has ended, whichever way: nothing changes in it any more. */

const ENDED = new Set(['completed', 'degraded', 'failed', 'cancelled']);

export function hasEnded({ status }: { status: string }): boolean {
  return ENDED.has(status);
}
