/** The help texts, made from the table of commands. */
import type { Command, Options } from './command.ts';

/** Of every command that talks to a server. */
export const COMMON_OPTIONS = {
  url: { type: 'string', value: 'URL', about: 'Where Medfleet is; MEDFLEET_URL, or this machine at PORT or 8080' },
  token: { type: 'string', value: 'KEY', about: 'A key, if the fleet asks for one; MEDFLEET_TOKEN is safer' },
  help: { type: 'boolean', short: 'h', about: 'Print this' },
} as const satisfies Options;

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'Medfleet from the command line.',
    '',
    '  medfleet COMMAND [OPTIONS]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    '  medfleet COMMAND --help   what a command does, with examples',
    '  medfleet --version',
    '',
    'In a clone without an installed command: npm run medfleet -- COMMAND',
    '',
    'Exit codes: 0 fine, 1 failed, 2 called in a wrong way, 3 Medfleet cannot be reached.',
    '',
  ].join('\n');
}

export function commandHelp({ name, summary, usage, options, examples, passesOn }: Command): string {
  const all: Options = passesOn ? options : { ...options, ...COMMON_OPTIONS };
  const rows = Object.entries(all).map(([option, { short, value, about }]) => {
    const name = `${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`;
    return [name, about] as const;
  });
  const width = Math.max(0, ...rows.map(([option]) => option.length));
  return [
    `${summary}.`,
    '',
    `  medfleet ${name}${usage ? ` ${usage}` : ''}`,
    '',
    ...(rows.length > 0
      ? ['Options:', ...rows.map(([option, about]) => `  ${option.padEnd(width)}  ${about}`), '']
      : []),
    'Examples:',
    ...examples.flatMap(([line, what]) => [`  ${line}`, `      ${what}`]),
    '',
  ].join('\n');
}
