/** What a command of `medfleet` is: one object in one file, from which the help, the completion and the parser are made. */
import type { MedfleetClient } from '../client/client.ts';
import type { Style } from './style.ts';

export type Option = {
  type: 'string' | 'boolean';
  /** One sentence, for the help. */
  about: string;
  /** What its value is called there. */
  value?: string;
  short?: string;
  /** Offered by the completion. */
  choices?: readonly string[];
};
export type Options = Readonly<Record<string, Option>>;

export type Values<O extends Options> = { [K in keyof O]?: O[K]['type'] extends 'boolean' ? boolean : string };

/** The process around a command: in a test, it is the test. */
export type Io = {
  out(text: string): void;
  err(text: string): void;
  /** All of the standard input; null if it is a terminal, where nobody waits for the end of it. */
  readInput(): Promise<string | null>;
  /** Whether a person reads the output as it is written. */
  isTerminal: boolean;
  env: Readonly<Record<string, string | undefined>>;
  /** What to say if the user ends the command with Ctrl+C. */
  onInterrupt(text: string): void;
  /** Runs another program in the foreground, and gives its exit code. */
  spawn(file: string, args: readonly string[]): Promise<number>;
};

export type Call<O extends Options> = {
  values: Values<O>;
  /** The arguments that are no options. */
  words: readonly string[];
  io: Io;
  style: Style;
  url: string;
  token: string | undefined;
  client: MedfleetClient;
};

export type Command<O extends Options = Options> = {
  name: string;
  /** One line, for the list of commands. */
  summary: string;
  /** How it is called after its name: 'TEXT', 'list | approve ID'. */
  usage: string;
  /** First words that it knows, offered by the completion. */
  actions?: readonly string[];
  /** How many words it takes at most; any number if not given. */
  mostWords?: number;
  /** Options that it does not know, and all words, are passed on as they are. */
  passesOn?: true;
  options: O;
  examples: readonly (readonly [line: string, what: string])[];
  /** The exit code; 0 if it gives none. */
  run(call: Call<O>): Promise<number | undefined>;
};

export function defineCommand<const O extends Options>(command: Command<O>): Command {
  return command as unknown as Command;
}

/** A mistake in how the command was called: exit code 2. */
export class UsageError extends Error {}

export const EXIT = { fine: 0, failed: 1, usage: 2, unreachable: 3, interrupted: 130 } as const;

/** Options that several commands have. */
export const JSON_OPTION = { type: 'boolean', about: 'Print JSON, for programs' } as const;
export const USER_OPTION = {
  type: 'string',
  value: 'ID',
  about: 'Whose; not needed with a key that is bound to a user',
} as const;

/** For the last line of a command: all is fine. */
export function printJson(io: Io, value: unknown): undefined {
  io.out(`${JSON.stringify(value, null, io.isTerminal ? 2 : undefined)}\n`);
  return undefined;
}

/** The user that a list is about. A key that is bound to one may leave it out, which only the server knows. */
export function userQuery(user: string | undefined): { user_id: string } {
  return { user_id: user as string };
}
