/** One Neo4j for a whole test run, started on the first request for its address. Progress is printed from here, with any reporter. */
import { createServer } from 'node:net';
import type { TestProject } from 'vitest/node';
import { publishPort, type ServerAnswer } from './server-address.ts';
import { findOrFetchJars } from './server-jars.ts';
import { type Neo4jServer, startFrom } from './start-neo4j.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** No for the gate: it uses a server's jars where they are already. */
    mayDownload?: boolean;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { mayDownload = true } = project.getProvidedContext();
  const ending = new AbortController();
  let server: Promise<Neo4jServer | { skipped: string }> | undefined;
  const listener = createServer((socket) => {
    socket.on('error', () => undefined);
    server ??= start(ending.signal, mayDownload);
    const answer = (given: ServerAnswer) => socket.end(JSON.stringify(given));
    server.then(answer, (thrown: unknown) => answer({ failed: String(thrown) }));
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  publishPort(address && typeof address === 'object' ? address.port : 0);
  return async () => {
    listener.close();
    ending.abort();
    const started = await server?.catch(() => undefined);
    if (started && 'stop' in started) await started.stop();
  };
}

async function start(signal: AbortSignal, mayDownload: boolean): Promise<Neo4jServer | { skipped: string }> {
  const began = Date.now();
  const jars = await findOrFetchJars({ say, signal, mayDownload });
  if ('skipped' in jars) {
    if (!signal.aborted) say(`tests on it are skipped: ${jars.skipped}`);
    return jars;
  }
  const started = await startFrom(jars);
  say(`${started.version} is ready after ${Math.round((Date.now() - began) / 1000)} s`);
  return started;
}

function say(line: string): void {
  process.stdout.write(`Neo4j: ${line}\n`);
}
