/** The settings and the machine: whether a fleet could start here. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Config, ConfigError, isLoopback, loadConfig, missingInProduction } from '../../platform/config.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const NODE_MIN = [20, 19] as const;
const GB = 1_000_000_000;
/** Redis and the graph write more than they keep while they rewrite their files. */
const LITTLE_SPACE = 2 * GB;
const NO_SPACE = 0.2 * GB;

export function checkNode(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNew = major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1]);
  if (isNew) return ok('node', version);
  return fail('node', `${version} is too old`, `install Node ${NODE_MIN.join('.')} or newer: https://nodejs.org`);
}

/** Null if the settings cannot be read: nothing else can then be checked. */
export function checkSettings(env: Readonly<Record<string, string | undefined>>): [Config | null, Finding[]] {
  try {
    const config = loadConfig(env);
    const missing = missingInProduction(config);
    const isOpenToOthers = !isLoopback(config.HOST) || env.NODE_ENV === 'production';
    if (missing.length === 0 || !isOpenToOthers) return [config, [ok('settings', 'can be read')]];
    return [config, missing.map((line) => warn('settings', line, `set ${line.split(':')[0]}; see .env.example`))];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const lines = error.message.split('\n').slice(1, -1);
    return [null, lines.map((line) => fail('settings', line.trim(), 'correct it in the environment or in .env'))];
  }
}

export function checkDisk({ DATA_DIR }: Config): Finding {
  const dir = nearestFolder(resolve(DATA_DIR));
  try {
    accessSync(dir, constants.W_OK);
  } catch {
    return fail(
      'disk',
      `${dir} cannot be written`,
      `give this user the folder: chown ${process.env.USER ?? 'USER'} ${dir}`,
    );
  }
  const { bavail, bsize } = statfsSync(dir);
  const free = bavail * bsize;
  const words = `${(free / GB).toFixed(1)} GB free for ${DATA_DIR}`;
  if (free < NO_SPACE) return fail('disk', words, 'free some space, or set DATA_DIR to a larger disk');
  if (free < LITTLE_SPACE) return warn('disk', words, 'free some space, or set DATA_DIR to a larger disk');
  return ok('disk', words);
}

/** DATA_DIR is made at the first start. */
function nearestFolder(dir: string): string {
  return existsSync(dir) ? dir : nearestFolder(dirname(dir));
}
