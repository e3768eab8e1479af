/**
 * Makes a fresh clone runnable: `npm start` and `npm test` begin here. It installs what is missing (npm packages, redis-server,
 * bubblewrap where that is possible, for tests a browser) and prints nothing when nothing is missing. Plain Node, because there may be no packages yet.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NODE_MIN = [20, 19];

/** Package names by package manager. The first one that is installed is used; only apt-get and brew are run automatically. */
const MANAGERS = [
  { name: 'apt-get', add: 'apt-get install -y', redis: 'redis-server', chromium: 'chromium fonts-liberation' },
  { name: 'brew', add: 'brew install', redis: 'redis', chromium: '--cask google-chrome' },
  { name: 'dnf', add: 'dnf install -y', redis: 'redis', chromium: 'chromium' },
  { name: 'apk', add: 'apk add', redis: 'redis', chromium: 'chromium' },
  { name: 'pacman', add: 'pacman -S', redis: 'redis', chromium: 'chromium' },
];

// test/support/chromium.ts looks in the same places.
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_BROWSERS = ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);

/** Printed with the message, where the installation takes long. */
const SIZES = { redis: '', chromium: '; with what it needs about 100 MB, some minutes' };

/** What npm adds to a tree that it may not write to names npm's own cache, which is not it. */
const FOREIGN = `\nnode_modules belongs to another user: start as that user, or remove it first`;

let listsAreFresh = false;

const mode = process.argv[2];
if (mode !== 'start' && mode !== 'test') fail('usage: node src/platform/bootstrap.mjs start|test');
checkNode();
installPackages();
if (mode === 'test') {
  provide('redis-server', 'redis', () => onPath('redis-server'));
  provide('chromium', 'chromium', hasBrowser, 'or set CHROMIUM_PATH to a Chromium or Chrome');
} else if (!isSet('REDIS_URL', 'REDIS_NODES')) {
  provide('redis-server', 'redis', () => onPath('redis-server'), 'or set REDIS_URL to a Redis of your own');
}
offerSandbox();

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) return;
  fail(`Node ${NODE_MIN.join('.')} or newer is needed; this is ${process.versions.node}. See https://nodejs.org`);
}

