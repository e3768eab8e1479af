/**
 * `npm run bench -- pipelines`: 500 runs of a pipeline of four stages with a model that answers at once, beside the same flow of five
 * jobs on BullMQ alone; and how long a cached result takes over HTTP. Rounds alternate; the ratio is the result.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FlowProducer, Worker } from 'bullmq';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { startProducer } from '../../producers/start-producer.ts';
import { compileTask } from '../../queues/compile.ts';
import { openFleet } from '../../queues/open-fleet.ts';
import { type Base, openBase } from '../../src/base.ts';
import type { Team } from '../../src/engine/agents/team.ts';
import type { ModelGateway } from '../../src/engine/models/model.ts';
import { createKeys } from '../../src/engine/task/keys.ts';
import { FUNCTIONS } from '../../src/functions/functions.ts';
import { RUN } from '../../src/functions/functions-module.ts';
import { FUNCTIONS_TEAM, functionsTeam } from '../../src/functions/functions-team.ts';
import { knownToPipelines } from '../../src/functions/pipelines/known.ts';
import { loadPipelines } from '../../src/functions/pipelines/load.ts';
import { createClosers } from '../../src/platform/closers.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { startEmbeddedRedis } from '../../src/platform/embedded-redis.ts';
import { waitForRedis } from '../../src/platform/redis.ts';
import { startWorkers } from '../../workers/start-workers.ts';
import { KEPT } from './bare.ts';
import { completions } from './contender.ts';
import { median } from './measure.ts';
import { countRoundTrips } from './redis-stats.ts';
import { SETTINGS } from './settings.ts';

const RUNS = 500;
const STAGES = 4;
const PIPELINE = 'four-stages';
const CONCURRENCY = 50;
const TEXT =
  'Rest lowers the pressure of the blood. Measure it on the same arm each time, and write every reading down. ';

/** Drafts that the four functions accept. */
const DRAFT = JSON.stringify({
  extracted: [{ text: 'blood', confidence: 0.9 }],
  compressed_summary: 'Blood pressure.',
  summary: 'Measure the blood pressure on the same arm.',
  invariants: ['blood'],
  subtasks: [{ id: 't1', description: 'Measure the pressure', depends_on: [], agent: 'generate_code' }],
  violations: [],
  confidence: 1,
  remediation_hints: [],
});

const MODEL: ModelGateway = {
  offers: () => false,
  serves: () => ({ by: 'a model that answers at once', usesTokens: true }),
  async *stream() {
    yield { type: 'text', text: DRAFT };
    yield { type: 'usage', usage: { input_tokens: 100, output_tokens: 50, cost_usd: 0 } };
  },
};

const closers = createClosers();
try {
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-bench-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedRedis({ dataDir });
  closers.add('redis', () => server.close());
  const base = await openedBase(server.url, dataDir);
  const fleet = await startPipelines(base);
  const bare = await startBareFlow(base);
  const rates = { bare: [] as number[], fleet: [] as number[] };
  await fleet.check();
  await together(bare, 50);
  await together(fleet.run, 50);
  for (let round = 0; round < SETTINGS.rounds; round += 1) {
    rates.bare.push(await together(bare, RUNS));
    rates.fleet.push(await together(fleet.run, RUNS));
  }
  const trips = await countRoundTrips(async () => void (await together(fleet.run, 100)));
  const ratios = rates.fleet.map((rate, round) => rate / (rates.bare[round] ?? Number.NaN));
  const shown = (list: number[]) => list.map((rate) => (rate * STAGES).toFixed(0)).join(', ');
  const { first, cached } = await cachedCall(fleet.url);
  console.log(`
${RUNS} runs of ${STAGES} stages, ${SETTINGS.inFlight} at a time, in each round
bare BullMQ   stages/s ${shown(rates.bare)}
Medfleet      stages/s ${shown(rates.fleet)}; round trips to Redis a run ${(trips / 100).toFixed(1)}
Medfleet / bare BullMQ   ${median(ratios).toFixed(2)}   (rounds: ${ratios.map((one) => one.toFixed(2)).join(', ')})
POST of a function   computed ${first.toFixed(1)} ms; cached p50 ${quantile(cached, 0.5)} ms, p99 ${quantile(cached, 0.99)} ms
`);
} finally {
  await closers.close();
}

