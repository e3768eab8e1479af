/** Writes docs/standards.md: what each row of standards.ts came to in a run of this folder. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { STANDARDS } from './standards.ts';

/** As vitest's reporter `json` writes it, as far as it is read. */
type Report = {
  testResults: {
    name: string;
    assertionResults: { fullName: string; status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo' }[];
  }[];
};

const PAGE = 'docs/standards.md';
const TABLE = /(?<=<!-- written by npm run test:all -- world -->\n)[\s\S]*?(?=<!-- end -->)/;

export function writeStandards(reportFile: string): void {
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  const date = new Date().toISOString().slice(0, 10);
  const rows = STANDARDS.map(({ standard, revision, tool, file, group, leftOut }) => {
    const tests = report.testResults
      .filter(({ name }) => relative('.', name) === `test/world/${file}`)
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ fullName }) => fullName.includes(group ?? ''));
    return `| ${[standard, revision, tool, resultOf(tests), date, leftOut].join(' | ')} |`;
  });
  const head = '| standard | revision | checked by | result | date | left out, and why |\n| - | - | - | - | - | - |';
  writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(TABLE, `\n${[head, ...rows].join('\n')}\n\n`));
  execFileSync('npx', ['biome', 'format', '--write', PAGE], { stdio: 'ignore' });
}

function resultOf(tests: readonly { fullName: string; status: string }[]): string {
  const failed = tests.filter(({ status }) => status === 'failed');
  if (failed.length > 0) return `${failed.length} of ${tests.length} failed`;
  const passed = tests.filter(({ status }) => status === 'passed');
  if (passed.length > 0) return passed.length === 1 ? '1 test passed' : `${passed.length} tests passed`;
  const [reason] = tests.flatMap(({ fullName }) => /\(skipped: (.*?)\)/.exec(fullName)?.[1] ?? []);
  return reason ? `skipped: ${reason}` : 'not run';
}
