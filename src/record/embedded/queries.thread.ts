/** The work of queries.ts. Each thread has a connection and a cache of its own. */

import { type Database, openDatabase } from '../../platform/sqlite.ts';
import { threadTasks } from '../../platform/threads.ts';
import type { QueryRows } from '../cypher/ast.ts';
import { interpret } from './interpret/interpret.ts';
import { createSubgraphCache } from './load-subgraph.ts';
import type { QueryInput } from './queries.ts';

let database: Promise<Database> | undefined;
let graphs = createSubgraphCache();
let erased = 0;

export const serve = threadTasks({
  async read({ file, patient, query, parameters, erasures }: QueryInput): Promise<QueryRows> {
    if (erasures !== erased) graphs = createSubgraphCache();
    erased = erasures;
    database ??= openDatabase(file);
    const opened = await database.catch((thrown: unknown) => {
      database = undefined;
      throw thrown;
    });
    const graph = await opened.read((sql) => graphs.load(sql, patient));
    return interpret(query, graph, parameters);
  },
});
