/**
 * `npm run bench -- remote`: 1,000 calls at once to a remote agent that fails every tenth, and a circuit breaker under an agent that goes
 * down and comes back. Counts are the result; times depend on the machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createKeys } from '../../src/engine/task/keys.ts';
import { openRemotes } from '../../src/interop/remote/open-remotes.ts';
import { createClosers } from '../../src/platform/closers.ts';
import { startEmbeddedRedis } from '../../src/platform/embedded-redis.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { connectRedis } from '../../src/platform/redis.ts';
import { READ, remoteAgent, runOf, WRITE } from '../interop/remote/remote-agent.ts';
import { callMany, startFailingAgent } from '../interop/remote/thousand-calls.ts';
import { startRemoteAgent } from '../support/remote-agent-server.ts';

const CALLS = 1_000;
const FLAPS = 5;
const DOWN_MS = 1_000;
const HALF_OPEN_SECONDS = 0.2;

const closers = createClosers();
try {
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-bench-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedRedis({ dataDir });
  closers.add('redis server', () => server.close());
  const settings = { REDIS_URL: server.url, REDIS_MODE: 'single' as const, REDIS_NODES: [], REDIS_SENTINEL_NAME: '' };
  const redis = connectRedis(settings, 'worker');
  closers.add('redis', () => redis.disconnect());
  await calls(redis);
  await flaps(redis);
} finally {
  await closers.close();
}

/** `changes`: how the circuit went, and when. */
function open(redis: Parameters<typeof openRemotes>[0]['redis'], endpoint: string) {
  const changes: { at: number; status: string }[] = [];
  const note = (line: string) => {
    const { msg, status } = JSON.parse(line) as { msg: string; status: string };
    if (msg === 'remote.circuit') changes.push({ at: performance.now(), status });
  };
  const remotes = openRemotes({
    config: { variables: new Map([['ANALYTICS_AGENT_URL', endpoint]]) },
    redis,
    keys: createKeys('bench'),
    metrics: createMetrics(),
    log: pino({ level: 'info', base: null }, { write: note }),
  });
  closers.add('remotes', () => remotes.close());
  return { remotes, changes };
}

async function calls(redis: Parameters<typeof openRemotes>[0]['redis']): Promise<void> {
  const server = await startFailingAgent();
  closers.add('agent', () => server.close());
  const { remotes } = open(redis, server.endpoint);
  await remotes.call(remoteAgent({}), { action: READ, parameters: {} }, runOf());
  server.sent.clear();
  server.done.clear();
  const began = performance.now();
  const ended = await callMany(remotes, CALLS, CALLS);
  const ms = performance.now() - began;
  const count = (action: string, failed: boolean) =>
    ended.filter((one) => one.action === action && (one.code !== undefined) === failed).length;
  const again = [...server.sent.values()].filter((times) => times > 1).length;
  const most = (counts: Map<string, number>, action: string) => {
    const keys = server.calls
      .filter(({ input }) => input.action === action)
      .map(({ headers }) => headers['idempotency-key'] ?? '');
    return Math.max(...keys.map((key) => counts.get(key) ?? 0));
  };
  const times = ended.map((one) => one.ms).sort((a, b) => a - b);
  console.log(`
${CALLS} calls at once, ${server.failed()} failures
all            ${(ms / 1000).toFixed(2)} s, ${((CALLS / ms) * 1000).toFixed(0)} calls/s; p50 ${times[CALLS / 2]?.toFixed(0)} ms, p99 ${times[CALLS * 0.99]?.toFixed(0)} ms
idempotent     ${count(READ, false)} answered, ${count(READ, true)} failed; ${again} sent again
not idempotent ${count(WRITE, false)} answered, ${count(WRITE, true)} failed with an error; done at most ${most(server.done, WRITE)} time, sent at most ${most(server.sent, WRITE)} time`);
}

async function flaps(redis: Parameters<typeof openRemotes>[0]['redis']): Promise<void> {
  let up = true;
  const server = await startRemoteAgent(() => (up ? { output: {} } : 'reset'), { health: () => (up ? 200 : 503) });
  closers.add('agent', () => server.close());
  const { remotes, changes } = open(redis, server.endpoint);
  const breaker = { failures: 5, half_open_seconds: HALF_OPEN_SECONDS };
  const agent = remoteAgent({ retries: 0, breaker, fallback: { cached_seconds: 0 } });
  const ask = () =>
    remotes.call(agent, { action: READ, parameters: {} }, runOf()).then(
      () => true,
      () => false,
    );
  const rows: { asked: number; sent: number; probes: number; openMs: number; closedMs: number }[] = [];
  for (let flap = 0; flap < FLAPS; flap += 1) {
    if (!(await ask())) throw new Error('the circuit did not close');
    const before = { sent: server.calls.length, probes: server.counts.healthChecks, changes: changes.length };
    up = false;
    const down = performance.now();
    let asked = 0;
    while (performance.now() - down < DOWN_MS) {
      await ask();
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const sent = server.calls.length - before.sent;
    up = true;
    const back = performance.now();
    while (!(await ask())) await new Promise((resolve) => setTimeout(resolve, 2));
    const opened = changes[before.changes];
    rows.push({
      asked,
      sent,
      probes: server.counts.healthChecks - before.probes,
      openMs: (opened?.at ?? Number.NaN) - down,
      closedMs: performance.now() - back,
    });
  }
  console.log(`
An agent that is down for ${DOWN_MS} ms, ${FLAPS} times; ${breaker.failures} failures open the circuit, a probe every ${HALF_OPEN_SECONDS * 1000} ms
                       calls asked   sent   probes   open after ms   closed after ms`);
  for (const [index, row] of rows.entries()) {
    const cells = [row.asked, row.sent, row.probes, row.openMs.toFixed(0), row.closedMs.toFixed(0)];
    console.log(`${`outage ${index + 1}`.padEnd(22)}${cells.map((cell) => String(cell).padStart(12)).join('')}`);
  }
  console.log(`changes of the circuit: ${changes.map(({ status }) => status).join(', ')}\n`);
}
