/** `npm run record:move`: the records of the embedded engine, all of them, in a real Neo4j; a second run changes nothing. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEmbeddedRecord } from '../../src/record/embedded/embedded-record.ts';
import { openNeo4jRecord } from '../../src/record/neo4j/neo4j-record.ts';
import { filingTerms } from '../../src/teams/health/filing-terms.ts';
import { neo4jForTests } from '../support/neo4j/for-tests.ts';
import { newPatient, plain, told, turn } from './told.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const server = await neo4jForTests();

function move(env: Record<string, string>) {
  return run(process.execPath, ['--import', 'tsx', 'src/move-records.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
  });
}

function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-move-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test('without a place to go it says which setting is missing', async () => {
  await expect(move({ DATA_DIR: tempDir() })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^medfleet: Set NEO4J_URI/),
  });
});

describe.skipIf('skipped' in server)('to Neo4j', () => {
  test('every record arrives whole, and a second run changes nothing', async () => {
    if ('skipped' in server) return;
    const DATA_DIR = tempDir();
    const patients = Array.from({ length: 25 }, newPatient).sort();
    const source = await openEmbeddedRecord({ dir: DATA_DIR }, filingTerms);
    for (const [index, patient] of patients.entries()) {
      await source.file(patient, [told('observation', 'Weight', { value: 60 + index, unit: 'kg' })], turn());
    }
    const before = await Promise.all(patients.map((patient) => source.graph(patient)));
    const { ids } = source.about();
    await source.close();

    const env = { DATA_DIR, NEO4J_URI: server.uri, NEO4J_USER: server.user, NEO4J_PASSWORD: server.password };
    for (const attempt of ['first', 'second']) {
      const { stdout } = await move(env);
      expect(stdout, attempt).toContain(`moved 25 records from ${DATA_DIR} to Neo4j ${server.version}`);
    }
    const target = await openNeo4jRecord(server, filingTerms);
    onTestFinished(() => target.close());
    const after = await Promise.all(patients.map((patient) => target.graph(patient)));
    expect(after.map(plain)).toEqual(before.map(plain));
    expect(target.about().ids.filter((id) => ids.includes(id))).toEqual(ids);
  });
});
