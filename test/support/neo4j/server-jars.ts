/**
 * The server's jars, or those of another pom: downloaded once by Maven, from the repositories that this machine's Maven uses, and
 * kept in the user's cache. Later runs find them there and need no Maven at all.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { askForServer } from './server-address.ts';

const POM = join(import.meta.dirname, 'pom.xml');
const NAMED = /<artifactId>([^<]+)<[\s\S]*?<\1\.version>([^<]+)</;
const PROGRESS_MS = 15_000;
const UNITS: Record<string, number> = { B: 1e-6, kB: 1e-3, MB: 1, GB: 1e3 };

export type ServerJars = { version: string; classpath: string };
/** `pom` names the program as its artifactId and has the program's version as a property, `<name>.version`. */
type Fetching = { pom?: string; say?: (line: string) => void; signal?: AbortSignal; mayDownload?: boolean };

/** `skipped` has the reason when there is no Java, or neither jars nor Maven. In a test run only the main process downloads. */
export async function serverJars(): Promise<ServerJars | { skipped: string }> {
  await askForServer();
  return findOrFetchJars();
}

export async function findOrFetchJars(fetching: Fetching = {}): Promise<ServerJars | { skipped: string }> {
  const { pom = POM, mayDownload } = fetching;
  const [, name = '', version = ''] = NAMED.exec(readFileSync(pom, 'utf8')) ?? [];
  if ((await run('java', ['-version'])).code !== 0) return { skipped: 'there is no Java on this machine' };
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'medfleet');
  const dir = join(cache, `${name}-${version}`);
  if (!existsSync(dir)) {
    if (mayDownload === false) return { skipped: 'its jars are not here; npm run test:all fetches them' };
    if ((await run('mvn', ['-version'])).code !== 0) return { skipped: `there is no Maven to fetch ${name} with` };
    const failure = await fetchInto(cache, dir, fetching);
    if (failure) return { skipped: `Maven could not fetch ${name}: ${failure}` };
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

/** Into a temporary folder first: an interrupted download must not look complete to the next run. */
async function fetchInto(cache: string, dir: string, { pom = POM, say, signal }: Fetching): Promise<string | null> {
  mkdirSync(cache, { recursive: true });
  const partial = mkdtempSync(join(cache, 'fetching-'));
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${partial}`, '-DincludeScope=runtime'];
  const began = Date.now();
  let fetched = { files: 0, megabytes: 0 };
  say?.('fetching with Maven, once …');
  const progress = setInterval(() => {
    const seconds = Math.round((Date.now() - began) / 1000);
    say?.(`fetching: ${Math.round(fetched.megabytes)} MB in ${fetched.files} files after ${seconds} s …`);
  }, PROGRESS_MS);
  const { code, output } = await run('mvn', ['-B', '-f', pom, ...goal], {
    ...(signal && { signal }),
    onOutput: (text) => {
      fetched = downloaded(text);
    },
  });
  clearInterval(progress);
  try {
    if (code === 0) renameSync(partial, dir);
  } catch (thrown) {
    // Another run has finished first.
    if (!existsSync(dir)) throw thrown;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return code === 0 ? null : (/^\[ERROR\].*$/m.exec(output)?.[0] ?? `mvn ended with ${code}`);
}

/** The size downloaded so far, from Maven's output: a line for each file, with its size. */
function downloaded(output: string): { files: number; megabytes: number } {
  const sizes = [...output.matchAll(/Downloaded from .*\(([\d.]+) (B|kB|MB|GB)\b/g)];
  const megabytes = sizes.reduce((sum, [, size, unit]) => sum + Number(size) * (UNITS[String(unit)] ?? 0), 0);
  return { files: sizes.length, megabytes };
}

type RunOptions = { signal?: AbortSignal; onOutput?: (sofar: string) => void };

function run(
  program: string,
  args: string[],
  { signal, onOutput }: RunOptions = {},
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...(signal && { signal }) });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk;
      onOutput?.(output);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', () => resolve({ code: null, output }));
    child.once('close', (code) => resolve({ code, output }));
  });
}
