/**
 * A real Neo4j for the tests: Bolt on a free port of loopback, data in a temporary folder, gone with the process that started it. A
 * shell between this process and the server holds the end of a pipe; when this process ends, in whatever way, it kills the server
 * and removes its data.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import neo4j from 'neo4j-driver';
import { freePort } from '../../../src/platform/redis-endpoint.ts';
import { type ServerJars, serverJars } from './server-jars.ts';

export type Neo4jServer = {
  uri: string;
  user: string;
  password: string;
  version: string;
  /** Its data and its log, for as long as it runs. */
  home: string;
  stop(): Promise<void>;
};
export type Neo4jOptions = {
  /** quick: half the CPU time until it answers. thorough: the JVM's own choice, for measuring. */
  compiler?: 'quick' | 'thorough';
};

const WATCHDOG = `
home=$1; shift
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
( while read -r _; do :; done; kill -KILL "$server" ) <&3 3<&- 2>/dev/null &
watch=$!
exec 3<&-
wait "$server"
kill "$watch" 2>/dev/null
rm -rf "$home"
`;
/** The time limit for its first answer. */
const START_LIMIT_MS = 600_000;

export async function startNeo4j(options: Neo4jOptions = {}): Promise<Neo4jServer> {
  const jars = await serverJars();
  if ('skipped' in jars) throw new Error(`Neo4j cannot be started: ${jars.skipped}`);
  return startFrom(jars, options);
}

export async function startFrom(jars: ServerJars, { compiler = 'quick' }: Neo4jOptions = {}): Promise<Neo4jServer> {
  const home = mkdtempSync(join(tmpdir(), 'medfleet-neo4j-'));
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  writeSettings(home, port);
  const jvm = [
    '-Xms256m',
    '-Xmx512m',
    '-XX:+UseSerialGC',
    ...(compiler === 'quick' ? ['-XX:TieredStopAtLevel=1'] : []),
  ];
  const main = ['org.neo4j.server.CommunityEntryPoint', `--home-dir=${home}`, `--config-dir=${join(home, 'conf')}`];
  const command = ['java', ...jvm, '-cp', jars.classpath, ...main];
  const shell = spawn('/bin/sh', ['-c', WATCHDOG, 'medfleet-neo4j', home, ...command], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.stdin.on('error', () => undefined);
  shell.unref();
  (shell.stdin as unknown as { unref?: () => void }).unref?.();
  const exited = new Promise<void>((resolve) => shell.once('close', () => resolve()));
  const stop = async () => {
    shell.ref();
    shell.stdin.end();
    await exited;
  };

  const uri = `neo4j://127.0.0.1:${port}`;
  const early = exited.then(() => {
    throw new Error('Neo4j ended before it answered');
  });
  try {
    await Promise.race([firstAnswer(`bolt://127.0.0.1:${port}`, password), early]);
  } catch (thrown) {
    const log = logOf(home);
    await stop();
    throw new Error(`Neo4j does not start. ${log}`, { cause: thrown });
  }
  early.catch(() => undefined);
  return { uri, user: 'neo4j', password, version: jars.version, home, stop };
}

function writeSettings(home: string, port: number): void {
  const settings = {
    'server.default_listen_address': '127.0.0.1',
    'server.bolt.listen_address': `127.0.0.1:${port}`,
    'server.bolt.advertised_address': `127.0.0.1:${port}`,
    'server.http.enabled': 'false',
    'server.https.enabled': 'false',
    'server.memory.pagecache.size': '64m',
    'dbms.usage_report.enabled': 'false',
    'dbms.security.auth_minimum_password_length': '8',
  };
  mkdirSync(join(home, 'conf'));
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  writeFileSync(join(home, 'conf', 'neo4j.conf'), `${lines.join('\n')}\n`);
}

/** A new server requires its first user to set a password. When that has worked, it is ready. */
async function firstAnswer(uri: string, password: string): Promise<void> {
  const driver = neo4j.driver(uri, neo4j.auth.basic('neo4j', 'neo4j'), { connectionTimeout: 60_000 });
  const deadline = Date.now() + START_LIMIT_MS;
  try {
    for (;;) {
      const session = driver.session({ database: 'system' });
      try {
        await session.run("ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $password", { password });
        return;
      } catch (thrown) {
        if (Date.now() > deadline) throw thrown;
        await sleep(100);
      } finally {
        await session.close();
      }
    }
  } finally {
    await driver.close();
  }
}

function logOf(home: string): string {
  try {
    return readFileSync(join(home, 'logs', 'neo4j.log'), 'utf8').slice(-2000);
  } catch {
    return 'It wrote no log.';
  }
}
