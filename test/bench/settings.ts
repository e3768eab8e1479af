/** How `npm run bench` is called. */
import { commandLine } from '../../src/platform/command-line.ts';

const USAGE = `What a turn costs.

  npm run bench                 beside the same jobs on BullMQ alone, with a private Redis; about a minute
      --rounds N --seconds N    how many windows of how long; 4 of 2 unless said
      --in-flight N             turns at a time; 100 unless said
      --json FILE               everything that was seen
  npm run bench -- clinical     the offline work alone: triage, extraction, red flags and reply; less than a minute
  npm run bench -- record       questions to the record, with few patients and with many; some minutes
      --engine embedded|neo4j   NEO4J_URI should be an empty server; without it the one of the tests is started
      --patients N --samples N  how many are many, and how often each question is asked; 1000 and 400 unless said
  npm run bench -- history      a turn's reads and writes in a record with 100 and with 5,000 observations; --engine as above
  npm run bench -- kills        a killed worker with 200 turns in flight: how soon its jobs go on elsewhere; some minutes
  npm run bench -- stalls       messages that are slow to read: how long they hold an event loop; less than a minute
  npm run bench -- memory       what a turn keeps in Redis, queued and ended, by key; less than a minute
  npm run bench -- search       what the library finds, and how fast among 50,000 passages; about two minutes
      --data FOLDER             with corpus files: recall for known items; without it the text is generated
  npm run bench -- pipelines    a pipeline of four stages beside the same flow on BullMQ alone, and cached results; less than a minute
  npm run bench -- remote       1,000 calls at once to a remote agent of which a tenth fails, and a flapping one; less than a minute
  npm run bench -- extractors   one, two and three extractor processes on a loaded fleet: who got which share; about two minutes
  npm run bench -- console      the console with a patient of 5,000 facts and 2,000 turns: from an input to its paint; some minutes`;

const { values, positionals } = commandLine(
  USAGE,
  {
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '2' },
    'in-flight': { type: 'string', default: '100' },
    json: { type: 'string' },
    engine: { type: 'string', default: 'embedded' },
    patients: { type: 'string', default: '1000' },
    samples: { type: 'string', default: '400' },
    data: { type: 'string' },
  },
  1,
);

export const WHAT = positionals[0] ?? 'turns';

export const SETTINGS = {
  rounds: positive('rounds'),
  seconds: positive('seconds'),
  inFlight: positive('in-flight'),
  json: values.json,
  engine: values.engine,
  patients: positive('patients'),
  samples: positive('samples'),
  data: values.data,
};

function positive(name: 'rounds' | 'seconds' | 'in-flight' | 'patients' | 'samples'): number {
  const number = Number(values[name]);
  if (number > 0) return number;
  console.error(`--${name} is a number above 0, not "${values[name]}"`);
  process.exit(2);
}
