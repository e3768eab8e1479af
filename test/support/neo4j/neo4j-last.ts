/**
 * The order of the test files: the long ones that kill processes first, those that need Neo4j last. The server is asked for as soon as the
 * run begins, so that it is fetched and started while the other files run.
 */
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { askForServer } from './server-address.ts';

/** A class because Vitest creates the instance itself. */
export class Neo4jLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const long = sorted.filter(({ moduleId }) => moduleId.includes('/test/chaos/'));
    const last = sorted.filter(({ moduleId }) => readFileSync(moduleId, 'utf8').includes('support/neo4j/'));
    // The test files that need the server ask again; they report a failure.
    if (last.length > 0 && !process.env.NEO4J_URI) askForServer().catch(() => undefined);
    return [...long, ...sorted.filter((file) => !long.includes(file) && !last.includes(file)), ...last];
  }
}
