/** Commands that are programs of their own: they get all arguments as they are. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALLATION } from '../../platform/installation.ts';
import { type Command, defineCommand } from '../command.ts';

/** As in `npm start`: docs/performance.md, "The clinical work". */
const YOUNG_SPACE = '--max-semi-space-size=32';

function script(name: string, file: string, summary: string, examples: Command['examples']): Command {
  return defineCommand({
    name,
    summary,
    usage: '[ARGUMENTS]',
    passesOn: true,
    options: {},
    examples,
    async run({ words, io }) {
      const path = join(INSTALLATION, file);
      // The image and the package have no tests.
      if (!existsSync(path))
        throw new Error(`${name} needs a clone of the repository; this installation has no ${file}.`);
      return io.spawn(process.execPath, ['--import', 'tsx', path, ...words]);
    },
  });
}

export const evaluate = script('eval', 'test/eval/main.ts', 'Measure the answers against labelled messages', [
  ['medfleet eval', 'all measurements; docs/evaluation.md explains them'],
]);

export const bench = script('bench', 'test/bench/main.ts', 'Measure how fast this machine runs the fleet', [
  ['medfleet bench', 'all benchmarks; docs/performance.md explains them'],
]);

export const start = defineCommand({
  name: 'start',
  summary: 'Start everything in one process, as npm start does',
  usage: '',
  passesOn: true,
  options: {},
  examples: [
    ['medfleet start', 'on http://127.0.0.1:8080, with data in .data/'],
    ['PORT=9000 medfleet start', 'elsewhere; .env.example describes all settings'],
  ],
  async run({ words, io }) {
    const at = (file: string) => join(INSTALLATION, file);
    // The image and the package are compiled.
    if (!existsSync(at('main.ts'))) return io.spawn(process.execPath, [YOUNG_SPACE, at('dist/main.js'), ...words]);
    const prepared = await io.spawn(process.execPath, [at('src/platform/bootstrap.mjs'), 'start']);
    if (prepared !== 0) return prepared;
    return io.spawn(process.execPath, [YOUNG_SPACE, '--import', 'tsx', at('main.ts'), ...words]);
  },
});
