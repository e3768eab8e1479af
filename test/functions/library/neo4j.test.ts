/** The contract on a real Neo4j. Without one, and without Java and Maven to get one, it is skipped and says why. */
import { describe } from 'vitest';
import { openNeo4jStore } from '../../../src/functions/library/neo4j/neo4j-store.ts';
import { neo4jForTests } from '../../support/neo4j/for-tests.ts';
import { libraryContract } from './contract.ts';

const server = await neo4jForTests();

if ('skipped' in server) describe.skip(`Neo4j: the library (skipped: ${server.skipped})`, () => undefined);
else libraryContract(`Neo4j ${server.version}`, (dimensions) => openNeo4jStore(server, dimensions));
