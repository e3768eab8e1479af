/** Writes a file of the agent's own: a new one, or a new version of one that is there. */
import { z } from 'zod';
import { answered, FileError, PATH_HELP } from './file-answer.ts';
import { defineTool } from './tool.ts';

export const writeFile = defineTool({
  name: 'write_file',
  description:
    'Writes a text file in your workspace. A file that is there already gets a new version with this content; the old ones are kept.',
  input: z.object({
    path: z.string().min(1).max(1_000).describe(PATH_HELP),
    content: z.string().describe('The whole content, not only what changes'),
  }),
  output: z.union([z.object({ ok: z.literal(true), path: z.string(), version: z.number() }), FileError]),
  effect: 'write',
  needs: 'workspace',
  async run({ path, content }, { workspace, agent, task, idempotencyKey }) {
    const written = await answered(
      workspace().write(path, content, { by: `${agent} in turn ${task.id}`, key: idempotencyKey }),
    );
    return 'error' in written ? written : { ok: true as const, ...written };
  },
});
