/** The work of embedded-store.ts. Each thread has a connection of its own. */
import { type Database, openDatabase, type Sql } from '../../../platform/sqlite.ts';
import { threadTasks } from '../../../platform/threads.ts';
import { findCandidates, findDocument, listDocuments, readGeneration } from './read.ts';
import { migrate } from './schema.ts';
import { addDocument, eraseSubject, removeDocuments } from './write.ts';

type InFile<T> = T & { file: string };

let opened: Promise<Database> | undefined;

function databaseOf(file: string): Promise<Database> {
  opened ??= open(file).catch((thrown: unknown) => {
    opened = undefined;
    throw thrown;
  });
  return opened;
}

async function open(file: string): Promise<Database> {
  const database = await openDatabase(file);
  await migrate(database);
  return database;
}

const reading =
  <I, O>(work: (sql: Sql, input: I) => O) =>
  async (input: InFile<I>): Promise<O> =>
    (await databaseOf(input.file)).read((sql) => work(sql, input));

const writing =
  <I, O>(work: (sql: Sql, input: I) => O) =>
  async (input: InFile<I>): Promise<O> =>
    (await databaseOf(input.file)).write((sql) => work(sql, input));

export const serve = threadTasks({
  list: reading(listDocuments),
  find: reading(findDocument),
  generation: reading(readGeneration),
  candidates: reading(findCandidates),
  add: writing(addDocument),
  remove: writing(removeDocuments),
  erase: writing(eraseSubject),
  /** After an erasure: nothing of it stays in the log. */
  scrub: async ({ file }: InFile<object>) => (await databaseOf(file)).scrub(),
});
