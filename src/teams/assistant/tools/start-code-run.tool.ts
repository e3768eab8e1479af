/** Starts the code-generation pipeline for larger work. A replay of the same step starts nothing. */
import { z } from 'zod';
import { defineTool } from '../../../engine/tools/tool.ts';
import { type CodeRuns, LAST_RUN } from '../coder/code-runs.ts';

const REQUEST_CHARS = 20_000;

export const startCodeRun = (runs: CodeRuns) =>
  defineTool({
    name: 'start_code_run',
    description:
      'Starts the code-generation pipeline: subtasks, code for each, merging, analysis and validation. It works in the background; read_code_run shows how far it is.',
    input: z.object({
      user_request: z
        .string()
        .min(1)
        .max(REQUEST_CHARS)
        .describe('What to build, with everything the user has said about it'),
      language: z.string().min(1).max(40).default('typescript'),
      constraints: z.array(z.string().max(1_000)).max(50).default([]).describe('Must-haves, each in one sentence'),
      context: z.string().max(REQUEST_CHARS).default('').describe('What the code will be part of'),
    }),
    output: z.object({ run_id: z.string(), status: z.literal('started') }),
    effect: 'write',
    async run(input, { task, state, idempotencyKey }) {
      const run_id = await runs.start(task, input, idempotencyKey);
      state.set(LAST_RUN, run_id);
      return { run_id, status: 'started' as const };
    },
  });
