/** Runs the commands of the documents that only talk to a local fleet, as a reader would paste them. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from './support/fleet.ts';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENTS = ['README.md', 'docs/quick-start.md', 'docs/api.md', 'docs/mcp.md', 'docs/record.md'];
/** A reader sees the answer of an error; a test must fail on it. */
const PRELUDE = 'set -euo pipefail; curl() { command curl --fail-with-body --max-time 100 "$@"; }\n';

const blocks = DOCUMENTS.flatMap((file) =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .map(([, block = '']) => block)
    .filter(
      (block) => /localhost:8080|medfleet -- ask/.test(block) && !/\bnpm (start|run (producer|worker))/.test(block),
    )
    .filter((block) => unknownNames(block).length === 0)
    .map((block) => ({ file, first: block.split('\n')[0]?.slice(0, 60), block })),
);

/** Variables that the block takes from its reader, such as a key. */
function unknownNames(block: string): string[] {
  const names = [...block.matchAll(/\$\{?([A-Z_]+)/g)].map(([, name = '']) => name);
  return names.filter((name) => !new RegExp(`^${name}=`, 'm').test(block));
}

let fleet: Fleet;

beforeAll(async () => {
  fleet = await startFleet();
});

afterAll(() => fleet?.close());

test('the documents have commands to run', () => {
  for (const file of DOCUMENTS) expect(blocks.map((one) => one.file)).toContain(file);
});

// In the order of the document: later ones may ask for what earlier ones have told.
test.each(blocks)('$file: $first', async ({ block }) => {
  const script = PRELUDE + block.replaceAll('localhost:8080', new URL(fleet.url).host);
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', MEDFLEET_URL: fleet.url };
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: ROOT, env, maxBuffer: 16 * 1024 * 1024 });
  // Every command prints an answer: one that prints nothing has asked for nothing.
  expect(stdout).not.toBe('');
  if (block.includes('$EVENTS')) expect(stdout).toMatch(/^event: done$/m);
});
