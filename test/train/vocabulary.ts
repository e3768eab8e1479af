/** Makes the vocabulary's index from its tables: `npm run vocabulary:index`. A test fails if it was not run after a change of a table. */
import { writeFileSync } from 'node:fs';
import { INDEX_FILE } from '../../src/clinical/vocabulary/trie.ts';
import { packIndex } from './vocabulary-index.ts';

writeFileSync(INDEX_FILE, packIndex());
