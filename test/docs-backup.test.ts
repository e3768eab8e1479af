/** The commands of the handbook for backup and restore, as an operator would paste them: what comes back is what was there. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { type Fleet, startFleet } from './support/fleet.ts';

const ROOT = join(import.meta.dirname, '..');
const text = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
const [backup = '', restore = ''] = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)]
  .map(([, block = '']) => block)
  .filter((block) => block.includes('BACKUP'));

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-backup-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** With these folders for those of the handbook. */
async function paste(block: string, dataDir: string, copies: string): Promise<void> {
  const named = block.replace(/^BACKUP=.*\) && /m, '').replaceAll('.data/', `${dataDir}/`);
  await promisify(execFile)('bash', ['-c', `set -eu\nBACKUP=${copies}\n${named}`], { cwd: ROOT });
}

/** What a user would miss. */
async function kept({ call, base }: Fleet): Promise<unknown[]> {
  const paths = ['/v1/patients/anna/record', '/v1/library', '/v1/sessions?patient_id=anna'];
  const answers = await Promise.all(paths.map(async (path) => (await call('GET', path)).body));
  return [...answers, (await base.workspaces.open('local', 'user:anna').read('notes/a.md')).content];
}

test('a backup of a running fleet, put back into an empty folder, has the record, the library and the files', async () => {
  const fleet = await startFleet();
  onTestFinished(() => fleet.close());
  const { REDIS_URL = '', REDIS_PREFIX, DATA_DIR } = fleet.base.config;
  await fleet.say('I take metformin 500 mg twice a day.', { patient_id: 'anna', session_id: 's' });
  await fleet.call('POST', '/v1/library', { scope: 'guides', title: 'Asthma', type: 'text', text: 'Inhalers first.' });
  await fleet.base.workspaces.open('local', 'user:anna').write('notes/a.md', 'A note.', { by: 'test' });
  const before = await kept(fleet);
  expect(JSON.stringify(before)).toMatch(/Metformin.*Asthma.*A note\./s);

  const copies = join(newDir(), 'copies');
  await paste(backup, DATA_DIR, copies);
  const restored = join(newDir(), 'data');
  mkdirSync(restored);
  await paste(restore, restored, copies);
  const again = await startFleet({ roles: [], env: { REDIS_URL, REDIS_PREFIX, DATA_DIR: restored } });
  onTestFinished(() => again.close());
  expect(await kept(again)).toEqual(before);
});
