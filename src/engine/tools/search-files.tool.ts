/** Finds lines in the agent's own files, so that it need not read them all to find what it wrote months ago. */
import { z } from 'zod';
import { answered, FileError } from './file-answer.ts';
import { defineTool } from './tool.ts';

export const searchFiles = defineTool({
  name: 'search_files',
  description:
    'Searches your own files for lines that hold all of the given words, in any case. Files changed last come first. Read the file around a line with read_file.',
  input: z.object({ query: z.string().min(2).max(200).describe('Words to look for, e.g. "phase 3 enrollment"') }),
  output: z.union([
    z.object({
      matches: z.array(z.object({ path: z.string(), line: z.number(), excerpt: z.string() })),
      complete: z.boolean().describe('False if there are more matches than shown'),
    }),
    FileError,
  ]),
  effect: 'read',
  needs: 'workspace',
  run: ({ query }, { workspace }) => answered(workspace().search(query)),
});
