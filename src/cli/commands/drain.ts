/** `medfleet drain`: empties a worker process before it is stopped, and says when that is done. For operators. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MedfleetClient } from '../../client/client.ts';
import { defineCommand } from '../command.ts';
import { table } from '../style.ts';

const LOOK_EVERY_MS = 1_000;

export const drain = defineCommand({
  name: 'drain',
  summary: 'Let a worker end its jobs and take no more, before a release',
  usage: '[WORKER]',
  mostWords: 1,
  options: { undo: { type: 'boolean', about: 'It takes jobs again' } },
  examples: [
    ['medfleet drain', 'the workers there are'],
    ['medfleet drain node-1:4711', 'waits until it has no more jobs; an id or its beginning will do too'],
    ['medfleet drain node-1:4711 --undo', 'it takes jobs again'],
  ],
  async run({ values: { undo }, words: [name], io, style, client }) {
    if (name === undefined) {
      const { workers } = await client.getFleet();
      const rows = workers.map(({ id, host, pid, state, roles }) => [id, `${host}:${pid}`, state, roles.join(', ')]);
      io.out(table(['worker', 'process', 'state', 'roles'], rows, style));
      return undefined;
    }
    const params = { worker: name };
    if (undo) {
      const { host, pid } = await client.resumeWorker({ params });
      io.out(`${host}:${pid} takes jobs again.\n`);
      return undefined;
    }
    const { id, host, pid, unserved } = await client.drainWorker({ params });
    if (unserved.length > 0)
      io.err(`${style.yellow('Warning')}: no other worker has the roles ${unserved.join(', ')}; their jobs wait.\n`);
    io.err(`${host}:${pid} takes no more jobs and ends those that it has.\n`);
    io.onInterrupt(`It goes on draining. Take it back with: medfleet drain ${name} --undo`);
    io.out(`${host}:${pid} ${await untilDrained(client, id)}\n`);
    return undefined;
  },
});

async function untilDrained(client: MedfleetClient, id: string): Promise<string> {
  for (;;) {
    const worker = (await client.getFleet()).workers.find((one) => one.id === id);
    if (!worker) return 'has ended.';
    if (worker.state === 'drained') return 'is drained: it can be stopped.';
    if (worker.state === 'serving') return 'takes jobs again: the order was taken back.';
    await sleep(LOOK_EVERY_MS);
  }
}
