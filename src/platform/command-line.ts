/** Parses a command's arguments. `--help` and unknown arguments print the usage. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Line<T extends Options> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>>;

const HELP = { type: 'boolean', short: 'h' } as const;

export function commandLine<T extends Options>(usage: string, options: T, mostWords = 0): Line<T> {
  const asked = parseArgs({ options: { help: HELP }, strict: false });
  if (asked.values.help) exitWith(usage, 0);
  try {
    const line = parseArgs({ options, allowPositionals: true });
    const [surplus] = line.positionals.slice(mostWords);
    if (surplus !== undefined) exitWith(`There is no "${surplus}" here.\n\n${usage}`, 2);
    return line;
  } catch (error) {
    // Node's message goes on with how to write an argument that begins with a dash, which does not help here.
    const [what] = (error as Error).message.split(/(?<=\.) To specify/);
    return exitWith(`${what}\n\n${usage}`, 2);
  }
}

function exitWith(text: string, code: number): never {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
}
