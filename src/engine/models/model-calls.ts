/** What this process has asked of each model since it was last read: calls, tokens, cost, and failures in a row. */
import type { ErrorCode } from '../../platform/errors.ts';
import type { Usage } from './model.ts';

/** `code`: why it failed. `server`: null for the offline rules. */
export type ModelCall = { model: string; server: string | null; usage: Usage; code?: ErrorCode };

export type ModelCount = {
  model: string;
  server: string | null;
  calls: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number;
  /** Calls whose price is not known. */
  unpriced: number;
  failures: number;
  /** Failures since the last answer. */
  inARow: number;
  answered: boolean;
};

export type ModelCalls = {
  note(call: ModelCall): void;
  /** What was counted since the last time; it is then forgotten. */
  take(): ModelCount[];
};

/** The server, or what it allows us. An answer that was blocked, or a request that it cannot take, says nothing of the next call. */
const SERVER_FAILURES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'model_unavailable',
  'model_rate_limited',
  'model_quota',
  'model_refused',
  'model_loading',
  'model_missing',
]);

export function createModelCalls(): ModelCalls {
  let counts = new Map<string, ModelCount>();
  return {
    note({ model, server, usage, code }) {
      const id = `${server} ${model}`;
      const count = counts.get(id) ?? emptyCount(model, server);
      counts.set(id, count);
      count.calls += 1;
      count.input_tokens += usage.input_tokens;
      count.output_tokens += usage.output_tokens;
      count.cost_usd += usage.cost_usd ?? 0;
      if (usage.cost_usd === null) count.unpriced += 1;
      const failed = code !== undefined && SERVER_FAILURES.has(code);
      count.inARow = failed ? count.inARow + 1 : 0;
      if (failed) count.failures += 1;
      else count.answered = true;
    },
    take() {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
  };
}

function emptyCount(model: string, server: string | null): ModelCount {
  const sums = { calls: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0, unpriced: 0, failures: 0, inARow: 0 };
  return { model, server, ...sums, answered: false };
}
