/** Finds the command, reads its arguments, runs it, and says in one line what went wrong. */
import { parseArgs } from 'node:util';
import { createClient, MedfleetError } from '../client/client.ts';
import { VERSION } from '../platform/installation.ts';
import { nearest } from '../platform/nearest.ts';
import { type Command, EXIT, type Io, type Options, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { COMMON_OPTIONS, commandHelp, overview } from './help.ts';
import { createStyle, wantsColour } from './style.ts';

const DEFAULT_URL = 'http://127.0.0.1:8080';
/** So that a fleet on another port of this machine is found by the same .env. */
const localUrl = ({ PORT = '' }: Io['env']) => (/^[1-9]\d{0,4}$/.test(PORT) ? `http://127.0.0.1:${PORT}` : DEFAULT_URL);

export async function runCli(args: readonly string[], io: Io): Promise<number> {
  const [name = '', ...rest] = args;
  if (name === '' || name === '--help' || name === '-h' || name === 'help') return help(rest[0], io);
  if (name === '--version' || name === '-v') {
    io.out(`${VERSION}\n`);
    return EXIT.fine;
  }
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) return unknown(name, io);
  if (asksForHelp(rest)) return help(name, io);
  try {
    return await run(command, rest, io);
  } catch (error) {
    return failed(error, command, io);
  }
}

async function run(command: Command, args: readonly string[], io: Io): Promise<number> {
  const { values, words } = read(command, args);
  const url = String(values.url ?? io.env.MEDFLEET_URL ?? localUrl(io.env));
  if (!URL.canParse(url)) throw new UsageError(`--url must be an address such as ${DEFAULT_URL}`);
  const token = (values.token as string | undefined) ?? io.env.MEDFLEET_TOKEN;
  const client = createClient({ baseUrl: url, token });
  const style = createStyle(wantsColour(io.isTerminal, io.env));
  return (await command.run({ values: values as never, words, io, style, url, token, client })) ?? EXIT.fine;
}

type Read = { values: Record<string, string | boolean | undefined>; words: readonly string[] };

function read({ name, options, mostWords, passesOn }: Command, args: readonly string[]): Read {
  if (passesOn) return { values: {}, words: args };
  const all: Options = { ...options, ...COMMON_OPTIONS };
  const known = Object.fromEntries(
    Object.entries(all).map(([option, { type, short }]) => [option, { type, ...(short && { short }) }]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: known, allowPositionals: true });
    const surplus = mostWords === undefined ? undefined : positionals[mostWords];
    if (surplus !== undefined) throw new UsageError(`"${surplus}" is one argument too many`);
    return { values: values as Read['values'], words: positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const unknownOption = /^Unknown option '--?([^']+)'/.exec((error as Error).message)?.[1];
    if (unknownOption === undefined) throw new UsageError((error as Error).message.split('. ')[0]);
    throw new UsageError(`${name} has no option --${unknownOption}${hint(unknownOption, Object.keys(all), '--')}`);
  }
}

/** After `--` everything is a word. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? undefined : end).some((arg) => arg === '--help' || arg === '-h');
}

function help(name: string | undefined, io: Io): number {
  const command = COMMANDS.find((one) => one.name === name);
  if (name !== undefined && !command) return unknown(name, io);
  io.out(command ? commandHelp(command) : overview(COMMANDS));
  return EXIT.fine;
}

function unknown(name: string, io: Io): number {
  const names = COMMANDS.map((command) => command.name);
  io.err(`medfleet: ${sentence(`there is no command "${name}"${hint(name, names)}`)} See medfleet --help\n`);
  return EXIT.usage;
}

function hint(given: string, known: readonly string[], prefix = ''): string {
  const close = nearest(given, known);
  return close ? `; did you mean ${prefix}${close}?` : '';
}

function sentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

function failed(error: unknown, { name }: Command, io: Io): number {
  if (error instanceof UsageError) {
    io.err(`medfleet: ${sentence(error.message)} See medfleet ${name} --help\n`);
    return EXIT.usage;
  }
  io.err(`medfleet: ${error instanceof Error ? error.message : String(error)}\n`);
  if (!(error instanceof MedfleetError)) return EXIT.failed;
  if (error.status === 401) io.err('Give a key with --token or MEDFLEET_TOKEN; npm run keys makes one.\n');
  if (error.errors.some(({ path }) => path === 'user_id')) io.err('Give it with --user ID.\n');
  if (error.status === 0)
    io.err('Start it with npm start (a package: npx medfleet start), or say where it is with --url or MEDFLEET_URL.\n');
  return error.status === 0 ? EXIT.unreachable : EXIT.failed;
}
