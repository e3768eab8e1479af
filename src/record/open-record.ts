/** Opens the record that the configuration names. */
import type { Config } from '../platform/config.ts';
import { openEmbeddedRecord } from './embedded/embedded-record.ts';
import type { PatientRecord } from './record.ts';
import type { FilingTerms } from './terminology.ts';

export async function openRecord(config: Config, terms: FilingTerms): Promise<PatientRecord> {
  const { NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password, NEO4J_DATABASE: database } = config;
  if (!uri) return openEmbeddedRecord({ dir: config.DATA_DIR }, terms);
  // Loaded only when it is needed: the driver is large.
  const { openNeo4jRecord } = await import('./neo4j/neo4j-record.ts');
  return openNeo4jRecord({ uri, user, ...(password && { password }), ...(database && { database }) }, terms);
}
