/** What the agents' files may refer to, gathered from the places that define it; shared by start-up and `agents:check`. */
import { EXTRACTIONS } from '../../record/mention.ts';
import { CALLBACK_NAMES, CALLBACKS } from '../run/callbacks.ts';
import { TOOLS } from '../tools/registry.ts';
import type { KnownToAgents } from './rules/rule.ts';
import { WORKER_QUEUES } from './worker-queues.ts';

export function knownToAgents(): KnownToAgents {
  return {
    tools: TOOLS,
    queues: WORKER_QUEUES,
    outputs: Object.keys(EXTRACTIONS),
    callbacks: CALLBACK_NAMES,
    hooks: Object.fromEntries(Object.entries(CALLBACKS).map(([hook, callbacks]) => [hook, Object.keys(callbacks)])),
  };
}
