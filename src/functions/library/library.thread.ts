/** What the thread of create-library.ts does. */
import { threadTasks } from '../../platform/threads.ts';
import { chunkDocument } from './chunks/chunk.ts';
import type { NewDocument } from './document.ts';
import { rank } from './rank.ts';

export type ChunkInput = { tenant: string; document: NewDocument; pages: string[] | undefined };

export const serve = threadTasks({
  chunk: ({ tenant, document, pages }: ChunkInput) => chunkDocument(tenant, document, pages),
  rank,
});
