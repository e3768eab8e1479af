/** The contract on a real Neo4j. Without one, and without Java and Maven to get one, it is skipped and says why. */
import { describe } from 'vitest';
import { openNeo4jRecord } from '../../src/record/neo4j/neo4j-record.ts';
import { filingTerms } from '../../src/teams/health/filing-terms.ts';
import { neo4jForTests } from '../support/neo4j/for-tests.ts';
import { IS_NIGHT } from '../support/sampled.ts';
import { PROTECTING, recordContract } from './contract.ts';

const server = await neo4jForTests();

if ('skipped' in server) describe.skip(`Neo4j: the record (skipped: ${server.skipped})`, () => undefined);
else {
  recordContract(`Neo4j ${server.version}`, () => openNeo4jRecord(server, filingTerms), {
    openImpatient: () => openNeo4jRecord({ ...server, queryLimitMs: 500 }, filingTerms),
    ...(!IS_NIGHT && { parts: PROTECTING }),
  });
}
