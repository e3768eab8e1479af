/** The audit log of what leaves this machine: what was sent, to whom, when and for which task (the log of a job names its task). */
import type { Log } from '../../platform/log.ts';
import type { OutwardQuery } from '../models/outward-query.ts';

/** `query` is null for a web page: its address may hold anything, and stands in the journal of the task. */
export function noteSent(log: Log, to: string, query: OutwardQuery | null): void {
  log.info({ to, words: query?.words, since: query?.since }, 'outward.sent');
}
