/**
 * Redis answers and refuses to write: it is out of memory, read-only, cannot save to its disk, has too few replicas, or is busy with a
 * script. Such a command had no effect, so it can be sent again. For everyone who needs Redis it is an outage, not an error of the
 * command.
 */
const REFUSAL = /(?:^|-)(OOM|READONLY|MISCONF|NOREPLICAS|BUSY|LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN)(?= )/;

/** Redis's own word for why it refuses; undefined for any other error. */
export function refusalOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || thrown.name !== 'ReplyError') return undefined;
  // Before version 7 Redis wraps an error inside a script: "ERR Error running script (…): @user_script:12: -OOM command …".
  const [, own] = REFUSAL.exec(thrown.message) ?? [];
  if (own) return own;
  // A transaction is discarded when one of its commands was refused.
  const { previousErrors } = thrown as { previousErrors?: unknown };
  for (const previous of Array.isArray(previousErrors) ? previousErrors : []) {
    const reason = refusalOf(previous);
    if (reason) return reason;
  }
  return undefined;
}
