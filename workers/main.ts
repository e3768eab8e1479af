/** A worker process: `npm run worker -- --roles triage,extractor --concurrency 20`. */
import { QUEUE_NAMES, type QueueName } from '../queues/catalogue.ts';
import { openBase } from '../src/base.ts';
import { commandLine } from '../src/platform/command-line.ts';
import { serveMetrics } from '../src/platform/metrics-server.ts';
import { runMain } from '../src/platform/run-main.ts';
import { ROLES, startWorkers } from './start-workers.ts';

const USAGE = `A worker process. Start as many as there is work.

  npm run worker
      --roles NAME,...    which jobs it takes: ${ROLES.join(', ')}; all unless said
      --concurrency N     how many of each at a time; WORKER_CONCURRENCY unless said`;
const { values } = commandLine(USAGE, { roles: { type: 'string' }, concurrency: { type: 'string' } });

await runMain(async (config, log, closers) => {
  const roles = values.roles ? parseRoles(values.roles) : ROLES;
  const concurrency = values.concurrency === undefined ? config.WORKER_CONCURRENCY : Number(values.concurrency);
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new Error(`--concurrency must be a whole number of at least 1, not "${values.concurrency}"`);
  const base = await openBase(config, log, closers);
  base.reading.start();
  await startWorkers(base, roles, concurrency);
  if (config.METRICS_PORT !== undefined) await serveMetrics(base, config.METRICS_PORT);
  console.log(
    `medfleet worker: ${roles.join(', ')} (${concurrency} jobs each at a time), model ${base.config.MODEL_PROVIDER}`,
  );
});

function parseRoles(text: string): QueueName[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !(QUEUE_NAMES as string[]).includes(name));
  if (unknown.length > 0)
    throw new Error(`there is no role ${unknown.join(', ')}; roles are ${QUEUE_NAMES.join(', ')}`);
  return names as QueueName[];
}
