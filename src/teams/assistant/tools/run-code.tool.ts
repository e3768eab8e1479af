/**
 * Runs a program in the sandbox. It reaches nothing outside, so a replay that runs it again does no harm; the journal keeps its result all
 * the same.
 */
import { z } from 'zod';
import { answered, FileError } from '../../../engine/tools/file-answer.ts';
import { defineTool } from '../../../engine/tools/tool.ts';
import { AppError } from '../../../platform/errors.ts';
import { LANGUAGES, type Sandbox } from '../../../platform/sandbox/sandbox.ts';

const MAX_CODE_CHARS = 50_000;
const MAX_STDIN_CHARS = 200_000;
const MAX_FILES = 20;
/** Of each stream and each file; well below the limit at which a tool's result is cut. */
const SHOWN_CHARS = 8_000;
const SHOWN_FILES = 10;
const SHOWN_FILE_CHARS = 2_000;

const RunResult = z.object({
  exit_code: z.number().nullable().describe('0: it succeeded; null: a signal ended it'),
  signal: z.string().nullable(),
  stdout: z.string(),
  stderr: z.string(),
  truncated: z.boolean().describe('There was more output than is shown'),
  timed_out: z.boolean(),
  out_of_memory: z.boolean(),
  ms: z.number(),
  files: z
    .array(z.object({ path: z.string(), bytes: z.number(), text: z.string().nullable() }))
    .describe('What the program wrote in its working folder; text is null if it is long or not text'),
});

/** What the program, its caller or the machine is to blame for: the model can act on it, or say it. */
const EXPECTED: ReadonlySet<string> = new Set(['sandbox_unavailable', 'invalid']);

export const runCode = (sandbox: Sandbox) =>
  defineTool({
    name: 'run_code',
    description:
      'Runs a program in a sandbox and returns what it prints. No network, no packages beyond the standard library, 10 ' +
      'seconds, 256 MB. Each run begins anew. Use it to calculate, to test code and to work on files.',
    input: z.object({
      language: z.enum(LANGUAGES).describe('javascript is Node, python is Python 3, shell is sh'),
      code: z.string().min(1).max(MAX_CODE_CHARS).describe('The whole program; it must print what you want to know'),
      stdin: z.string().max(MAX_STDIN_CHARS).optional().describe('What the program reads from its standard input'),
      files: z
        .array(z.string().min(1).max(200))
        .max(MAX_FILES)
        .optional()
        .describe('Files of your workspace that the program needs, by path; it finds them under the same paths'),
    }),
    output: z.union([RunResult, FileError]),
    effect: 'read',
    needs: 'workspace',
    async run({ language, code, stdin, files: paths = [] }, { workspace, signal }) {
      const files = await answered(
        Promise.all(
          paths.map(async (path) => {
            const file = await workspace().read(path);
            return { path: file.path, text: file.content };
          }),
        ),
      );
      if ('error' in files) return files;
      try {
        const ran = await sandbox.run({ language, code, files, ...(stdin !== undefined && { stdin }) }, signal);
        return {
          exit_code: ran.exit_code,
          signal: ran.signal,
          stdout: ran.stdout.slice(0, SHOWN_CHARS),
          stderr: ran.stderr.slice(0, SHOWN_CHARS),
          truncated: ran.truncated || ran.stdout.length > SHOWN_CHARS || ran.stderr.length > SHOWN_CHARS,
          timed_out: ran.timed_out,
          out_of_memory: ran.out_of_memory,
          ms: ran.ms,
          files: ran.files
            .slice(0, SHOWN_FILES)
            .map((file) => ({ ...file, text: (file.text?.length ?? 0) > SHOWN_FILE_CHARS ? null : file.text })),
        };
      } catch (thrown) {
        if (thrown instanceof AppError && EXPECTED.has(thrown.code)) return { error: thrown.message };
        throw thrown;
      }
    },
  });
