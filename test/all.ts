/**
 * `npm run test:all`: lint, types, dead code, every test file with more cases, the gate once more on newer Nodes, a real model, and what
 * others wrote. For a night and before a release; `npm run test:all -- world` is one part alone. The whole is written into docs/testing.md.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { WORLD } from './night.ts';
import { installNode } from './support/install-node.ts';
import { writeStandards } from './world/standards-page.ts';

/** Cases of a property test; the gate draws 100. */
const PROPERTY_RUNS = '1000';
const WORLD_CONFIG = ['--config', 'vitest.world.config.ts'];
const VITEST = 'node_modules/vitest/vitest.mjs';
const PAGE = 'docs/testing.md';
const LAST_RUN = /(?<=<!-- written by npm run test:all -->\n)[\s\S]*?(?=<!-- end -->)/;
/** The closing lines of test/support/run-report.ts and of lab/real-model. */
const COUNTS = /^(?:\d+ passed, \d+ failed, \d+ skipped|\d+ asked, \d+ faults|skipped: real model)/m;

type Outcome = { what: string; green: boolean; minutes: number; counts: string };

const PARTS: Record<string, () => Promise<Outcome[]>> = {
  static: async () => [await run('lint, types, dead code', 'npm', ['run', '--silent', 'static'])],
  files: async () => {
    const every = [VITEST, 'run', '--exclude', `${WORLD}/**`];
    return [await run(`every file, Node ${process.versions.node}`, process.execPath, every, { PROPERTY_RUNS })];
  },
  nodes: async () => [await gateOn(22), await gateOn(24)],
  model: async () => [await run('a real model', 'npm', ['run', '--silent', 'real-model'])],
  world: async () => {
    const outcome = await run('what others wrote', process.execPath, [VITEST, 'run', WORLD, ...WORLD_CONFIG]);
    writeStandards('.data/world/report.json');
    return [outcome];
  },
};

const asked = process.argv.slice(2);
const unknown = asked.filter((part) => !(part in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
const outcomes: Outcome[] = [];
for (const [name, part] of Object.entries(PARTS))
  if (asked.length === 0 || asked.includes(name)) outcomes.push(...(await part()));
const table = tableOf(outcomes);
console.log(`\n${table}`);
// A part alone says nothing of the others.
if (asked.length === 0) {
  writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(LAST_RUN, table));
  execFileSync('npx', ['biome', 'format', '--write', PAGE]);
  console.log(`Written into ${PAGE}.`);
}
process.exitCode = outcomes.every(({ green }) => green) ? 0 : 1;

async function gateOn(major: number): Promise<Outcome> {
  const node = installNode(major);
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  const PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
  return run(`the gate, Node ${version}`, node, [VITEST, 'run', '--config', 'vitest.gate.config.ts'], { PATH });
}

async function run(what: string, program: string, args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const began = Date.now();
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    printed = (printed + chunk).slice(-10_000);
  });
  const [code] = await once(child, 'close');
  const minutes = (Date.now() - began) / 60_000;
  return { what, green: code === 0, minutes, counts: COUNTS.exec(printed)?.[0] ?? '' };
}

function tableOf(rows: readonly Outcome[]): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--untracked-files=no') ? ' with changes' : '';
  const lines = rows.map(
    ({ what, green, minutes, counts }) =>
      `| ${what} | ${green ? 'green' : 'red'} | ${counts} | ${minutes.toFixed(1)} |`,
  );
  return [
    `${new Date().toISOString().slice(0, 10)}, at ${git('rev-parse', '--short=8', 'HEAD')}${changed}:`,
    '',
    '| what | result | tests | minutes |',
    '| ---- | ------ | ----- | ------- |',
    ...lines,
    '',
  ].join('\n');
}
