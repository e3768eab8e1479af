/** Redis and Neo4j: whether they answer, keep what they are given, and have the same time as this machine. */
import type { Config } from '../../platform/config.ts';
import type { RedisClient } from '../../platform/lua.ts';
import { redisAdvice, redisRisks } from '../../platform/redis.ts';
import { redisNow } from '../../platform/redis-clock.ts';
import { isExternal, runningRedis, withConnection } from '../local-redis.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

const CONNECT_MS = 5_000;
const WARN_SKEW_MS = 2_000;
/** Beyond this, due times, signatures and tokens are judged wrongly. */
const FAIL_SKEW_MS = 30_000;

export async function checkRedis(config: Config): Promise<Finding[]> {
  const external = isExternal(config);
  const url = external ? undefined : await runningRedis(config);
  if (!external && url === undefined)
    return [warn('redis', `no private Redis runs in ${config.DATA_DIR}`, 'npm start starts one; or set REDIS_URL')];
  try {
    return await withConnection(config, url, CONNECT_MS, (redis) => inspect(redis, external));
  } catch (error) {
    const reason = reasonOf(error);
    return [fail('redis', reason, redisAdvice(reason))];
  }
}

async function inspect(redis: RedisClient, external: boolean): Promise<Finding[]> {
  const before = Date.now();
  const skew = (await redisNow(redis)).getTime() - (before + Date.now()) / 2;
  const info = (await redis.info()) as string;
  const version = /^redis_version:(.*?)\r?$/m.exec(info)?.[1] ?? '';
  return [
    ok('redis', `${external ? 'REDIS_URL' : 'private'}, version ${version}`),
    ...redisRisks(info).map(({ detail, fix }) => warn('redis', detail, fix)),
    clockFinding('clock of redis', skew),
  ];
}

export function clockFinding(name: string, skewMs: number): Finding {
  const words = `${(Math.abs(skewMs) / 1000).toFixed(1)} s ${skewMs < 0 ? 'behind' : 'ahead of'} this machine`;
  const fix = 'synchronise the clocks of both machines: timedatectl set-ntp true';
  if (Math.abs(skewMs) >= FAIL_SKEW_MS) return fail(name, words, fix);
  return Math.abs(skewMs) >= WARN_SKEW_MS ? warn(name, words, fix) : ok(name, words);
}

export async function checkNeo4j(config: Config): Promise<Finding> {
  const { NEO4J_URI: uri = '', NEO4J_USER: user, NEO4J_PASSWORD: password, NEO4J_DATABASE: database } = config;
  const { connectNeo4j } = await import('../../platform/neo4j.ts');
  const connection = connectNeo4j({ uri, user, ...(password && { password }), ...(database && { database }) });
  try {
    return ok('graph', `Neo4j ${await connection.serverVersion()}`);
  } catch (error) {
    return fail('graph', reasonOf(error), 'start Neo4j, or correct NEO4J_URI, NEO4J_USER and NEO4J_PASSWORD');
  } finally {
    await connection.close();
  }
}
