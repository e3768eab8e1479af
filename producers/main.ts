/** A producer process: the HTTP API, the console and Bull Board. `npm run producer`. */
import { mountDashboard } from '../dashboard/mount.ts';
import { openBase } from '../src/base.ts';
import { runMain } from '../src/platform/run-main.ts';
import { startProducer } from './start-producer.ts';

await runMain(async (config, log, closers) => {
  const base = await openBase(config, log, closers);
  const { url } = await startProducer(base, mountDashboard(config.DASHBOARD_WRITE));
  console.log(`medfleet producer: ${url}`);
});
