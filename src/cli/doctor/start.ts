/** What `npm start` needs besides the settings: agents' files that can be loaded, a graph file that can be opened, and a free port. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../platform/config.ts';
import { INSTALLATION } from '../../platform/installation.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

/** Loading and checking takes about a second; a busy machine needs more. */
const CHECK_MS = 60_000;
/** A long list helps nobody: the first problems are often the cause of the others. */
const MAX_PROBLEMS = 10;

/** In a process of its own: the check loads the code of all teams. */
export async function checkAgents({ AGENTS_DIR }: Config): Promise<Finding[]> {
  const extension = extname(fileURLToPath(import.meta.url));
  const file = fileURLToPath(new URL(`../../check-agents${extension}`, import.meta.url));
  const dir = resolve(AGENTS_DIR);
  const args = [...(extension === '.ts' ? ['--import', 'tsx'] : []), file, dir];
  const { failed, err } = await new Promise<{ failed: boolean; err: string }>((done) => {
    execFile(process.execPath, args, { cwd: INSTALLATION, timeout: CHECK_MS }, (error, _out, text) =>
      done({ failed: error !== null, err: text }),
    );
  });
  if (!failed) return [ok('agents', `${AGENTS_DIR} can be loaded`)];
  const problems = err.split('\n').filter((line) => /:\d+ {2}/.test(line));
  const again = 'correct the file; npm run agents:check lists every problem';
  if (problems.length === 0) return [fail('agents', `${dir} cannot be loaded`, 'see npm run agents:check')];
  return problems.slice(0, MAX_PROBLEMS).map((line) => fail('agents', line.trim(), again));
}

/** Only read, so that it may be in use. */
export async function checkGraphFile({ DATA_DIR }: Config): Promise<Finding> {
  const file = join(DATA_DIR, 'graph.db');
  if (!existsSync(file)) return ok('graph', `embedded; ${file} is made at the first start`);
  const { default: Libsql } = await import('libsql');
  try {
    const database = new Libsql(file, { readonly: true, timeout: 1_000 });
    try {
      const row = database.prepare('PRAGMA quick_check(1)').get() as { quick_check?: string } | undefined;
      if (row?.quick_check === 'ok') return ok('graph', `embedded, in ${file}`);
    } finally {
      database.close();
    }
  } catch (error) {
    const reason = reasonOf(error);
    if (/locked|busy/i.test(reason))
      return fail('graph', `${file} is locked by another program`, `stop that program: lsof ${file} names it`);
    if (/unable to open|readonly|permission/i.test(reason))
      return fail('graph', `${file} cannot be opened`, `give this user the file: chown ${owner()} ${file}*`);
  }
  return fail('graph', `${file} is damaged`, 'stop the fleet and restore a backup: docs/operations.md, "Restore"');
}

/** Where a fleet is to listen. Not asked where our own server answers. */
export async function checkPort({ HOST, PORT }: Config): Promise<Finding> {
  const code = await new Promise<string | null>((done) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? 'unknown'));
    probe.listen(PORT, HOST, () => probe.close(() => done(null)));
  });
  if (code === null) return ok('port', `${PORT} on ${HOST} is free`);
  if (code === 'EADDRINUSE')
    return warn(
      'port',
      `${PORT} on ${HOST} is taken by another program`,
      `stop it, or set PORT: PORT=${PORT + 10} npm start`,
    );
  if (code === 'EACCES') return warn('port', `this user may not listen on ${PORT}`, 'set PORT to a number above 1023');
  return warn('port', `nothing can listen on ${HOST}:${PORT} (${code})`, 'correct HOST and PORT');
}

function owner(): string {
  return process.env.USER ?? 'USER';
}
