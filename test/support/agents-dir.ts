/** A copy of the shipped agents with changed config values. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { parseDocument } from 'yaml';

/** `change` by agent name; a value at a path of its config, e.g. ['limits', 'seconds']. */
export function agentsWith(changes: { agent: string; path: string[]; value: unknown }[]): string {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-agents-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  cpSync('agents', dir, { recursive: true });
  for (const { agent, path, value } of changes) {
    const file = agent === 'team' ? join(dir, 'health/team.yml') : join(dir, `health/${agent}/config.yml`);
    const document = parseDocument(readFileSync(file, 'utf8'));
    document.setIn(path, value);
    writeFileSync(file, document.toString());
  }
  return dir;
}
