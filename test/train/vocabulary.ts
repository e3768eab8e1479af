/** Makes the vocabulary's index anew from its tables: `npm run vocabulary:index`. Run it after any change of a table; a test fails until then. */
import { writeFileSync } from 'node:fs';
import { INDEX_FILE } from '../../src/clinical/vocabulary/trie.ts';
import { packIndex } from './vocabulary-index.ts';

writeFileSync(INDEX_FILE, packIndex());
