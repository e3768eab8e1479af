/**
 * `npm run test:all`: lint, types, dead code, every test file with more cases, the gate once more on newer Nodes, and a real model. For a night and
 * before a release. What came of it is written into docs/testing.md.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { installNode } from './support/install-node.ts';

const OTHER_NODES = [22, 24];
/** Cases of a property test; the gate draws 100. */
const PROPERTY_RUNS = '1000';
const VITEST = 'node_modules/vitest/vitest.mjs';
const PAGE = 'docs/testing.md';
const LAST_RUN = /(?<=<!-- written by npm run test:all -->\n)[\s\S]*?(?=<!-- end -->)/;
/** The closing lines of test/support/run-report.ts and of lab/real-model. */
const COUNTS = /^(?:\d+ passed, \d+ failed, \d+ skipped|\d+ asked, \d+ faults|skipped: real model)/m;

type Outcome = { what: string; green: boolean; minutes: number; counts: string };

const outcomes: Outcome[] = [
  await run('lint, types, dead code', 'npm', ['run', '--silent', 'static']),
  await run(`every file, Node ${process.versions.node}`, process.execPath, [VITEST, 'run'], { PROPERTY_RUNS }),
];
for (const major of OTHER_NODES) {
  const node = installNode(major);
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  const gate = [VITEST, 'run', '--config', 'vitest.gate.config.ts'];
  const PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
  outcomes.push(await run(`the gate, Node ${version}`, node, gate, { PATH }));
}
outcomes.push(await run('a real model', 'npm', ['run', '--silent', 'real-model']));
writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(LAST_RUN, tableOf(outcomes)));
execFileSync('npx', ['biome', 'format', '--write', PAGE]);
console.log(`\n${tableOf(outcomes)}Written into ${PAGE}.`);
process.exitCode = outcomes.every(({ green }) => green) ? 0 : 1;

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
