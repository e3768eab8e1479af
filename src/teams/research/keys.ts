/** The keys of the research team in Redis. */
import { type KeyBuilders, keyBuilders } from '../../platform/keys.ts';

export const LAYOUT = {
  agents: 'research:agents:{tenant}:{user}',
  agent: 'research:agent:{id}',
  reports: 'research:reports:{tenant}:{user}',
  report: 'research:report:{id}',
  triggers: 'research:triggers:{tenant}:{user}',
  trigger: 'research:trigger:{id}',
  approvals: 'research:approvals:{tenant}:{user}',
  approval: 'research:approval:{id}',
  /** Ids of approvals whose mail has not been sent yet. */
  deliveries: 'research:deliveries',
} as const;

export type ResearchKeys = KeyBuilders<typeof LAYOUT> & { tag: string };

export function researchKeys(tag: string): ResearchKeys {
  return { ...keyBuilders(tag, LAYOUT), tag };
}
