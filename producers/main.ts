/** A producer process: the HTTP API, the console and Bull Board. `npm run producer`. */
import { mountDashboard } from '../dashboard/mount.ts';
import { openBase } from '../src/base.ts';
import { commandLine } from '../src/platform/command-line.ts';
import { runMain } from '../src/platform/run-main.ts';
import { startProducer } from './start-producer.ts';

const USAGE = `A producer process: the API, the console and the dashboard. Start as many as there are requests.

  REDIS_URL=redis://localhost:6379 npm run producer

It takes no arguments. Settings come from the environment and from .env; .env.example describes each of them.
Workers take the jobs: npm run worker -- --help`;

commandLine(USAGE, {});

await runMain(async (config, log, closers) => {
  const base = await openBase(config, log, closers);
  // Each message is read for what to do at once when it is taken.
  base.reading.start();
  const { url } = await startProducer(base, mountDashboard(config));
  console.log(`medfleet producer: ${url}`);
});
