/** The queues that an agent's `worker:` may name. `queues/` holds the catalogue and checks that each of these is in it. */
export const WORKER_QUEUES = [
  'turn',
  'triage',
  'extractor',
  'specialist',
  'consultant',
  'remote',
  'research',
  'function',
] as const;
