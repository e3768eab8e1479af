/** `npm run chaos`: what is lost, doubled or paid for twice when parts of the fleet fail; `--help` says what can be run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileFleet } from '../support/compile-fleet.ts';
import { type Finding, table } from './finding.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { SCENARIO, SETTINGS } from './settings.ts';

const named: [string, Scenario][] = Object.entries(SCENARIOS).filter(
  ([name]) => SCENARIO === 'all' || SCENARIO === name,
);
if (named.length === 0) {
  console.error(`There is no scenario "${SCENARIO}". There are: ${Object.keys(SCENARIOS).join(', ')}, all`);
  process.exit(2);
}
// The processes that were started end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const dir = mkdtempSync(join(tmpdir(), 'medfleet-chaos-'));
process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
const findings: Finding[] = [];
const code = await compileFleet(dir);
for (const [name, scenario] of named) {
  console.log(`${name}: seed ${SETTINGS.seed}`);
  const found = await scenario({ name, dir: join(dir, name), code, ...SETTINGS });
  console.log(`${table(found)}\n`);
  findings.push(...found);
}
const broken = findings.filter(({ ok }) => !ok);
if (named.length > 1) console.log(table(findings));
console.log(broken.length === 0 ? 'Nothing is broken.' : `${broken.length} broken.`);
process.exit(broken.length === 0 ? 0 : 1);
