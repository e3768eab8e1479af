/**
 * How the processes of a test run reach its one Neo4j: the run's main process listens on a port of loopback and answers every caller, once
 * it knows, with where the server is or why there is none. The first caller starts it.
 */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Set by the main process before it starts the others, which inherit it. */
const PORT = 'TEST_NEO4J_DOOR';

export type Neo4jForTests = { uri: string; user: string; password: string; version: string };
export type DoorAnswer = Neo4jForTests | { skipped: string } | { failed: string };

export function openDoor(port: number): void {
  process.env[PORT] = String(port);
}

/** Undefined outside of a test run. */
export async function askAtDoor(): Promise<DoorAnswer | undefined> {
  const port = process.env[PORT];
  return port ? (JSON.parse(await text(connect(Number(port), '127.0.0.1'))) as DoorAnswer) : undefined;
}