async function openedBase(redisUrl: string, dataDir: string): Promise<Base> {
  const config = loadConfig({
    NODE_ENV: 'test',
    REDIS_URL: redisUrl,
    REDIS_PREFIX: 'pipelines',
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '1000000',
    WORKER_CONCURRENCY: String(CONCURRENCY),
  });
  const log = pino({ level: config.LOG_LEVEL, base: null }, pino.destination('/dev/null'));
  const opened = await openBase(config, log, closers);
  const known = knownToPipelines(opened.functionParts.presets);
  const team = functionsTeam([...FUNCTIONS.values()], await loadPipelines('test/bench', known));
  const teams = new Map([...opened.teams(), [FUNCTIONS_TEAM, team]]);
  return { ...opened, model: MODEL, teams: () => teams };
}

async function startPipelines(base: Base) {
  const [worker] = await startWorkers(base, ['function']);
  if (!worker) throw new Error('no worker takes functions');
  const { url } = await startProducer(base);
  const redis = base.redis.connect('producer');
  await waitForRedis(redis, 10_000);
  const { submitTask } = openFleet(base, redis, { maxOpenTasks: 10_000 });
  const whenCompleted = completions(worker);
  let made = 0;
  return {
    url,
    /** One run over HTTP: a pipeline that fails would be quick. */
    async check() {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ text: TEXT });
      const response = await fetch(`${url}/v1/pipelines/${PIPELINE}/run`, { method: 'POST', headers, body });
      const run = (await response.json()) as { status?: unknown; detail?: string; stages?: unknown[] };
      if (run.status !== 'completed' || run.stages?.length !== STAGES)
        throw new Error(`the pipeline does not work: ${run.detail ?? run.status}`);
    },
    run: () =>
      whenCompleted(async (id) => {
        made += 1;
        const request = {
          id,
          kind: RUN,
          tenant: 'bench',
          user_id: `u${made % 100}`,
          team: FUNCTIONS_TEAM,
          agent: PIPELINE,
        };
        // Each text is another one: nothing comes from the cache.
        await submitTask({ request, text: JSON.stringify({ text: `${TEXT}Reading ${made}.` }) });
      }, uuidv7()),
  };
}

/** The same flow, queue, options and payloads, with processors that do nothing. */
async function startBareFlow(base: Base): Promise<() => Promise<void>> {
  const prefix = createKeys('bare').bull;
  const connection = base.redis.connect('worker');
  const flows = new FlowProducer({ connection: base.redis.connect('producer'), prefix });
  const options = { connection, prefix, concurrency: CONCURRENCY, lockDuration: 30_000, ...KEPT };
  const worker = new Worker('function', async () => ({ status: 'success', ms: 1 }), options);
  closers.add('bare', async () => {
    await worker.close();
    await flows.close();
  });
  await worker.waitUntilReady();
  const team = base.teams().get(FUNCTIONS_TEAM) as Team;
  const whenCompleted = completions(worker);
  return () => whenCompleted(async (id) => void (await flows.add(compileTask(team, PIPELINE, id))), uuidv7());
}

/** Runs a second. */
async function together(run: () => Promise<void>, runs: number): Promise<number> {
  let left = runs;
  const lane = async () => {
    while (left-- > 0) await run();
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: SETTINGS.inFlight }, lane));
  return runs / ((performance.now() - began) / 1000);
}

async function cachedCall(url: string): Promise<{ first: number; cached: number[] }> {
  const body = JSON.stringify({ content: TEXT.repeat(50), extraction_type: 'concepts' });
  const call = async () => {
    const began = performance.now();
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/v1/functions/extract-structure/run`, { method: 'POST', headers, body });
    const run = (await response.json()) as { details?: { cached: boolean } };
    return { ms: performance.now() - began, cached: run.details?.cached === true };
  };
  const first = await call();
  const later = [];
  for (let i = 0; i < 200; i += 1) later.push(await call());
  if (first.cached || later.some(({ cached }) => !cached)) throw new Error('the cache does not do what it should');
  return { first: first.ms, cached: later.map(({ ms }) => ms) };
}

function quantile(values: number[], q: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN).toFixed(1);
}
