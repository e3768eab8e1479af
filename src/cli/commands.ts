/** All commands, in the order in which the help lists them. */
import type { Command } from './command.ts';
import { agents } from './commands/agents.ts';
import { approvals } from './commands/approvals.ts';
import { ask } from './commands/ask.ts';
import { completion } from './commands/completion.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { drain } from './commands/drain.ts';
import { jobs } from './commands/jobs.ts';
import { keys } from './commands/keys.ts';
import { queues } from './commands/queues.ts';
import { record } from './commands/record.ts';
import { run } from './commands/run.ts';
import { bench, evaluate, start } from './commands/scripts.ts';
import { triggers } from './commands/triggers.ts';
import { turn } from './commands/turn.ts';
import { sessions, turns } from './commands/turns.ts';

export const COMMANDS: readonly Command[] = [
  ask,
  record,
  sessions,
  turns,
  turn,
  agents,
  triggers,
  approvals,
  run,
  demo,
  jobs,
  queues,
  drain,
  keys,
  doctor,
  start,
  evaluate,
  bench,
  completion(() => COMMANDS),
];
