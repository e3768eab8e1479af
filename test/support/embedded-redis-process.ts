/** A process that owns an embedded Redis, for tests that kill it. Prints its address on stdout, then waits. */
import { startEmbeddedRedis } from '../../src/platform/embedded-redis.ts';

const redis = await startEmbeddedRedis({ dataDir: process.argv[2] ?? '' });
process.stdout.write(`${JSON.stringify({ url: redis.url, pid: redis.pid })}\n`);
setInterval(() => undefined, 60_000);
