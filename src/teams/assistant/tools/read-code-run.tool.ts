/** How far a run of the code-generation pipeline is, and its code once it is done. */
import { z } from 'zod';
import { defineTool } from '../../../engine/tools/tool.ts';
import { type CodeRuns, LAST_RUN } from '../coder/code-runs.ts';

/** Below the limit at which a tool's result is cut; the whole is at GET /v1/runs/{id}. */
const CODE_CHARS = 24_000;

export const readCodeRun = (runs: CodeRuns) =>
  defineTool({
    name: 'read_code_run',
    description:
      'The status of a code run that was started before, and its code when it is completed; the last one if no id is given.',
    input: z.object({ run_id: z.string().max(64).optional() }),
    output: z.union([
      z.object({
        run_id: z.string(),
        status: z.string(),
        code: z.string(),
        truncated: z.boolean(),
        valid: z.boolean().nullable().describe('Whether the result fits the request; null while that is not known'),
        problem: z.string().nullable(),
      }),
      z.object({ error: z.string() }),
    ]),
    effect: 'read',
    async run({ run_id }, { task, state }) {
      const id = run_id ?? state.get(LAST_RUN);
      if (typeof id !== 'string') return { error: 'No code run was started yet.' };
      const found = await runs.read(task, id);
      if (!found) return { error: 'There is no such code run any more.' };
      const { code, error, ...rest } = found;
      return { ...rest, code: code.slice(0, CODE_CHARS), truncated: code.length > CODE_CHARS, problem: error };
    },
  });
