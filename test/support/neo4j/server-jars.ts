/**
 * The server's jars on this machine: fetched once by Maven, from wherever this machine's Maven fetches things, and kept in the user's
 * cache. Later runs find them there and need no Maven at all.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const POM = join(import.meta.dirname, 'pom.xml');

export type ServerJars = { version: string; classpath: string };

/** Says why not, when there is no Java, or neither jars nor Maven. */
export async function serverJars(): Promise<ServerJars | { skipped: string }> {
  const version = /<neo4j\.version>([^<]+)</.exec(readFileSync(POM, 'utf8'))?.[1] ?? '';
  if ((await run('java', ['-version'])).code !== 0) return { skipped: 'there is no Java on this machine' };
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'medfleet');
  const dir = join(cache, `neo4j-${version}`);
  if (!existsSync(dir)) {
    if ((await run('mvn', ['-version'])).code !== 0) return { skipped: 'there is no Maven to fetch the server with' };
    const failure = await fetchInto(cache, dir);
    if (failure) return { skipped: `Maven could not fetch the server: ${failure}` };
  }
  const jars = readdirSync(dir).filter((name) => name.endsWith('.jar'));
  return {
    version,
    classpath: jars
      .sort()
      .map((name) => join(dir, name))
      .join(':'),
  };
}

/** Into a folder of its own first: a run that is cut off leaves nothing that the next would take for complete. */
async function fetchInto(cache: string, dir: string): Promise<string | null> {
  mkdirSync(cache, { recursive: true });
  const partial = mkdtempSync(join(cache, 'fetching-'));
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${partial}`, '-DincludeScope=runtime'];
  const { code, output } = await run('mvn', ['-B', '-q', '-f', POM, ...goal]);
  try {
    if (code === 0) renameSync(partial, dir);
  } catch (thrown) {
    // Another run was quicker.
    if (!existsSync(dir)) throw thrown;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return code === 0 ? null : (/^\[ERROR\].*$/m.exec(output)?.[0] ?? `mvn ended with ${code}`);
}

function run(program: string, args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', () => resolve({ code: null, output }));
    child.once('close', (code) => resolve({ code, output }));
  });
}
