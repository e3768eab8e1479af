/** Makes a case of a turn that a fleet has done: from the turn, its session and the journals of its runs, as Redis keeps them. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { turnView } from '../../producers/turns/turn-view.ts';
import type { ModelAnswer } from '../../src/engine/models/model.ts';
import { toMessage } from '../../src/engine/run/run-store.ts';
import { createKeys, type Keys } from '../../src/engine/task/keys.ts';
import { TaskRequest } from '../../src/engine/task/task.ts';
import type { Config } from '../../src/platform/config.ts';
import type { RedisClient } from '../../src/platform/lua.ts';
import { connectRedis, waitForRedis } from '../../src/platform/redis.ts';
import { endpointUrl, previousEndpoint } from '../../src/platform/redis-endpoint.ts';
import { EVAL_DIR } from './results.ts';
import type { PinnedAnswer, TurnCase } from './turn-case.ts';

type Step = { at: number; value: { answer?: ModelAnswer; nested?: unknown } };

/** As many messages as an agent is shown. */
const HISTORY = 20;
const PATIENCE_MS = 5_000;

/** The running fleet's Redis: the configured one, or the private one of DATA_DIR. */
export async function connectToFleet(config: Config): Promise<RedisClient> {
  const own = config.REDIS_URL === undefined && config.REDIS_MODE === 'single';
  const dir = join(config.DATA_DIR, 'redis');
  const endpoint = own && existsSync(dir) ? previousEndpoint(dir) : undefined;
  if (own && !endpoint)
    throw new Error(`There is no Redis in ${config.DATA_DIR}: set REDIS_URL, or DATA_DIR as the fleet has it.`);
  const client = connectRedis({ ...config, ...(endpoint && { redisUrl: endpointUrl(endpoint) }) }, 'worker');
  await waitForRedis(client, PATIENCE_MS);
  return client;
}

export async function recordTurn(redis: RedisClient, prefix: string, turnId: string): Promise<TurnCase> {
  const keys = createKeys(prefix);
  const hash = await redis.hgetall(keys.task(turnId));
  const journal = await stepsOf(redis, keys, turnId, hash);
  if (!hash.request) throw new Error(`There is no turn ${turnId}.`);
  if (!hash.result) throw new Error(`Turn ${turnId} has not ended: there is nothing to compare with yet.`);
  if (Object.keys(journal).length === 0)
    throw new Error(
      `The journal of turn ${turnId} is gone: it is kept for a day after the turn has ended, and only with KEEP_JOURNALS=true.`,
    );
  const turn = { ...TaskRequest.parse(JSON.parse(hash.request)), text: hash.text ?? '' };
  const { route, agent, reply, facts } = turnView(hash);
  const said = await redis.lrange(keys.messages(turn.tenant, turn.session_id ?? ''), 0, -1);
  const own = said.findIndex((json) => JSON.parse(json).turn_id === turnId);
  return {
    turn,
    history: said
      .slice(0, own < 0 ? undefined : own)
      .slice(-HISTORY)
      .map(toMessage),
    state: await stateBefore(redis, keys, turn),
    answers: answersIn(journal),
    tools: Object.fromEntries(Object.entries(journal).filter(([field, json]) => isPlainTool(field, json))),
    expected: { route, agent, reply, facts: facts.flatMap((fact) => (fact.kind === 'family_history' ? [] : [fact])) },
  };
}

export function writeCase(recorded: TurnCase): string {
  const dir = join(EVAL_DIR, 'cases');
  mkdirSync(dir, { recursive: true });
  const file = join(dir, `${recorded.turn.id}.json`);
  writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
  return file;
}

/** The steps of all jobs of the turn. */
async function stepsOf(
  redis: RedisClient,
  keys: Keys,
  id: string,
  hash: Record<string, string>,
): Promise<Record<string, string>> {
  const jobs = Object.keys(hash).filter((field) => field.startsWith('job:'));
  const journals = await Promise.all(jobs.map((job) => redis.hgetall(keys.journal(id, job.slice('job:'.length)))));
  return Object.assign({}, ...journals);
}

/** The state as it is now, without what this turn's runs have set. */
async function stateBefore(
  redis: RedisClient,
  keys: Keys,
  { id, tenant, session_id, user_id }: TurnCase['turn'],
): Promise<Record<string, unknown>> {
  const scopes = await Promise.all([
    redis.hgetall(keys.session_state(tenant, session_id ?? '')),
    redis.hgetall(keys.user_state(tenant, user_id)),
    redis.hgetall(keys.app_state(tenant)),
  ]);
  const results = Object.values(await redis.hgetall(keys.results(id)));
  const changed = new Set(results.flatMap((json) => Object.keys(JSON.parse(json).changes ?? {})));
  const entries = scopes.flatMap((scope) => Object.entries(scope)).filter(([key]) => !changed.has(key));
  return Object.fromEntries(entries.map(([key, json]) => [key, JSON.parse(json)]));
}

/** Each agent's answers in the order they were given, whichever of its runs gave them. */
function answersIn(journal: Record<string, string>): PinnedAnswer[] {
  const steps = Object.entries(journal)
    .filter(([field]) => /\/model-\d+$/.test(field))
    .map(([field, json]) => ({ agent: agentOf(field), ...(JSON.parse(json) as Step) }))
    .sort((a, b) => a.at - b.at);
  const counts = new Map<string, number>();
  return steps.flatMap(({ agent, value }) => {
    if (!value.answer) return [];
    const step = (counts.get(agent) ?? 0) + 1;
    counts.set(agent, step);
    return [{ agent, step, answer: value.answer }];
  });
}

/** A tool that runs an agent is run again: its model steps are pinned like all others. */
function isPlainTool(field: string, json: string): boolean {
  return /\/tool-[\d.]+$/.test(field) && (JSON.parse(json) as Step).value.nested === undefined;
}

/** "TusdiAI.TriageAgent.1.HealthConsultantAgent/model-2" */
function agentOf(field: string): string {
  const run = field.slice(0, field.lastIndexOf('/'));
  return run.slice(run.lastIndexOf('.') + 1);
}
