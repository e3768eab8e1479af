/**
 * The last lines of a run: what was skipped, the ten files that cost most, and the counts. A file that is over its budget in three runs
 * running is named: it gets cheaper, or moves to test/night.ts.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { isLeftToTheNight, NIGHT } from '../night.ts';
import type {} from './cpu-time.ts';

/** CPU seconds, which a busy machine does not lengthen. */
const BUDGET_SECONDS = 10;
const RUNS_OVER = 3;
const LISTED = 10;
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/medfleet');
/** How many runs in a row each file was over its budget, on this machine. */
const HISTORY = join(CACHE, 'over-budget.json');
/** What each file of the last run took. */
const COSTS = join(CACHE, 'costs.json');

type Cost = { file: string; cpu: number; wall: number };

export const runReport: Reporter = {
  onTestRunEnd(modules) {
    const costs = modules.map(costOf).sort((a, b) => b.cpu - a.cpu);
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(COSTS, JSON.stringify(costs));
    const skipped = modules
      .filter((module) => module.state() === 'skipped')
      .map(({ relativeModuleId }) => relativeModuleId);
    const isGate =
      modules.length > LISTED && !modules.some(({ relativeModuleId }) => isLeftToTheNight(relativeModuleId));
    process.stdout.write(
      [
        '',
        'Seconds of CPU, seconds until it ended, of the files that cost most:',
        ...costs.slice(0, LISTED).map(({ file, cpu, wall }) => `${seconds(cpu)} ${seconds(wall)}  ${file}`),
        ...overBudget(costs.filter(({ file }) => !isLeftToTheNight(file))),
        ...skipped.map((file) => `Skipped: ${file}`),
        ...(isGate ? leftToTheNight() : []),
        countsOf(modules),
        '',
      ].join('\n'),
    );
  },
};

function costOf(module: TestModule): Cost {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  const wall = (collectDuration + setupDuration + duration) / 1000;
  return { file: module.relativeModuleId, cpu: module.meta().cpuSeconds ?? 0, wall };
}

function seconds(value: number): string {
  return value.toFixed(1).padStart(6);
}

function overBudget(costs: readonly Cost[]): string[] {
  const before = readHistory();
  const over = costs.filter(({ cpu }) => cpu > BUDGET_SECONDS);
  const runs = new Map(over.map(({ file }) => [file, (before[file] ?? 0) + 1]));
  // A run of one file says nothing of the others.
  const kept = Object.entries(before).filter(([file]) => !costs.some((cost) => cost.file === file));
  writeFileSync(HISTORY, JSON.stringify(Object.fromEntries([...kept, ...runs])));
  return [...runs].flatMap(([file, count]) =>
    count < RUNS_OVER
      ? []
      : [`Over ${BUDGET_SECONDS} s of CPU for ${count} runs: ${file}. Make it cheaper, or move it to test/night.ts.`],
  );
}

function readHistory(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(HISTORY, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}

function leftToTheNight(): string[] {
  return [
    'Left to npm run test:all (test/night.ts has the files):',
    ...NIGHT.map(({ files, why }) => `  ${files.length} ${files.length === 1 ? 'file' : 'files'}: ${why}`),
  ];
}

/** A file that could not be loaded has no failed test, and counts as one. */
function countsOf(modules: readonly TestModule[]): string {
  const states = modules.flatMap((module) => {
    const tests = [...module.children.allTests()].map((test) => test.result().state);
    return module.state() === 'failed' && !tests.includes('failed') ? [...tests, 'failed'] : tests;
  });
  const count = (state: string) => states.filter((one) => one === state).length;
  return `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`;
}
