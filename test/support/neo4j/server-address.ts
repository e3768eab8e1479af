/**
 * How the processes of a test run find its one Neo4j: the main process of the run listens on a loopback port and answers every
 * caller, once the server runs or has failed, with its address or the reason why there is none. The first request starts the
 * server.
 */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Set by the main process before it starts the others, which inherit it. */
const PORT = 'TEST_NEO4J_PORT';

export type Neo4jForTests = { uri: string; user: string; password: string; version: string };
export type ServerAnswer = Neo4jForTests | { skipped: string } | { failed: string };

export function publishPort(port: number): void {
  process.env[PORT] = String(port);
}

/** Undefined outside of a test run. */
export async function askForServer(): Promise<ServerAnswer | undefined> {
  const port = process.env[PORT];
  return port ? (JSON.parse(await text(connect(Number(port), '127.0.0.1'))) as ServerAnswer) : undefined;
}
