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

describe('settings', () => {
  it('reports everything that is wrong at once, not one thing at each start', () => {
    const message = problemsOf({ PORT: 'eighty', REDIS_URL: 'localhost:6379', LOG_LEVEL: 'loud' });
    expect(message).toContain('PORT:');
    expect(message).toContain('REDIS_URL: must be a URL such as redis://localhost:6379');
    expect(message).toContain('LOG_LEVEL:');
  });

  it('reports every contradiction at once, with the mend', () => {
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
    },
  );

  it('takes an empty value for a missing one, as a copied .env has them', () => {
    expect(loadConfig({ REDIS_URL: '', PORT: '', GEMINI_API_KEY: '' })).toEqual(loadConfig({}));
  });

  it('reads DASHBOARD_WRITE=false as false', () => {
    expect(loadConfig({ DASHBOARD_WRITE: 'false' }).DASHBOARD_WRITE).toBe(false);
  });

  it('keeps a tenant apart from its token, also where the token has a colon in it', () => {
    const { tokens } = loadConfig({ API_TOKENS: 'acme:one:234567890123456, beta:abcdefghijklmnop' });
    expect([...tokens]).toEqual([
      ['one:234567890123456', 'acme'],
      ['abcdefghijklmnop', 'beta'],
    ]);
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

  it('shows the true defaults: with all of it in force, nothing changes', () => {
    const { variables, ...settings } = loadConfig(Object.fromEntries(exampleSettings()));
    expect({ ...settings, variables: new Map() }).toEqual(loadConfig({}));
    expect(variables.get('MODELS_FILE')).toBe('agents/models.yml');
  });

  it('says a value for every setting that has a default', () => {
    const shown = Object.fromEntries(exampleSettings());
    const defaults = loadConfig({}) as unknown as Record<string, unknown>;
    // Decided from other settings, and described so.
    const derived = ['AGENTS_RELOAD', 'MODEL_PROVIDER'];
    for (const name of settingNames().filter((candidate) => !derived.includes(candidate))) {
      const value = defaults[name];
      const text = value === undefined || Array.isArray(value) ? '' : String(value);
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
