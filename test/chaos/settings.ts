/** How `npm run chaos` is called. */
import { commandLine } from '../../src/platform/command-line.ts';

const USAGE = `What the fleet loses when its processes, its Redis, its disk or its model fail. Everything is started privately.

  npm run chaos                       turns of many sessions while workers and producers are killed; some minutes
      --turns N --sessions N          how many turns over how many sessions; 3000 over 300 unless said
      --kills N                       how many processes are killed; 45 unless said
      --seeds N --seed N              how many runs, and the first seed; 5 runs from seed 1 unless said. The last run is all inline
  npm run chaos -- SCENARIO           one kind of failure, or \`all\` of them, one after the other
      --seed N
      kills           as above
      asked-again     Redis stands still before a worker is killed; answers are streamed
      lost-job        keys of jobs and tasks are gone, in seven variants
      orphan          a turn that was admitted and never started, behind 3,000 open sessions
      after-the-end   workers are killed while research agents keep memory and accounts
      budget          the same request for more budget, sent again
      mails           approved mails while workers are killed
      triggers        140 triggers that are due as soon as they are acknowledged
      power-cuts      Redis loses its last second, eight times
      redis-refuses   Redis is out of memory, then read-only, with 30 turns open
      full-disk       no space for the record
      model-outage    a call that never answers; a model that fails for 8 s with 60 turns open
      history         2,000 turns of one patient; bytes of Redis for a turn
      clock           a worker whose clock is two minutes ahead

Exit code 1 if something was lost, doubled, out of order or paid for twice.`;

const { values, positionals } = commandLine(
  USAGE,
  {
    turns: { type: 'string', default: '3000' },
    sessions: { type: 'string', default: '300' },
    kills: { type: 'string', default: '45' },
    seeds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
  },
  1,
);

export const SCENARIO = positionals[0] ?? 'kills';

export const SETTINGS = {
  turns: whole('turns'),
  sessions: whole('sessions'),
  kills: whole('kills'),
  seeds: whole('seeds'),
  seed: whole('seed'),
};

function whole(name: 'turns' | 'sessions' | 'kills' | 'seeds' | 'seed'): number {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number > 0) return number;
  console.error(`--${name} is a whole number above 0, not "${values[name]}"`);
  process.exit(2);
}
