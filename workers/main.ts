/**
 * A worker process: `npm run worker -- --roles triage,extractor --concurrency 20`. With --serve-a2a it serves agents over A2A, and takes
 * jobs only if roles are given too.
 */
import { QUEUE_NAMES, type QueueName } from '../queues/catalogue.ts';
import { openBase } from '../src/base.ts';
import { commandLine } from '../src/platform/command-line.ts';
import { serveMetrics } from '../src/platform/metrics-server.ts';
import { runMain } from '../src/platform/run-main.ts';
import { serveA2a } from './serve-a2a.ts';
import { concurrencyIn, ROLES, roleOf, startWorkers } from './start-workers.ts';

const USAGE = `A worker process. Start as many as there is work.

  npm run worker
      --roles NAME,...      which jobs it takes: ${ROLES.join(', ')}; all unless said
      --concurrency N,...   how many at a time: of each, of some, or both, as 20,extractor=4; WORKER_CONCURRENCY unless said
      --serve-a2a NAME,...  agents that it serves over A2A; it then takes jobs only with --roles
      --port N              where it serves them, on HOST; A2A_PORT unless said`;
const { values } = commandLine(USAGE, {
  roles: { type: 'string' },
  concurrency: { type: 'string' },
  'serve-a2a': { type: 'string' },
  port: { type: 'string' },
});

await runMain(async (config, log, closers) => {
  const served = values['serve-a2a'] === undefined ? null : namesIn(values['serve-a2a']);
  const roles = values.roles ? parseRoles(values.roles) : served ? [] : ROLES;
  const concurrency = concurrencyIn(config, values.concurrency);
  const port = values.port === undefined ? config.A2A_PORT : Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port must be a whole number of at most 65535, not "${values.port}"`);
  const base = await openBase(config, log, closers, { role: roleOf(roles) });
  if (config.METRICS_PORT !== undefined) await serveMetrics(base, config.METRICS_PORT);
  if (roles.length > 0) {
    base.reading.start();
    await startWorkers(base, roles, concurrency);
    console.log(
      `medfleet worker: ${roles.map((role) => `${role} (${concurrency[role]})`).join(', ')}, model ${config.MODEL_PROVIDER}`,
    );
  }
  if (served) {
    const { HOST: host, A2A_TOKEN: tokens, A2A_TENANT: tenant } = config;
    const { url, names } = await serveA2a(base, { names: served, host, port, tokens, tenant });
    console.log(`medfleet agents: ${names.join(', ')} at ${url}/a2a`);
  }
});

function namesIn(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}

function parseRoles(text: string): QueueName[] {
  const names = namesIn(text);
  const unknown = names.filter((name) => !(QUEUE_NAMES as string[]).includes(name));
  if (unknown.length > 0)
    throw new Error(`there is no role ${unknown.join(', ')}; roles are ${QUEUE_NAMES.join(', ')}`);
  return names as QueueName[];
}
