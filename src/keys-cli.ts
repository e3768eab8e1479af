/**
 * `npm run keys`: makes, lists, rotates and revokes keys, in the same store as the API. It needs no key: whoever reaches the fleet's Redis
 * may do everything anyway. Without REDIS_URL it uses the private Redis of DATA_DIR: that of the running fleet, or one that it starts.
 */
import { join } from 'node:path';
import { config as loadEnvFile } from 'dotenv';
import { z } from 'zod';
import { type ApiKey, KeyWish } from './engine/access/api-key.ts';
import { createKeyStore, type KeyStore, type ShownKey } from './engine/access/key-store.ts';
import { createKeys } from './engine/task/keys.ts';
import { commandLine } from './platform/command-line.ts';
import { type Config, loadConfig } from './platform/config.ts';
import { startEmbeddedRedis } from './platform/embedded-redis.ts';
import { AppError } from './platform/errors.ts';
import { createRedisFactory, waitForRedis } from './platform/redis.ts';
import { endpointUrl, previousEndpoint } from './platform/redis-endpoint.ts';

const USAGE = `Keys of the API: make, list, rotate and revoke them. A secret is printed once, and only its digest is kept.

  npm run keys -- create --tenant acme --name "clinic app" --scopes turns:read,turns:write [--patients p1,p2] [--subject anna]
                         [--actions AnalyticsAgent,SchedulerAgent/get_study_plan] [--per-minute 600] [--expires 90d]
  npm run keys -- list --tenant acme
  npm run keys -- rotate ID --tenant acme [--overlap 1h]
  npm run keys -- revoke ID --tenant acme

  --expires and --overlap take a number and s, m, h or d; --expires also a date such as 2027-01-31T00:00:00Z`;

const CONNECT_MS = 10_000;
/** A private Redis that runs answers at once. */
const RUNNING_MS = 1_000;
const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const { values, positionals } = commandLine(
  USAGE,
  {
    tenant: { type: 'string' },
    name: { type: 'string' },
    scopes: { type: 'string' },
    patients: { type: 'string' },
    subject: { type: 'string' },
    actions: { type: 'string' },
    'per-minute': { type: 'string' },
    expires: { type: 'string' },
    overlap: { type: 'string' },
  },
  2,
);

type Command = (store: KeyStore, tenant: string, id: string) => Promise<string>;

const COMMANDS: Readonly<Record<string, Command>> = {
  create: async (store, tenant) => shown(await store.create(wishOf(tenant), 'cli')),
  list: async (store, tenant) => (await store.list(tenant)).map(line).join('\n') || `The tenant ${tenant} has no keys.`,
  rotate: async (store, tenant, id) =>
    shown(await store.rotate(tenant, id, duration('overlap', values.overlap ?? '0s'))),
  revoke: async (store, tenant, id) => {
    await store.revoke(tenant, id);
    return `${id} is revoked.`;
  },
};

main().catch((error: unknown) => {
  console.error(`medfleet: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  loadEnvFile({ quiet: true });
  const [name = '', id = ''] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Error(`say what to do: ${Object.keys(COMMANDS).join(', ')}\n\n${USAGE}`);
  const { tenant } = values;
  if (tenant === undefined) throw new Error('--tenant is missing');
  if (id === '' && (name === 'rotate' || name === 'revoke')) throw new Error(`${name} needs the id of a key; see list`);
  const config = loadConfig(process.env);
  await withStore(config, async (store) => console.log(await command(store, tenant, id)));
}

async function withStore(config: Config, work: (store: KeyStore) => Promise<void>): Promise<void> {
  const external = config.REDIS_URL !== undefined || config.REDIS_MODE !== 'single';
  const running = external ? undefined : await runningRedis(config);
  const started = external || running ? null : await startEmbeddedRedis({ dataDir: config.DATA_DIR });
  const redisUrl = running ?? started?.url;
  const factory = createRedisFactory({ ...config, ...(redisUrl && { redisUrl }) });
  try {
    const redis = factory.connect('producer');
    await waitForRedis(redis, CONNECT_MS);
    const { tag } = createKeys(config.REDIS_PREFIX);
    await work(createKeyStore({ redis, tag, keysPerTenant: config.KEYS_PER_TENANT }));
  } finally {
    await factory.closeAll();
    await started?.close();
  }
}

/** The address of the private Redis of a fleet that runs in DATA_DIR; undefined if none does. */
async function runningRedis(config: Config): Promise<string | undefined> {
  const endpoint = previousEndpoint(join(config.DATA_DIR, 'redis'));
  if (!endpoint) return undefined;
  const redisUrl = endpointUrl(endpoint);
  const factory = createRedisFactory({ ...config, redisUrl });
  try {
    await waitForRedis(factory.connect('producer'), RUNNING_MS);
    return redisUrl;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  } finally {
    await factory.closeAll();
  }
}

function wishOf(tenant: string): KeyWish {
  const { name = '', scopes = '', patients, subject = null, actions, 'per-minute': perMinute, expires } = values;
  const wish = KeyWish.safeParse({
    tenant,
    name,
    subject,
    scopes: listOf(scopes),
    people: patients === undefined ? null : listOf(patients),
    actions: actions === undefined ? null : listOf(actions),
    per_minute: perMinute === undefined ? null : Number(perMinute),
    expires_at: expires === undefined ? null : expiry(expires),
  });
  if (!wish.success) throw new Error(z.prettifyError(wish.error).replaceAll('people', 'patients'));
  return wish.data;
}

function listOf(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  return [...new Set(items.filter(Boolean))];
}

function expiry(text: string): number {
  const date = /^\d{4}-/.test(text) ? Date.parse(text) : Date.now() + duration('expires', text);
  if (!(date > Date.now())) throw new Error('--expires must be in the future: 90d, or 2027-01-31T00:00:00Z');
  return date;
}

function duration(option: string, text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count === undefined) throw new Error(`--${option} must be a number and s, m, h or d: 90d`);
  return Number(count) * (UNITS_MS[unit] ?? 0);
}

function shown({ key, secret }: ShownKey): string {
  return `${line(key)}\n\n  ${secret}\n\nKeep it now: it is not shown again.`;
}

function line(key: ApiKey): string {
  const parts = [
    key.id,
    key.name,
    key.scopes.join('+'),
    ...(key.subject === null ? [] : [`as ${key.subject}`]),
    ...(key.people === null ? [] : [`for ${key.people.join(',') || 'nobody'}`]),
    ...(key.actions === null ? [] : [`calls ${key.actions.join(',')}`]),
    ...(key.per_minute === null ? [] : [`${key.per_minute} a minute`]),
    key.expires_at === null ? 'does not expire' : `expires ${new Date(key.expires_at).toISOString()}`,
    key.last_used_at === null ? 'never used' : `used ${new Date(key.last_used_at).toISOString()}`,
  ];
  return parts.join('  ');
}
