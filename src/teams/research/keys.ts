/** The keys of the research team in Redis. Nothing but ids and times is needed to delete what they hold. */
import { LAYOUT as ENGINE } from '../../engine/task/keys.ts';
import { type KeyBuilders, keyBuilders } from '../../platform/keys.ts';

export const LAYOUT = {
  erasing: ENGINE.erasing,
  agents: 'research:agents:{tenant}:{user}',
  agent: 'research:agent:{id}',
  /** Tasks that an agent's account contains, by time. */
  accounted: 'research:agent:{id}:accounted',
  /** Ids of an agent's triggers that have not ended. */
  agent_pending: 'research:agent:{id}:pending',
  /** Ids of an agent's mails: how an erasure finds their files, also after the approvals have expired. */
  agent_mails: 'research:agent:{id}:mails',
  tenant_pending: 'research:pending:{tenant}',
  /** Ids of the agents that work for a patient. */
  patient_agents: 'research:patient:{tenant}:{patient}:agents',
  /** Users whose conversations about a patient are in files of their own. */
  patient_users: 'research:patient:{tenant}:{patient}:users',
  /** The same, from the user to the patients. */
  user_patients: 'research:patients:{tenant}:{user}',
  reports: 'research:reports:{tenant}:{user}',
  report: 'research:report:{id}',
  triggers: 'research:triggers:{tenant}:{user}',
  trigger: 'research:trigger:{id}',
  /** Ids of triggers by the time at which each fires next. */
  due: 'research:due',
  /** How far upkeep has compared triggers and the queue: a cursor for each. */
  compared: 'research:due:compared',
  approvals: 'research:approvals:{tenant}:{user}',
  approval: 'research:approval:{id}',
  /** Ids of approvals whose mail has not been sent yet. */
  deliveries: 'research:deliveries',
  /** Ids of approvals whose outcome the agent has not been told yet. */
  outcomes: 'research:outcomes',
  /** Calls of a tool in one task: ids of steps, for a day. */
  calls: 'research:calls:{task}:{tool}',
  /** The body of a request with an Idempotency-Key, as a hash. */
  request: 'research:request:{key}',
} as const;

export type ResearchKeys = KeyBuilders<typeof LAYOUT> & { tag: string };

export function researchKeys(tag: string): ResearchKeys {
  return { ...keyBuilders(tag, LAYOUT), tag };
}
