import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../src/platform/bootstrap.mjs');
/** Browsers on macOS, which are found independently of PATH. */
const MAC_BROWSER = ['Google Chrome', 'Chromium'].some((app) => existsSync(`/Applications/${app}.app`));
const LOCK = '{"packages": {"": {}, "node_modules/left": {"version": "1.2.3"}}}';

let root: string;
let bin: string;

/** A clone with its packages installed, and an empty PATH: each test adds the programs that it needs. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mf-clone-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  chmodSync(root, 0o777);
  bin = join(root, 'bin');
  for (const folder of ['src/platform', 'node_modules', 'bin']) mkdirSync(join(root, folder), { recursive: true });
  cpSync(SOURCE, join(root, 'src/platform/bootstrap.mjs'));
  writeFileSync(join(root, 'package-lock.json'), LOCK);
  stamp(LOCK);
});

function stamp(lock: string): void {
  writeFileSync(join(root, 'node_modules/.medfleet-stamp'), createHash('sha256').update(lock).digest('hex'));
}

function program(name: string, script = 'exit 0'): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
}

/** Never as root: it would install packages on the machine that runs the tests. */
function bootstrap(mode: string, env: Record<string, string> = {}) {
  const isRoot = process.getuid?.() === 0;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'src/platform/bootstrap.mjs'), mode], {
    encoding: 'utf8',
    env: { PATH: bin, ...env },
    ...(isRoot && { uid: 65534, gid: 65534 }),
  });
  return { status, stdout, stderr };
}

