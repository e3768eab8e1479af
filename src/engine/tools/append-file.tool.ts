/** Adds to the end of a file of the agent's own. A replay of the same step adds nothing. */
import { z } from 'zod';
import { answered, FileError, PATH_HELP } from './file-answer.ts';
import { defineTool } from './tool.ts';

export const appendFile = defineTool({
  name: 'append_file',
  description:
    'Adds text at the end of a file in your workspace, on a line of its own; makes the file if there is none. For logs and notes that grow.',
  input: z.object({
    path: z.string().min(1).max(1_000).describe(PATH_HELP),
    content: z.string().min(1).describe('What to add'),
  }),
  output: z.union([z.object({ ok: z.literal(true), path: z.string(), version: z.number() }), FileError]),
  effect: 'write',
  needs: 'workspace',
  async run({ path, content }, { workspace, agent, task, idempotencyKey }) {
    const written = await answered(
      workspace().append(path, content, { by: `${agent} in turn ${task.id}`, key: idempotencyKey }),
    );
    return 'error' in written ? written : { ok: true as const, ...written };
  },
});
