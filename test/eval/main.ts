/** `npm run eval`: how well Medfleet reads, measured on a folder of gold data, by rules or by any model. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { config as loadEnvFile } from 'dotenv';
import { loadTeams } from '../../src/engine/agents/load.ts';
import { knownToAgents } from '../../src/engine/known.ts';
import { FUNCTION_NAMES } from '../../src/functions/agent-function.ts';
import { commandLine } from '../../src/platform/command-line.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { describeTeams } from '../../src/teams/teams.ts';
import { compare } from './compare.ts';
import { createModelReader } from './model-reader.ts';
import { type Reader, rulesReader } from './reader.ts';
import { connectToFleet, recordTurn, writeCase } from './record-turn.ts';
import { replayTurn } from './replay-turn.ts';
import { missed, report } from './report.ts';
import { lastResults, type Results, readResults, writeResults } from './results.ts';
import { runScorers } from './run-scorers.ts';
import type { TurnCase } from './turn-case.ts';

const USAGE = `How well Medfleet reads, measured on a folder of gold data, by rules or by any model.

  npm run eval -- --data DIR                        every scorer whose files are in DIR
      --only triage,quantities                      these scorers alone
      --provider offline|gemini|openai              who reads; offline unless said
      --limit N                                     at most so many rows of each file
      --held-out                                    a fifth of the documents apart as well, for weights that were made without it
      --all                                         every own case in the metamorphic scorer, not a sample
      --out FILE                                    where the figures go, as JSON
      --strict                                      a missed target makes the command fail; a row that fails always does
  npm run eval -- record --turn ID                  a turn of the running fleet becomes a case below .data/eval/cases
  npm run eval -- replay FILE...                    cases run again with every model answer pinned
  npm run eval -- --compare FILE [--compare FILE]   two runs side by side; one FILE is compared with the last run`;

const { values, positionals } = commandLine(
  USAGE,
  {
    data: { type: 'string' },
    only: { type: 'string' },
    provider: { type: 'string', default: 'offline' },
    limit: { type: 'string' },
    out: { type: 'string' },
    strict: { type: 'boolean', default: false },
    // Read by the scorers that can hold something out.
    'held-out': { type: 'boolean', default: false },
    // Read by the metamorphic scorer.
    all: { type: 'boolean', default: false },
    pool: { type: 'string' },
    compare: { type: 'string', multiple: true },
    turn: { type: 'string' },
  },
  Number.POSITIVE_INFINITY,
);

loadEnvFile({ quiet: true });
try {
  process.exitCode = await run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function run(): Promise<number> {
  const [command, ...files] = positionals;
  if (command === 'record') return record();
  if (command === 'replay') return replay(files);
  if (command) throw new Error(`There is no command ${command}: record, replay, or none to evaluate.`);
  return values.compare && !values.data ? compareFiles(values.compare) : evaluate();
}

async function evaluate(): Promise<number> {
  const { provider } = values;
  if (!values.data) throw new Error('Say where the data is: npm run eval -- --data DIR');
  const limit = values.limit === undefined ? undefined : Number(values.limit);
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0)) throw new Error('--limit is a number of rows');
  const only = values.only?.split(',').map((name) => name.trim());
  const reader: Reader = provider === 'offline' ? rulesReader : await createModelReader(provider, process.env);
  const outcome = await runScorers(
    { data: resolve(values.data), ...(only && { only }), ...(limit && { limit }) },
    reader,
  );
  const { scores, skipped, failed, confusions } = outcome;
  const results: Results = { provider, at: new Date().toISOString(), ...(limit && { limit }), scores, skipped, failed };
  // A part of the rows is no measure of all of them.
  const last = limit === undefined ? lastResults(provider) : null;
  const files = writeResults(results, confusions, values.out);
  console.log(report(results, last));
  if (reader.unanswered) console.log(`${reader.unanswered()} messages had no usable answer.`);
  console.log(`Figures: ${files.figures}\nConfusions: ${files.cases}`);
  for (const file of values.compare ?? []) console.log(`\n${compare(readResults(file), results)}`);
  return failed.length > 0 || (values.strict && missed(results).length > 0) ? 1 : 0;
}

function compareFiles([one, other]: string[]): number {
  const first = readResults(one ?? '');
  const second = other ? readResults(other) : lastResults(first.provider);
  if (!second) throw new Error('There is no run to compare with: give --compare twice.');
  console.log(compare(first, second));
  return 0;
}

async function record(): Promise<number> {
  if (!values.turn) throw new Error('Say which turn: npm run eval -- record --turn ID');
  const config = loadConfig(process.env);
  const redis = await connectToFleet(config);
  try {
    const recorded = await recordTurn(redis, config.REDIS_PREFIX, values.turn);
    console.log(`${recorded.answers.length} model steps: ${writeCase(recorded)}`);
    return 0;
  } finally {
    redis.disconnect();
  }
}

/** Like a test: anything that is different now makes it fail. */
async function replay(files: string[]): Promise<number> {
  if (files.length === 0) throw new Error('Say which cases: npm run eval -- replay FILE...');
  const teams = await loadTeams(
    loadConfig(process.env).AGENTS_DIR,
    knownToAgents(describeTeams(), null, FUNCTION_NAMES),
  );
  let different = 0;
  for (const file of files) {
    const { same, diff } = await replayTurn(JSON.parse(readFileSync(file, 'utf8')) as TurnCase, teams);
    console.log([`${file}: ${same ? 'the same' : 'different'}`, ...diff.map((line) => `  ${line}`)].join('\n'));
    if (!same) different += 1;
  }
  return different > 0 ? 1 : 0;
}
