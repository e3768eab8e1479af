/**
 * `medfleet keys`, `npm run keys`: makes, lists, rotates and revokes keys, in the same store as the API. It needs no key: whoever
 * reaches the fleet's Redis may do everything anyway.
 */
import type { KeyStore } from '../../engine/access/key-store.ts';
import { type Call, defineCommand, type Options, UsageError } from '../command.ts';
import { durationMs, expiryMs, keyLine, keyWish, shownKey } from '../key-words.ts';

const OPTIONS = {
  tenant: { type: 'string', value: 'NAME', about: 'Whose key; needed' },
  name: { type: 'string', value: 'TEXT', about: 'Of the new key: what it is for' },
  scopes: { type: 'string', value: 'LIST', about: 'What it may do, with commas between: turns:read,turns:write' },
  patients: { type: 'string', value: 'LIST', about: 'The only people it may act for' },
  subject: { type: 'string', value: 'ID', about: 'The only user it acts as' },
  actions: { type: 'string', value: 'LIST', about: 'Actions of agents that it may call: AnalyticsAgent' },
  'per-minute': { type: 'string', value: 'N', about: 'How many requests it may make in a minute' },
  expires: { type: 'string', value: 'WHEN', about: 'In 90d (s, m, h or d), or at 2027-01-31T00:00:00Z' },
  overlap: { type: 'string', value: 'TIME', about: 'For how long the secret before a rotation stays valid: 1h' },
} as const satisfies Options;

type Given = Call<typeof OPTIONS>['values'];
type Action = (store: KeyStore, tenant: string, id: string, values: Given) => Promise<string>;

const ACTIONS: Readonly<Record<string, Action>> = {
  create: async (store, tenant, _id, values) => {
    const expires = values.expires === undefined ? null : expiryMs(values.expires);
    return shownKey(await store.create(keyWish(tenant, values, expires), 'cli'));
  },
  list: async (store, tenant) =>
    (await store.list(tenant)).map(keyLine).join('\n') || `The tenant ${tenant} has no keys.`,
  rotate: async (store, tenant, id, { overlap = '0s' }) =>
    shownKey(await store.rotate(tenant, id, durationMs('overlap', overlap))),
  revoke: async (store, tenant, id) => {
    await store.revoke(tenant, id);
    return `${id} is revoked.`;
  },
};

export const keys = defineCommand({
  name: 'keys',
  summary: 'Make, list, rotate and revoke keys of the API',
  usage: 'create | list | rotate ID | revoke ID   --tenant NAME',
  actions: Object.keys(ACTIONS),
  mostWords: 2,
  options: OPTIONS,
  examples: [
    [
      'medfleet keys create --tenant acme --name "clinic app" --scopes turns:read,turns:write',
      'its secret is printed once',
    ],
    ['medfleet keys list --tenant acme', 'without their secrets'],
    ['medfleet keys rotate ID --tenant acme --overlap 1h', 'a new secret; the one before stays valid for an hour'],
    ['medfleet keys revoke ID --tenant acme', 'refused from the next request on'],
  ],
  async run({ values, words: [name = '', id = ''], io }) {
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (!action) throw new UsageError(`say what to do: ${Object.keys(ACTIONS).join(', ')}`);
    const { tenant } = values;
    if (tenant === undefined) throw new UsageError('--tenant is missing');
    if (id === '' && (name === 'rotate' || name === 'revoke'))
      throw new UsageError(`${name} needs the id of a key; see medfleet keys list`);
    // Loaded only here: other commands talk to a server.
    const [{ loadConfig }, { withRedis }, { createKeys }, { createKeyStore }] = await Promise.all([
      import('../../platform/config.ts'),
      import('../local-redis.ts'),
      import('../../engine/task/keys.ts'),
      import('../../engine/access/key-store.ts'),
    ]);
    const config = loadConfig(io.env);
    const { tag } = createKeys(config.REDIS_PREFIX);
    const text = await withRedis(config, (redis) =>
      action(createKeyStore({ redis, tag, keysPerTenant: config.KEYS_PER_TENANT }), tenant, id, values),
    );
    io.out(`${text}\n`);
    return undefined;
  },
});