describe('bootstrap', () => {
  it('is silent when nothing is missing', () => {
    for (const name of ['redis-server', 'chromium']) program(name);
    expect(bootstrap('start')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(bootstrap('test')).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('runs no other program when nothing is missing', () => {
    const programs = ['redis-server', 'chromium', 'npm', 'apt-get', 'brew', 'sudo', 'env', 'sh'];
    for (const name of programs) program(name, `echo ${name} >> '${root}/programs.log'`);
    for (const mode of ['start', 'test']) expect(bootstrap(mode).status).toBe(0);
    expect(existsSync(join(root, 'programs.log'))).toBe(false);
  });

  it('says the exact command when it may not install redis-server', () => {
    program('apt-get', 'exit 100');
    program('sudo', 'exit 1');
    const { status, stdout, stderr } = bootstrap('start');
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('redis-server is missing');
    expect(stderr).toContain('\n  sudo apt-get install -y redis-server\n');
    expect(stderr).toContain('REDIS_URL');
  });

  it('does not advise sudo where there is none', () => {
    program('apt-get', 'exit 100');
    const { stderr } = bootstrap('start');
    expect(stderr).toContain('Install it as root with\n  apt-get install -y redis-server\n');
  });

  it.skipIf(MAC_BROWSER)('says the exact command when it may not install a browser for the tests', () => {
    for (const name of ['apt-get', 'redis-server']) program(name);
    program('sudo', 'exit 1');
    const { status, stderr } = bootstrap('test');
    expect(status).toBe(1);
    expect(stderr).toContain('\n  sudo apt-get install -y chromium fonts-liberation\n');
  });

  it('prints instructions on a machine without a known package manager', () => {
    const { status, stderr } = bootstrap('start');
    expect(status).toBe(1);
    expect(stderr).toContain('your package manager');
  });

  it('installs redis-server where sudo asks for no password, and updates the package lists first', () => {
    program('env', 'exec "$@"');
    program('sudo', '[ "$1" = -n ] && shift && exec "$@"');
    program('true');
    program('sh', 'exec /bin/sh "$@"');
    program(
      'apt-get',
      `echo "$1" >> '${root}/apt.log'; [ "$1" = install ] || exit 0
       printf '#!/bin/sh\\n' > '${bin}/redis-server'; /bin/chmod +x '${bin}/redis-server'`,
    );
    chmodSync(bin, 0o777);
    const { status, stdout, stderr } = bootstrap('start');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      'medfleet: updating the package lists (apt-get update) …',
      'medfleet: installing redis-server (apt-get install -y redis-server) …',
      '',
    ]);
    expect(readFileSync(join(root, 'apt.log'), 'utf8')).toBe('update\ninstall\n');
  });

  it.skipIf(MAC_BROWSER)(
    'says what it installs for the tests, and updates the package lists once for all of it',
    () => {
      program('env', 'exec "$@"');
      program('sudo', '[ "$1" = -n ] && shift && exec "$@"');
      program('true');
      program('sh', 'exec /bin/sh "$@"');
      program(
        'apt-get',
        `echo "$1" >> '${root}/apt.log'; [ "$1" = install ] || exit 0
       for name in redis-server chromium; do case " $* " in *" $name "*)
         printf '#!/bin/sh\\n' > '${bin}/'$name; /bin/chmod +x '${bin}/'$name;; esac; done`,
      );
      chmodSync(bin, 0o777);
      const { status, stdout, stderr } = bootstrap('test');
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(/installing chromium \(apt-get install -y chromium fonts-liberation; .*100 MB/);
      expect(readFileSync(join(root, 'apt.log'), 'utf8')).toBe('update\ninstall\ninstall\n');
    },
  );

  it.each([
    ['the environment', { REDIS_URL: 'redis://elsewhere' }, ''],
    ['the environment, as nodes', { REDIS_NODES: 'a:1,b:2' }, ''],
    ['.env', {}, 'REDIS_URL="redis://elsewhere"\n'],
  ])('asks for no redis-server where another Redis is named in %s', (_where, env, file) => {
    writeFileSync(join(root, '.env'), file);
    expect(bootstrap('start', env)).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it.each(['REDIS_URL=\nPORT=8080\n', '# REDIS_URL=redis://elsewhere\n', 'REDIS_URL="" # none\n'])(
    'takes %j in .env for no Redis at all',
    (file) => {
      writeFileSync(join(root, '.env'), file);
      expect(bootstrap('start').status).toBe(1);
    },
  );

  it('installs the packages again when the lock file has changed, and only then', () => {
    program('redis-server');
    program('npm', `echo "$1" >> '${root}/npm.log'`);
    chmodSync(join(root, 'node_modules'), 0o777);
    chmodSync(join(root, 'node_modules/.medfleet-stamp'), 0o666);
    writeFileSync(join(root, 'package-lock.json'), LOCK.replace('1.2.3', '1.2.4'));
    expect(bootstrap('start').stdout).toBe('medfleet: installing npm packages (npm ci, a minute or two) …\n');
    expect(bootstrap('start').stdout).toBe('');
    expect(readFileSync(join(root, 'npm.log'), 'utf8')).toBe('ci\n');
  });

  it('does not throw away packages that someone installed by hand from the same lock file', () => {
    program('redis-server');
    chmodSync(join(root, 'node_modules'), 0o777);
    rmSync(join(root, 'node_modules/.medfleet-stamp'));
    writeFileSync(join(root, 'node_modules/.package-lock.json'), LOCK);
    expect(bootstrap('start')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(existsSync(join(root, 'node_modules/.medfleet-stamp'))).toBe(true);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'uses packages that another user has installed, and says what to do about old ones',
    () => {
      program('redis-server');
      rmSync(join(root, 'node_modules/.medfleet-stamp'));
      writeFileSync(join(root, 'node_modules/.package-lock.json'), LOCK);
      chmodSync(join(root, 'node_modules'), 0o755);
      expect(bootstrap('start')).toEqual({ status: 0, stdout: '', stderr: '' });
      writeFileSync(join(root, 'package-lock.json'), LOCK.replace('1.2.3', '1.2.4'));
      program('npm', 'echo "npm error code EACCES" >&2; exit 243');
      expect(bootstrap('start').stderr).toContain('node_modules belongs to another user');
    },
  );

  it('shows why npm failed, without the host that it talked to', () => {
    stamp('another lock file');
    program(
      'npm',
      'echo "npm error request to https://packages.example.org/left failed: ENOTFOUND packages.example.org"; exit 1',
    );
    const { status, stderr } = bootstrap('start');
    expect(status).toBe(1);
    expect(stderr).toContain('npm ci failed');
    expect(stderr).toContain('ENOTFOUND');
    expect(stderr).not.toContain('example.org');
  });
});
