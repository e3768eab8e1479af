/** An empty record for a bench, in the engine that the settings name. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedRecord } from '../../src/record/embedded/embedded-record.ts';
import type { PatientRecord } from '../../src/record/record.ts';
import { filingTerms } from '../../src/teams/health/filing-terms.ts';
import { SETTINGS } from './settings.ts';

const { engine: ENGINE } = SETTINGS;

export async function openStore(): Promise<{ open: () => Promise<PatientRecord>; close: () => Promise<void> }> {
  if (ENGINE === 'embedded') {
    const dir = mkdtempSync(join(tmpdir(), 'medfleet-record-bench-'));
    return {
      open: () => openEmbeddedRecord({ dir }, filingTerms),
      close: async () => rmSync(dir, { recursive: true }),
    };
  }
  const { openNeo4jRecord } = await import('../../src/record/neo4j/neo4j-record.ts');
  const { NEO4J_URI: uri, NEO4J_USER: user = 'neo4j', NEO4J_PASSWORD: password = '' } = process.env;
  if (uri) return { open: () => openNeo4jRecord({ uri, user, password }, filingTerms), close: async () => undefined };
  const { startNeo4j } = await import('../support/neo4j/start-neo4j.ts');
  const server = await startNeo4j({ compiler: 'thorough' });
  return { open: () => openNeo4jRecord(server, filingTerms), close: () => server.stop() };
}
