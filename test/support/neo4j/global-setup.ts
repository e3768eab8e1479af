/**
 * One Neo4j for a whole test run, and only if a test asks: the run's main process listens on a port of loopback, starts the server at
 * the first call and answers every call with where it is.
 */
import { createServer } from 'node:net';
import type { TestProject } from 'vitest/node';
import { serverJars } from './server-jars.ts';
import { type Neo4jServer, startFrom } from './start-neo4j.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    neo4jDoor: number;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<Neo4jServer | { skipped: string }> | undefined;
  const start = async () => {
    const began = Date.now();
    const jars = await serverJars();
    if ('skipped' in jars) {
      say(`Tests on Neo4j are skipped: ${jars.skipped}`);
      return jars;
    }
    const started = await startFrom(jars);
    say(`Neo4j ${started.version} answers after ${((Date.now() - began) / 1000).toFixed(1)} s`);
    return started;
  };
  const door = createServer((socket) => {
    socket.on('error', () => undefined);
    server ??= start();
    server.then(
      (answer) => socket.end(JSON.stringify(answer)),
      (thrown: unknown) => socket.end(JSON.stringify({ failed: String(thrown) })),
    );
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const address = door.address();
  project.provide('neo4jDoor', address && typeof address === 'object' ? address.port : 0);
  return async () => {
    door.close();
    const started = await server?.catch(() => undefined);
    if (started && 'stop' in started) await started.stop();
  };
}

/** From the run's own process, so that it is seen whatever the reporter. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
