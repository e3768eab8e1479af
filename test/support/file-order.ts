/**
 * The order of the test files: what takes long first, so that no worker is left with it at the end; those that need Neo4j in the middle.
 * The server is asked for as soon as the run begins, so that it is fetched and started while the first files run.
 */
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { askForServer } from './neo4j/server-address.ts';

/** Killed processes, browsers, whole fleets. */
const LONG = [/\/test\/chaos\//, /\/test\/dashboard\/console\//, /\/test\/e2e\//];

/** A class because Vitest creates the instance itself. */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const onNeo4j = new Set(sorted.filter(needsNeo4j));
    // The test files that need the server ask again; they report a failure.
    if (onNeo4j.size > 0 && !process.env.NEO4J_URI) askForServer().catch(() => undefined);
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((pattern) => pattern.test(moduleId));
      return found < 0 ? LONG.length : found;
    };
    const others = sorted.filter((file) => !onNeo4j.has(file)).sort((a, b) => rank(a) - rank(b));
    return others.toSpliced(others.length / 2, 0, ...onNeo4j);
  }
}

function needsNeo4j({ moduleId }: TestSpecification): boolean {
  return readFileSync(moduleId, 'utf8').includes('support/neo4j/');
}
