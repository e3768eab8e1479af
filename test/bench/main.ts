/** `npm run bench`: what a turn costs; `--help` says what else can be measured. */
import { COMPILED, runCompiled } from './compiled.ts';
import { WHAT } from './settings.ts';

const BENCHES: Record<string, () => Promise<unknown>> = {
  ...Object.fromEntries(COMPILED.map((name) => [name, () => runCompiled(name)])),
  record: () => import('./record.ts'),
  history: () => import('./record-history.ts'),
  kills: () => import('./kills.ts'),
  stalls: () => import('./stalls.ts'),
  memory: () => import('./memory.ts'),
  search: () => import('./search.ts'),
  remote: () => import('./remote.ts'),
  extractors: () => import('../../lab/bench/extractors.ts'),
  console: () => import('./console.ts'),
};

const bench = BENCHES[WHAT];
if (bench) await bench();
else {
  console.error(`There is no bench "${WHAT}": npm run bench -- --help`);
  process.exitCode = 2;
}
