/**
 * Everything in one process: `npm start`. Without REDIS_URL it starts a private Redis, without a key it uses the offline model; then it
 * is the same producer and the same workers as in a fleet of many processes.
 */
import { mountDashboard } from './dashboard/mount.ts';
import { startProducer } from './producers/start-producer.ts';
import { openBase } from './src/base.ts';
import { commandLine } from './src/platform/command-line.ts';
import { type Config, missingInProduction } from './src/platform/config.ts';
import { startEmbeddedRedis } from './src/platform/embedded-redis.ts';
import { runMain } from './src/platform/run-main.ts';
import { openReading } from './src/teams/reading.ts';
import { serveOwnAgents } from './workers/own-agents.ts';
import { ROLES, startWorkers } from './workers/start-workers.ts';

const USAGE = `Everything in one process: the API, the console and all workers.

  npm start

It takes no arguments. Settings come from the environment and from .env; .env.example describes each of them:
  PORT=9000 npm start                     another port than 8080
  DATA_DIR=/var/lib/medfleet npm start    other data than .data
  GEMINI_API_KEY=… npm start              a model instead of rules`;

commandLine(USAGE, {});

await runMain(async (config, log, closers) => {
  const began = performance.now();
  // It loads beside everything else: the first message may be an emergency.
  const reading = openReading();
  reading.start();
  const external = config.REDIS_URL !== undefined || config.REDIS_MODE !== 'single';
  const redis = external ? null : await startEmbeddedRedis({ dataDir: config.DATA_DIR, log });
  if (redis) closers.add('private redis', () => redis.close());
  const variables = new Map(config.variables);
  const base = await openBase({ ...config, variables }, log, closers, { redisUrl: redis?.url, reading, role: 'all' });
  await serveOwnAgents(base, variables);
  await startWorkers(base, ROLES);
  const { url } = await startProducer(base, mountDashboard(config));
  console.log(banner(url, config, redis === null, (performance.now() - began) / 1000));
});

function banner(url: string, config: Config, external: boolean, seconds: number): string {
  const missing = missingInProduction(config);
  return [
    '',
    `  Medfleet is ready (${seconds.toFixed(1)} s)`,
    `  Console    ${url}/dashboard`,
    `  Queues     ${url}/dashboard/queues`,
    `  API        ${url}/docs`,
    `  Model      ${config.MODEL_PROVIDER}`,
    `  Redis      ${external ? 'REDIS_URL' : `private, data in ${config.DATA_DIR}/redis`}`,
    `  Record     ${config.NEO4J_URI ? 'Neo4j at NEO4J_URI' : `embedded graph in ${config.DATA_DIR}`}`,
    ...(missing.length > 0 ? ['', '  Before production, set:', ...missing.map((line) => `    ${line}`)] : []),
    '',
  ].join('\n');
}
