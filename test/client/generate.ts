/** `npm run client`: writes src/client/api.generated.ts from the OpenAPI document that a producer serves. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProducer } from '../../producers/start-producer.ts';
import { openBase } from '../../src/base.ts';
import { createClosers } from '../../src/platform/closers.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { startEmbeddedRedis } from '../../src/platform/embedded-redis.ts';
import { createLog } from '../../src/platform/log.ts';
import { clientTypes, type OpenApiDocument } from './client-types.ts';

const FILE = join(import.meta.dirname, '../../src/client/api.generated.ts');

const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-client-'));
const log = createLog('error');
const closers = createClosers(log);
closers.add('data', () => rmSync(dataDir, { recursive: true, force: true }));
try {
  const redis = await startEmbeddedRedis({ dataDir, log });
  closers.add('redis', () => redis.close());
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, PORT: '0', SEARCH_PUBLIC: 'false' });
  const { url } = await startProducer(await openBase(config, log, closers, { redisUrl: redis.url }));
  const response = await fetch(`${url}/openapi.json`);
  writeFileSync(FILE, clientTypes((await response.json()) as OpenApiDocument));
} finally {
  await closers.close();
}
