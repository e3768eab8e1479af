/** Statistics of Redis, and the number of round trips to it. */
import { Redis } from 'ioredis';

export type RedisStats = { commands: number; scripts: number; bytes: number; cpuMs: number; memory: number };

/** Commands carried out (those that scripts call are counted too), scripts called, bytes received and sent, CPU and memory so far. */
export async function redisStats(client: Redis): Promise<RedisStats> {
  const info = await client.info('everything');
  const number = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1] ?? 0);
  const calls = (name: string) => Number(new RegExp(`^cmdstat_${name}:calls=(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  return {
    commands: number('total_commands_processed'),
    scripts: calls('evalsha') + calls('eval'),
    bytes: number('total_net_input_bytes') + number('total_net_output_bytes'),
    cpuMs: (number('used_cpu_sys') + number('used_cpu_user')) * 1000,
    memory: number('used_memory'),
  };
}

type Send = (this: Redis, command: unknown, stream?: object) => unknown;

/**
 * Counts how often the clients of this process waited for an answer: a command on its own is one round trip, a pipeline or a
 * MULTI is one however long it is. Commands sent side by side count one each; it is traffic, not waiting time.
 */
export async function countRoundTrips(work: () => Promise<void>): Promise<number> {
  const prototype = Redis.prototype as unknown as { sendCommand: Send };
  const send = prototype.sendCommand;
  const pipelines = new WeakSet<object>();
  let count = 0;
  prototype.sendCommand = function (command, stream) {
    if (stream === undefined) count += 1;
    else if (!pipelines.has(stream)) {
      pipelines.add(stream);
      count += 1;
    }
    return send.call(this, command, stream);
  };
  try {
    await work();
  } finally {
    prototype.sendCommand = send;
  }
  return count;
}
