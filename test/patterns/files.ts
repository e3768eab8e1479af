/** The files of the project in which there can be patterns. */
import { join } from 'node:path';
import { codeIn } from '../support/imports.ts';

export const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['src', 'queues', 'workers', 'producers', 'dashboard'];
/** Made by a generator, whose patterns are one character each. */
const GENERATED = 'src/record/cypher/parser.generated.ts';

export const FILES = FOLDERS.flatMap(codeIn).filter((file) => /\.(?:ts|js|mjs)$/.test(file) && file !== GENERATED);
