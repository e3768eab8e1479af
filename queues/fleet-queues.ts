/** BullMQ's queues and flow producer over one connection. Names and prefix come from the catalogue and the keys. */
import { FlowProducer, Queue } from 'bullmq';
import type { Keys } from '../src/engine/task/keys.ts';
import type { RedisClient } from '../src/platform/lua.ts';
import { nextRepeat } from '../src/teams/schedule.ts';
import { QUEUE_NAMES, type QueueName } from './catalogue.ts';

export type FleetQueues = {
  flows: FlowProducer;
  queue(name: QueueName): Queue;
  all(): Queue[];
  /** How BullMQ names a job across queues, as in a parent's list of failed children. */
  jobKey(queue: string, id: string): string;
  qualifiedName(queue: string): string;
  close(): Promise<void>;
};

export function createFleetQueues(connection: RedisClient, keys: Keys): FleetQueues {
  // `skipWaitingForReady`: a producer that starts while Redis is unavailable answers 503 instead of hanging.
  const options = {
    connection,
    prefix: keys.bull,
    skipWaitingForReady: true,
    // Nobody follows BullMQ's own events; they cannot be switched off.
    streams: { events: { maxLen: 100 } },
    settings: { repeatStrategy: nextRepeat },
  };
  const flows = new FlowProducer(options);
  const queues = new Map(QUEUE_NAMES.map((name) => [name, new Queue(name, options)]));
  // Connection errors are reported once, by the connection itself; without a listener they would end the process.
  flows.on('error', () => undefined);
  for (const queue of queues.values()) queue.on('error', () => undefined);
  return {
    flows,
    queue(name) {
      const queue = queues.get(name);
      if (!queue) throw new Error(`there is no queue ${name}`);
      return queue;
    },
    all: () => [...queues.values()],
    jobKey: (queue, id) => `${keys.bull}:${queue}:${id}`,
    qualifiedName: (queue) => `${keys.bull}:${queue}`,
    async close() {
      await Promise.all([flows.close(), ...[...queues.values()].map((queue) => queue.close())]);
    },
  };
}
