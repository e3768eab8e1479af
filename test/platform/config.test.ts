import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../../src/platform/config.ts';
import { exampleSettings, settingNames } from '../support/settings.ts';

function problemsOf(env: NodeJS.ProcessEnv): string {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

const PROVIDER = { JWT_ISSUER: 'https://id.example', JWT_AUDIENCE: 'us', JWT_JWKS_URL: 'https://id.example/keys' };

describe('settings', () => {
  it('reports everything that is wrong at once, not one thing at each start', () => {
    const message = problemsOf({ PORT: 'eighty', REDIS_URL: 'localhost:6379', LOG_LEVEL: 'loud' });
    expect(message).toContain('PORT:');
    expect(message).toContain('REDIS_URL: must be a URL such as redis://localhost:6379');
    expect(message).toContain('LOG_LEVEL:');
  });

  it('reports every contradiction at once, with the fix', () => {
    const message = problemsOf({ MODEL_PROVIDER: 'gemini', REDIS_MODE: 'cluster', API_TOKENS: 'acme:short' });
    expect(message).toContain('GEMINI_API_KEY: needed');
    expect(message).toContain('REDIS_NODES: needed');
    expect(message).toContain('openssl rand -hex 24');
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'fleet.internal'])(
    'refuses to serve patients on %s to anyone who asks',
    (HOST) => {
      expect(problemsOf({ HOST })).toContain('API_TOKENS: needed');
      expect(problemsOf({ HOST, API_TOKENS: `acme:${'s'.repeat(16)}` })).toBe('');
      expect(problemsOf({ HOST, AUTH_REQUIRED: 'true' })).toBe('');
      expect(problemsOf({ HOST, ...PROVIDER })).toBe('');
    },
  );

  it('refuses to trust a proxy that passes on what anyone asks', () => {
    const proxied = { TRUSTED_PROXIES: '127.0.0.1' };
    expect(problemsOf(proxied)).toContain('API_TOKENS: needed because TRUSTED_PROXIES=127.0.0.1 can be reached');
    expect(problemsOf({ ...proxied, AUTH_REQUIRED: 'true' })).toBe('');
  });

  it('takes an identity provider as a whole, its keys only over https, and no signature with a shared secret', () => {
    for (const name of Object.keys(PROVIDER)) {
      const message = problemsOf({ ...PROVIDER, [name]: '' });
      expect(message).toContain(`${name}: needed, because`);
      expect(message.match(/needed/g)).toHaveLength(1);
    }
    for (const JWT_JWKS_URL of ['http://id.example/keys', 'http://10.0.0.1/keys', 'http://127.0.0.1.id.example/keys'])
      expect(problemsOf({ ...PROVIDER, JWT_JWKS_URL })).toContain('JWT_JWKS_URL: must be https');
    for (const JWT_JWKS_URL of ['file:///keys', 'id.example', 'javascript:x'])
      expect(problemsOf({ ...PROVIDER, JWT_JWKS_URL })).toContain('JWT_JWKS_URL: must be a URL');
    for (const JWT_JWKS_URL of ['http://localhost:9/keys', 'http://127.0.0.1/keys', 'http://[::1]:8080/keys'])
      expect(problemsOf({ ...PROVIDER, JWT_JWKS_URL })).toBe('');
    for (const JWT_ALGORITHMS of ['HS256', 'none', 'RS256,HS512', 'rs256', ','])
      expect(problemsOf({ ...PROVIDER, JWT_ALGORITHMS })).toContain('JWT_ALGORITHMS: must be some of RS256');
  });

  it('takes an empty value for a missing one, as a copied .env has them', () => {
    expect(loadConfig({ REDIS_URL: '', PORT: '', GEMINI_API_KEY: '' })).toEqual(loadConfig({}));
  });

  it('takes proxies as addresses and networks only', () => {
    const networks = '10.0.0.0/8, 2001:db8::/32, 192.0.2.7';
    expect(loadConfig({ TRUSTED_PROXIES: networks, AUTH_REQUIRED: 'true' }).TRUSTED_PROXIES).toHaveLength(3);
    for (const TRUSTED_PROXIES of ['proxy.internal', '10.0.0.0/33', '10.0.0.0/', 'true'])
      expect(problemsOf({ TRUSTED_PROXIES })).toContain('TRUSTED_PROXIES: must be addresses or networks');
  });

  it('takes a path before all addresses, which the public address has too', () => {
    expect(loadConfig({}).BASE_PATH).toBe('');
    for (const BASE_PATH of ['/medfleet', '/medfleet/']) expect(loadConfig({ BASE_PATH }).BASE_PATH).toBe('/medfleet');
    expect(loadConfig({ BASE_PATH: '/' }).BASE_PATH).toBe('');
    for (const BASE_PATH of ['medfleet', '//host', '/../x', '/a"b', 'https://example.org/x'])
      expect(problemsOf({ BASE_PATH })).toContain('BASE_PATH: must be a path such as /medfleet');
    const PUBLIC_URL = 'https://example.org/other';
    expect(problemsOf({ BASE_PATH: '/medfleet', PUBLIC_URL })).toContain('PUBLIC_URL: must end with BASE_PATH');
    expect(problemsOf({ BASE_PATH: '/other', PUBLIC_URL })).toBe('');
  });

  it('reads DASHBOARD_WRITE=false as false', () => {
    expect(loadConfig({ DASHBOARD_WRITE: 'false' }).DASHBOARD_WRITE).toBe(false);
  });

  it('keeps a tenant apart from its token, also where the token has a colon in it', () => {
    const { tokens } = loadConfig({ API_TOKENS: 'acme:one:234567890123456, beta:abcdefghijklmnop' });
    expect(tokens.map(({ tenant, token }) => [tenant, token])).toEqual([
      ['acme', 'one:234567890123456'],
      ['beta', 'abcdefghijklmnop'],
    ]);
  });

  it.each([
    ['secret-0123456789', 'entry 1 cannot be read; write tenant:token'],
    ['acme[turns:read:secret-0123456789', 'entry 1 cannot be read'],
    ['acme[turns:read,turns:write]:secret-0123456789', 'entry 1 cannot be read; .* joining scopes by \\+'],
    ['Acme:secret-0123456789', 'entry 1 has a tenant that is not a name'],
    [':secret-0123456789', 'entry 1 has a tenant that is not a name'],
    ['acme/:secret-0123456789', 'entry 1 has a user that is not an id; write tenant/user:token'],
    ['acme/a b:secret-0123456789', 'entry 1 has a user that is not an id'],
    ['acme:secret-01234567', 'entry 1 has a token of less than 16 characters; make one with: openssl rand'],
    ['acme[admin]:', 'entry 1 has a token of less than 16 characters'],
    ['acme[]:secret-0123456789', 'entry 1 has an empty scope; write tenant\\['],
    ['acme[admin+]:secret-0123456789', 'entry 1 has an empty scope'],
    ['acme:secret-0123456789,beta[admin]:secret-0123456789', 'entry 2 repeats the token of another entry'],
  ])('tells what is wrong with API_TOKENS=%s, without the token', (API_TOKENS, message) => {
    expect(problemsOf({ API_TOKENS })).toMatch(new RegExp(`API_TOKENS: ${message}`));
    expect(problemsOf({ API_TOKENS })).not.toContain('secret');
  });
});

describe('.env.example', () => {
  it('describes every setting once, and none that does not exist', () => {
    const names = settingNames();
    expect(names).toContain('REDIS_URL');
    expect(
      exampleSettings()
        .map(([name]) => name)
        .sort(),
    ).toEqual([...names].sort());
  });

  it('shows the true defaults: with all of them set, nothing changes', () => {
    const { variables, ...settings } = loadConfig(Object.fromEntries(exampleSettings()));
    expect({ ...settings, variables: new Map() }).toEqual(loadConfig({}));
    expect(variables.get('MODELS_FILE')).toBe('agents/models.yml');
  });

  it('has a value for every setting that has a default', () => {
    const shown = Object.fromEntries(exampleSettings());
    const defaults = loadConfig({}) as unknown as Record<string, unknown>;
    // Derived from other settings, as their comments say.
    const derived = ['AGENTS_RELOAD', 'MODEL_PROVIDER'];
    for (const name of settingNames().filter((candidate) => !derived.includes(candidate))) {
      const value = defaults[name];
      const text = value === undefined ? '' : String(value);
      expect(`${name}=${shown[name]}`).toBe(`${name}=${text}`);
    }
  });

  it('has a line of explanation above each setting', () => {
    const lines = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      if (/^# [A-Z0-9_]+=/.test(line)) expect(lines[index - 1], line).toMatch(/^# (?![A-Z0-9_]+=).{8,}/);
    }
  });
});
