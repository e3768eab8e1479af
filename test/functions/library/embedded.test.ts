/** The library in a file: the contract, and that an erasure reaches the file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDocuments } from '../../../src/engine/tools/documents.ts';
import { createLibrary } from '../../../src/functions/library/create-library.ts';
import { openEmbeddedStore } from '../../../src/functions/library/embedded/embedded-store.ts';
import { filesHolding } from '../../support/stores.ts';
import { libraryContract } from './contract.ts';

const dir = await mkdtemp(join(tmpdir(), 'library-'));
afterAll(() => rm(dir, { recursive: true }));

libraryContract('embedded', async () => openEmbeddedStore({ dir }));

test('what was erased is not in the files any more, and two processes can open them', async () => {
  const own = await mkdtemp(join(tmpdir(), 'library-'));
  const documents = openDocuments();
  const libraries = [1, 2].map(() =>
    createLibrary({ store: openEmbeddedStore({ dir: own }), documents, embedder: null }),
  );
  const [one, two] = libraries as [(typeof libraries)[0], (typeof libraries)[0]];
  const document = { scope: 's', title: 'T', type: 'text', source: {} } as const;
  await Promise.all([
    one.add('t', { ...document, text: 'the word xylographic stands here', user_id: 'anna' }),
    two.add('t', { ...document, text: 'something else stands here' }),
  ]);
  expect(filesHolding(own, 'xylographic')).not.toEqual([]);
  expect(await two.erase('t', { kind: 'user', id: 'anna' })).toEqual({ documents: 1, chunks: 1 });
  expect(filesHolding(own, 'xylograph')).toEqual([]);
  expect((await one.list({ tenant: 't' })).documents).toHaveLength(1);
  await Promise.all([one.close(), two.close(), documents.close()]);
  await rm(own, { recursive: true });
});
