/**
 * Commands of a worker's connection wait while Redis refuses writes, as they wait while it cannot be reached: whoever sent them only
 * notices the time. A refused command had no effect. It is held, everything sent later is held behind it, and all are sent in their
 * order once the first of them is accepted. Pipelines and transactions are not held: their callers see the error.
 */
import { type Command, Redis } from 'ioredis';
import type { Log } from './log.ts';
import type { RedisClient } from './lua.ts';
import { refusalOf } from './redis-refusal.ts';

/** Connecting, closing and subscribing write nothing and must not wait for those that do. */
const NEVER_HELD: ReadonlySet<string> = new Set(
  'auth,hello,select,client,info,ping,quit,disconnect,subscribe,unsubscribe,psubscribe,punsubscribe,readonly,cluster'.split(
    ',',
  ),
);
const FIRST_TRY_MS = 50;
const LONGEST_WAIT_MS = 1_000;
/** An outage is over when nothing was refused for this long: near the limit of its memory Redis refuses and accepts in turns. */
const SETTLED_MS = 1_000;
const REMIND_MS = 60_000;

type Send = (command: Command, stream?: undefined, node?: unknown) => unknown;
type Held = { command: Command; node: unknown; order: number };

/** `describe` says where Redis is. Logs one line when refusals begin, one when they have ended, and one a minute in between. */
export function waitOutRefusals(
  client: RedisClient,
  describe: () => Record<string, unknown>,
  log?: Pick<Log, 'info' | 'warn'>,
): void {
  // Looked up when it is called: a bench counts commands there.
  const prototype = Object.getPrototypeOf(client) as { sendCommand: Send };
  const send: Send = (...sent) => prototype.sendCommand.apply(client, sent);
  const held: Held[] = [];
  const known = new WeakSet<Command>();
  let sent = 0;
  let refused = 0;
  let wait = FIRST_TRY_MS;
  let retry: NodeJS.Timeout | undefined;
  let settled: NodeJS.Timeout | undefined;
  let reminder: NodeJS.Timeout | undefined;

  function hold(one: Held): void {
    // Almost always the last: only a command that was refused again comes before others.
    let at = held.length;
    while (at > 0 && (held[at - 1]?.order ?? 0) > one.order) at -= 1;
    held.splice(at, 0, one);
  }

  function refuse(one: Held, reason: string): void {
    refused += 1;
    hold(one);
    clearTimeout(settled);
    settled = undefined;
    if (!reminder) {
      log?.warn({ ...describe(), reason }, 'redis.refusing');
      reminder = setInterval(() => {
        log?.warn({ ...describe(), reason, refused, waiting: held.length }, 'redis.refusing');
      }, REMIND_MS);
      reminder.unref();
    }
    // After a failover the old master is read-only: a new connection finds the new one.
    if (reason === 'READONLY' && client instanceof Redis && client.status === 'ready' && one === held[0])
      client.disconnect(true);
    retry ??= setTimeout(tryFirst, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }

  /** The first command is the test whether the outage is over. */
  function tryFirst(): void {
    retry = undefined;
    const first = held.shift();
    if (!first) return;
    const done = () => {
      wait = FIRST_TRY_MS;
      settled ??= setTimeout(over, SETTLED_MS);
      settled.unref();
      for (const one of held.splice(0)) send(one.command, undefined, one.node);
    };
    trying = { order: first.order, done };
    send(first.command, undefined, first.node);
  }
  let trying: { order: number; done: () => void } | undefined;

  function over(): void {
    clearInterval(reminder);
    reminder = undefined;
    settled = undefined;
    log?.info({ ...describe(), refused }, 'redis.accepting');
    refused = 0;
  }

  function answered(order: number): void {
    if (trying?.order !== order) return;
    const { done } = trying;
    trying = undefined;
    done();
  }

  /** The promise of the command stays open while the command is held. */
  function watch(command: Command, node: unknown): Held {
    sent += 1;
    const one: Held = { command, node, order: sent };
    const { resolve, reject } = command;
    command.resolve = (value) => {
      resolve.call(command, value);
      answered(one.order);
    };
    command.reject = (error) => {
      const reason = refusalOf(error);
      if (reason !== undefined) {
        if (trying?.order === one.order) trying = undefined;
        refuse(one, reason);
        return;
      }
      reject.call(command, error);
      answered(one.order);
    };
    return one;
  }

  client.sendCommand = ((command: Command, stream?: undefined, node?: unknown) => {
    // A known command is sent again by the client itself, after a reconnect.
    if (stream || NEVER_HELD.has(command.name) || known.has(command)) return send(command, stream, node);
    const one = watch(command, node);
    known.add(command);
    if (held.length === 0 && !trying) return send(command, undefined, node);
    hold(one);
    return command.promise;
  }) as typeof client.sendCommand;

  client.on('end', () => {
    clearTimeout(retry);
    clearTimeout(settled);
    clearInterval(reminder);
    // A closed connection rejects whatever it is given.
    for (const { command, node } of held.splice(0)) send(command, undefined, node);
  });
}
