/** Runs commands in the test's own process, as a terminal or a pipe would see them. */
import { COMMANDS } from '../../src/cli/commands.ts';
import { runCli } from '../../src/cli/run-cli.ts';

export type Said = { code: number; out: string; err: string };

type Options = {
  env?: Record<string, string>;
  input?: string;
  isTerminal?: boolean;
  /** Receives what would be run as another program. */
  spawned?: string[][];
};

export const COMMAND_NAMES = COMMANDS.map(({ name }) => name);

export async function cli(args: readonly string[], options: Options = {}): Promise<Said> {
  const { env = {}, input, isTerminal = false, spawned = [] } = options;
  const said = { out: '', err: '' };
  const code = await runCli(args, {
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    readInput: async () => input ?? null,
    isTerminal,
    env,
    onInterrupt: () => undefined,
    spawn: async (file, more) => {
      spawned.push([file, ...more]);
      return 7;
    },
  });
  return { code, ...said };
}