/** The stamp says for which lock file the packages were installed; npm ci removes it with everything else. */
function installPackages() {
  const lock = readFileSync(join(ROOT, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const stamp = join(ROOT, 'node_modules', '.medfleet-stamp');
  if (read(stamp) === wanted) return;
  if (!matchesLock(JSON.parse(lock.toString()))) {
    say('installing npm packages (npm ci, a minute or two) …');
    // Development packages too, whatever NODE_ENV is: the comparison with the lock file needs all packages.
    const npm = run('npm', ['ci', '--include=dev', '--no-progress', '--loglevel=error']);
    if (npm.status !== 0) fail(`npm ci failed:\n${clean(npm)}${isForeign(npm) ? FOREIGN : ''}`);
  }
  note(stamp, wanted);
}

/** Packages that another user has installed, or that are on a read-only disk, are used as they are, and compared at each start. */
function note(path, text) {
  try {
    writeFileSync(path, text);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

/** For packages that were installed by npm directly: npm's own record then has each package in the lock's version. */
function matchesLock(lock) {
  const record = read(join(ROOT, 'node_modules', '.package-lock.json'));
  if (!record) return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(lock.packages).every(
    ([path, { version, optional }]) =>
      path === '' || (installed[path] ? installed[path].version === version : optional),
  );
}

function provide(name, key, isThere, otherwise = '') {
  if (isThere()) return;
  const manager = MANAGERS.find((candidate) => onPath(candidate.name));
  const isBrew = manager?.name === 'brew';
  const isRoot = process.getuid?.() === 0;
  const hasSudo = onPath('sudo');
  const command = manager && `${isBrew || isRoot || !hasSudo ? '' : 'sudo '}${manager.add} ${manager[key]}`;
  const who = isBrew || isRoot || hasSudo || !manager ? '' : ' as root';
  const advice = `Install it${who} with\n  ${command ?? 'your package manager'}\n${otherwise}`.trimEnd();
  const may =
    isBrew || (manager?.name === 'apt-get' && (isRoot || (hasSudo && run('sudo', ['-n', 'true']).status === 0)));
  if (!may) fail(`${name} is missing, and it cannot be installed from here. ${advice}`);
  const sudo = isRoot ? [] : ['sudo', '-n'];
  if (!isBrew && !listsAreFresh) {
    say('updating the package lists (apt-get update) …');
    run('env', [...sudo, 'apt-get', 'update', '-qq']);
    listsAreFresh = true;
  }
  say(`installing ${name} (${manager.add} ${manager[key]}${SIZES[key]}) …`);
  const result = isBrew ? run('sh', ['-c', command]) : aptInstall(manager[key], sudo);
  if (!isThere()) fail(`${name} could not be installed:\n${clean(result)}\n${advice}`);
}

/**
 * bubblewrap, in which agents run programs: docs/sandbox.md. Nothing else needs it, so that it is installed only where that is certain to
 * be allowed, tried once, and not missed.
 */
function offerSandbox() {
  const tried = join(ROOT, 'node_modules', '.medfleet-bubblewrap');
  if (process.platform !== 'linux' || onPath('bwrap') || !onPath('apt-get') || process.getuid?.() !== 0) return;
  if (read(tried) !== undefined) return;
  note(tried, '');
  say('installing bubblewrap (apt-get install -y bubblewrap) …');
  aptInstall('bubblewrap', []);
  if (onPath('bwrap') || listsAreFresh) return;
  run('apt-get', ['update', '-qq']);
  aptInstall('bubblewrap', []);
}

/** Debian's package starts and enables a service; our redis-server is private, so the service is not started. */
function aptInstall(packages, sudo) {
  const script = `
    export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
    apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=120 ${packages}
    [ "${packages}" = redis-server ] || exit
    if [ -d /run/systemd/system ]; then systemctl disable --now redis-server
    else update-rc.d redis-server disable; invoke-rc.d redis-server stop; fi >/dev/null 2>&1`;
  return run('env', [...sudo, 'sh', '-c', script]);
}

function hasBrowser() {
  return Boolean(process.env.CHROMIUM_PATH) || BROWSERS.some(onPath) || MAC_BROWSERS.some(isExecutable);
}

function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.some((folder) => isExecutable(join(folder, name)));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** In the environment or in .env, and not empty. */
function isSet(...names) {
  const file = read(join(ROOT, '.env')) ?? '';
  const inFile = (name) => new RegExp(`^[ \\t]*(export )?${name}[ \\t]*=[ \\t]*["']?[^\\s"'#]`, 'm').test(file);
  return names.some((name) => process.env[name] || inFile(name));
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function run(program, args) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  return spawnSync(program, args, { cwd: ROOT, encoding: 'utf8', stdio, maxBuffer: 64 * 1024 * 1024 });
}

function isForeign({ stderr }) {
  return /EACCES|EPERM/.test(stderr ?? '') && Boolean(read(join(ROOT, 'node_modules', '.package-lock.json')));
}

/** The last lines of a program's output, without host names. */
function clean({ stdout, stderr, error }) {
  const text = [stdout, stderr, error?.message].filter(Boolean).join('\n').trim();
  const hosts = [...text.matchAll(/(?:https?:\/\/|ENOTFOUND |EAI_AGAIN |resolve ')([^/\s:']+)/g)].map((m) => m[1]);
  const lines = text.split('\n').slice(-20);
  return hosts.reduce((kept, host) => kept.replaceAll(host, '(host)'), lines.join('\n'));
}

function say(text) {
  console.log(`medfleet: ${text}`);
}

function fail(text) {
  console.error(`medfleet: ${text}`);
  process.exit(1);
}
