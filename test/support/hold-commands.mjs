/**
 * Loaded before a process's own code: halts its work at an exact point, so that the process can be killed there. HOLD is a pattern over a
 * Redis command and its arguments, joined by spaces: a command that matches is not sent, prints a line, and whoever sent it waits for ever.
 * The first HOLD_SKIP commands that match go through.
 */
import { Redis } from 'ioredis';

const pattern = process.env.HOLD ? new RegExp(process.env.HOLD, 's') : undefined;
let skip = Number(process.env.HOLD_SKIP ?? 0);
const send = Redis.prototype.sendCommand;
const forEver = new Promise(() => undefined);

Redis.prototype.sendCommand = function (command, ...rest) {
  if (!pattern?.test(`${command.name} ${command.args.join(' ')}`) || skip-- > 0)
    return send.call(this, command, ...rest);
  process.stdout.write('held\n');
  return forEver;
};
