/** A broken file while the fleet runs: the agents stay as they were, and the log says which line to fix. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startFleet } from '../../support/fleet.ts';
import { demoFiles, group, llm } from '../run/demo.ts';

test('a config that breaks while running is logged with file, line, message and fix', async () => {
  const dir = await demoFiles({ agents: { Root: group('parallel', ['Solo']), Solo: llm() }, name: 'health' });
  const lines: Record<string, unknown>[] = [];
  const fleet = await startFleet({
    roles: [],
    env: { AGENTS_DIR: dir, AGENTS_RELOAD: 'true', LOG_LEVEL: 'info' },
    logTo: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  onTestFinished(() => fleet.close());
  const file = join(dir, 'health', 'Solo', 'config.yml');
  let changes = 0;
  const refused = () => lines.find(({ msg }) => msg === 'agents.reload_refused');
  // A watcher may begin after the first change: then the next one is noticed.
  await expect
    .poll(
      async () => {
        changes += 1;
        await appendFile(file, `modle_${changes}: x\n`);
        return refused();
      },
      { interval: 1_000 },
    )
    .toBeDefined();
  expect(refused()?.problems).toContainEqual({
    file: expect.stringContaining('Solo/config.yml'),
    line: expect.any(Number),
    message: expect.stringContaining('modle'),
    fix: expect.any(String),
  });
});
