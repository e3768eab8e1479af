#!/usr/bin/env node
/** Starts the command line: in the image the compiled one; in a clone the sources, for which a fresh clone installs what they need. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

if (existsSync(at('src/cli/main.ts'))) {
  if (!existsSync(at('node_modules/tsx'))) {
    const { status } = spawnSync(process.execPath, [at('src/platform/bootstrap.mjs'), 'start'], {
      stdio: ['ignore', 2, 2],
    });
    if (status !== 0) process.exit(1);
  }
  const { register } = await import('tsx/esm/api');
  register();
  await import('../src/cli/main.ts');
} else {
  await import('../dist/src/cli/main.js');
}
