/**
 * Questions in Cypher, answered in threads. Loading a long record and interpreting a large query take from some milliseconds to seconds
 * of CPU; on the main thread, locks would not be renewed and health checks not answered meanwhile.
 */
import { AppError } from '../../platform/errors.ts';
import { openThreads, threadFile } from '../../platform/threads.ts';
import type { GuardedQuery, Parameters, QueryRows } from '../cypher/ast.ts';

export type QueryInput = {
  file: string;
  patient: string;
  query: GuardedQuery;
  parameters: Parameters & { patient_uuid: string };
  /** How many records were erased so far: a thread that sees it change empties its cache. */
  erasures: number;
};

export type Queries = {
  read(patient: string, query: GuardedQuery, parameters: QueryInput['parameters']): Promise<QueryRows>;
  /** Nothing of an erased record stays in memory once the next question is asked. */
  forget(): void;
  close(): Promise<void>;
};

/** A question that takes all its steps does not make the others wait. */
const THREADS = 2;
/** More than the interpreter's own last resort. */
const DEADLINE_MS = 20_000;
const THREAD = threadFile(import.meta.url, 'queries');

/** The threads start with the first question. */
export function createQueries(file: string): Queries {
  const threads = openThreads(THREAD, { threads: THREADS, deadlineMs: DEADLINE_MS });
  let erasures = 0;
  let closed = false;
  return {
    async read(patient, query, parameters) {
      if (closed) throw new AppError('record_unavailable', 'The record store is closed');
      const input: QueryInput = { file, patient, query, parameters, erasures };
      return threads.run('read', input);
    },
    forget() {
      erasures += 1;
    },
    async close() {
      closed = true;
      await threads.close();
    },
  };
}
