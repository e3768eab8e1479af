/** What a run writes into its task, each thing as the write script takes it: four values. */
import { type StateDelta, scopeOf } from '../task/state.ts';
import type { RunResult } from './run-result.ts';

export type RunEvent =
  | { kind: 'alarm'; data: { text: string; [found: string]: unknown } }
  | { kind: 'routed'; data: { route: string; agent: string; why?: string } }
  | { kind: 'transfer'; data: TransferEvent }
  | { kind: 'tool'; data: { agent: string; name: string; status: string } }
  | { kind: 'stage'; data: StageEvent }
  | { kind: 'delta'; data: { agent: string; text: string } }
  | { kind: 'reset'; data: { agent: string; reason: string; retry_in_ms?: number } };

/** A hand-over that an agent has asked for. `reason`: the agent's own words, or those of the policy that refused it. */
export type TransferEvent = {
  from: string;
  to: string;
  depth: number;
  status: 'allowed' | 'refused';
  reason: string;
};

/** Progress of a pipeline. */
export type StageEvent = {
  stage: string;
  function: string;
  status: 'running' | 'success' | 'error';
  round: number;
  item?: string;
  cached?: boolean;
  ms?: number;
};

type WriteKind = 'step' | 'event' | 'state' | 'result' | 'trace' | 'log' | 'reply';
export type Write = readonly [kind: WriteKind, string, string, string];

/** Who said what. */
export type Reply = { agent: string; text: string };

/** A finished step, for the journal; `trace` is its entry there, or ''. */
export function stepWrite(field: string, entry: unknown, trace: string): Write {
  return ['step', field, JSON.stringify(entry), trace];
}

export function eventWrite({ kind, data }: RunEvent): Write {
  const notes = kind === 'routed' ? JSON.stringify(['route', data.route, 'agent', data.agent]) : '';
  return ['event', kind, JSON.stringify(data), notes];
}

export function stateWrite(changes: StateDelta): Write {
  return ['state', changesJson(changes), '', ''];
}

/** The end of a run: result, changes of state and reply become visible together or, if the run had ended before, not at all. */
export function resultWrites(
  runId: string,
  result: RunResult,
  changes: StateDelta,
  reply: Reply | null,
  trace: string,
): Write[] {
  const changed = Object.keys(changes).length > 0 && { changes };
  const json = JSON.stringify({ ...result, ...changed, at: Date.now() });
  const ending: Write[] = [
    ['result', runId, json, changesJson(changes)],
    ['trace', trace, '', ''],
  ];
  return reply ? [...ending, ['reply', reply.agent, reply.text, '']] : ending;
}

/** When the latest of these results was written; 0 if there is none. `at` is the last field of each. */
export function latestEnd(results: Iterable<string>): number {
  let latest = 0;
  for (const json of results) latest = Math.max(latest, Number(/"at":(\d+)\}$/.exec(json.slice(-24))?.[1] ?? 0));
  return latest;
}

/** As the scripts read it: [[scope, key, JSON or false]...]. */
function changesJson(changes: StateDelta): string {
  return JSON.stringify(
    Object.entries(changes).map(([key, value]) => [
      scopeOf(key),
      key,
      value === null || value === undefined ? false : JSON.stringify(value),
    ]),
  );
}
