/** The fleet, as `/v1/fleet` and its history show it. */

export type Queue = {
  name: string;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  waiting_children: number;
  paused: boolean;
  workers: number;
  completed_per_minute: number;
  failed_per_minute: number;
  /** Null: no job has started lately. */
  wait_p50_ms: number | null;
  wait_p95_ms: number | null;
  /** Null: nothing is completed at present. */
  drain_seconds: number | null;
};

export type Worker = {
  id: string;
  host: string;
  pid: number;
  roles: string[];
  version: string;
  concurrency: number;
  started_at: string;
  seen_at: string;
};

/** Of a remote agent: open means that it gets no calls. Of a model: open means that its last calls failed. */
export type CircuitState = 'closed' | 'open' | 'half_open';

export type Model = {
  name: string;
  provider: string;
  state: CircuitState;
  calls: number;
  input_tokens: number;
  output_tokens: number;
  /** Null: its price is not known. */
  cost_usd: number | null;
};

export type Fleet = {
  version: string;
  at: string;
  queues: Queue[];
  workers: Worker[];
  tasks: { open: number; unfinished: number };
  models: Model[];
  remotes: { name: string; state: CircuitState }[];
  redis: {
    used_memory_bytes: number;
    max_memory_bytes: number | null;
    connected_clients: number;
    version: string;
  };
  record: { kind: 'embedded' | 'neo4j'; ok: boolean };
  model_provider: string;
};

/** `completed` and `failed` count the jobs that ended so within the step. */
export type Sample = { at: string; waiting: number; active: number; failed: number; completed: number };

export type History = { step_seconds: number; queues: Record<string, Sample[]> };

export type FailedJob = {
  queue: string;
  id: string;
  name: string;
  agent?: string;
  task_id?: string;
  failed_at: string;
  attempts: number;
  reason: string;
};

export type FailedPage = { jobs: FailedJob[]; next_cursor: string | null };
