/** Shows what the agent has in its workspace. */
import { z } from 'zod';
import { answered, FileError } from './file-answer.ts';
import { defineTool } from './tool.ts';

const MAX_LISTED = 200;

export const listFiles = defineTool({
  name: 'list_files',
  description:
    'Lists the folders and files of your workspace, or of one folder in it, with size, version and when each was last changed.',
  input: z.object({
    dir: z.string().max(1_000).optional().describe('A folder, such as evidence; everything if not given'),
  }),
  output: z.union([
    z.object({
      folders: z.array(z.string()),
      files: z.array(z.object({ path: z.string(), bytes: z.number(), version: z.number(), modified_at: z.string() })),
      more: z.number().describe('Files that are not shown; list a folder to see them'),
    }),
    FileError,
  ]),
  effect: 'read',
  needs: 'workspace',
  async run({ dir }, { workspace }) {
    const listing = await answered(workspace().list(dir || undefined));
    if ('error' in listing) return listing;
    const { folders, files } = listing;
    return {
      folders: folders.slice(0, MAX_LISTED),
      files: files.slice(0, MAX_LISTED),
      more: Math.max(0, files.length - MAX_LISTED),
    };
  },
});
