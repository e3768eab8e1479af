/** The tools over an agent's own files. */
import { appendFile } from './append-file.tool.ts';
import { listFiles } from './list-files.tool.ts';
import { readFile } from './read-file.tool.ts';
import { searchFiles } from './search-files.tool.ts';
import type { Tool } from './tool.ts';
import { writeFile } from './write-file.tool.ts';

export const FILE_TOOLS: readonly Tool[] = [appendFile, listFiles, readFile, searchFiles, writeFile];
