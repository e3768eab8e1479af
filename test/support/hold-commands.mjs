/**
 * Loaded before a process's own code: halts its work at an exact point, so that the process can be killed there. HOLD is a pattern over a
 * Redis command and its arguments, joined by spaces: a command that matches is not sent, and whoever sent it waits for ever. HOLD_ANSWER
 * is the same for a command that Redis is sent, and whose answer does not arrive. Each prints a line.
 */
import { Redis } from 'ioredis';

const unsent = patternOf(process.env.HOLD);
const unanswered = patternOf(process.env.HOLD_ANSWER);
const send = Redis.prototype.sendCommand;
const forEver = new Promise(() => undefined);

Redis.prototype.sendCommand = function (command, ...rest) {
  const text = `${command.name} ${command.args.join(' ')}`;
  if (unsent?.test(text)) return held();
  const answer = send.call(this, command, ...rest);
  return unanswered?.test(text) ? answer.then(held) : answer;
};

function held() {
  process.stdout.write('held\n');
  return forEver;
}

function patternOf(text) {
  return text ? new RegExp(text, 's') : undefined;
}
