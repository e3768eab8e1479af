/**
 * `npm run eval`: how well Medfleet reads, measured on a folder of gold data, by rules or by any model.
 *
 *   npm run eval -- --data DIR [--only triage,quantities] [--provider offline|gemini|openai] [--limit N] [--out FILE] [--strict]
 *   npm run eval -- --compare FILE [--compare FILE]      two runs side by side; one FILE is compared with the last run
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { config as loadEnvFile } from 'dotenv';
import { compare } from './compare.ts';
import { createModelReader } from './model-reader.ts';
import { type Reader, rulesReader } from './reader.ts';
import { missed, report } from './report.ts';
import { lastResults, type Results, readResults, writeResults } from './results.ts';
import { runScorers } from './run-scorers.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    only: { type: 'string' },
    provider: { type: 'string', default: 'offline' },
    limit: { type: 'string' },
    out: { type: 'string' },
    strict: { type: 'boolean', default: false },
    compare: { type: 'string', multiple: true },
  },
});

loadEnvFile({ quiet: true });
try {
  process.exitCode = values.compare && !values.data ? compareFiles(values.compare) : await evaluate();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
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
  const { scores, skipped, confusions } = outcome;
  const results: Results = { provider, at: new Date().toISOString(), ...(limit && { limit }), scores, skipped };
  const last = lastResults(provider);
  const files = writeResults(results, confusions, values.out);
  console.log(report(results, last));
  if (reader.unanswered) console.log(`${reader.unanswered()} messages had no usable answer.`);
  console.log(`Figures: ${files.figures}\nConfusions: ${files.cases}`);
  for (const file of values.compare ?? []) console.log(`\n${compare(readResults(file), results)}`);
  return values.strict && missed(results).length > 0 ? 1 : 0;
}

function compareFiles([one, other]: string[]): number {
  const first = readResults(one ?? '');
  const second = other ? readResults(other) : lastResults(first.provider);
  if (!second) throw new Error('There is no run to compare with: give --compare twice.');
  console.log(compare(first, second));
  return 0;
}
