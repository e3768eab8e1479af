/** `medfleet completion`: a script that makes a shell complete commands, actions and options. Made from the table of commands. */
import { type Command, defineCommand, type Options, UsageError } from '../command.ts';
import { COMMON_OPTIONS } from '../help.ts';

const SHELLS: Readonly<Record<string, (commands: readonly Command[]) => string>> = { bash, zsh, fish };

/** It lists the table that it is part of. */
export function completion(commands: () => readonly Command[]): Command {
  return defineCommand({
    name: 'completion',
    summary: 'Print a completion script for a shell',
    usage: 'bash | zsh | fish',
    actions: Object.keys(SHELLS),
    mostWords: 1,
    options: {},
    examples: [
      ['source <(medfleet completion bash)', 'in ~/.bashrc'],
      ['medfleet completion zsh > ~/.zfunc/_medfleet', 'in a folder of $fpath'],
      ['medfleet completion fish > ~/.config/fish/completions/medfleet.fish', 'for fish'],
    ],
    async run({ words: [shell = ''], io }) {
      const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
      if (!script) throw new UsageError(`say which shell: ${Object.keys(SHELLS).join(', ')}`);
      io.out(script(commands()));
      return undefined;
    },
  });
}

function optionsOf({ options, passesOn }: Command): string[] {
  const all: Options = passesOn ? options : { ...options, ...COMMON_OPTIONS };
  return Object.keys(all).map((name) => `--${name}`);
}

function wordsOf(command: Command): string {
  return [...(command.actions ?? []), ...optionsOf(command)].join(' ');
}

function bash(commands: readonly Command[]): string {
  return [
    '_medfleet() {',
    `  local current="\${COMP_WORDS[COMP_CWORD]}" words`,
    `  case "$COMP_CWORD:\${COMP_WORDS[1]}" in`,
    `    1:*) words="${commands.map(({ name }) => name).join(' ')} --help --version" ;;`,
    ...commands.map((command) => `    *:${command.name}) words="${wordsOf(command)}" ;;`),
    '    *) words="" ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    'complete -o default -F _medfleet medfleet',
    '',
  ].join('\n');
}

/** Works from a folder of $fpath and when it is sourced. */
function zsh(commands: readonly Command[]): string {
  const quoted = (text: string) => text.replaceAll("'", "'\\''").replaceAll(':', '\\:');
  return [
    '#compdef medfleet',
    '_medfleet() {',
    '  local -a commands',
    `  commands=(${commands.map(({ name, summary }) => `'${name}:${quoted(summary)}'`).join(' ')})`,
    '  if (( CURRENT == 2 )); then',
    '    _describe command commands',
    '    return',
    '  fi',
    '  case "$words[2]" in',
    ...commands.map(
      (command) => `    ${command.name}) compadd -- ${wordsOf(command)}${command.actions ? '; return' : ''} ;;`,
    ),
    '  esac',
    '  _files',
    '}',
    'if [ "$funcstack[1]" = "_medfleet" ]; then _medfleet "$@"; else compdef _medfleet medfleet; fi',
    '',
  ].join('\n');
}

function fish(commands: readonly Command[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  return commands
    .flatMap((command) => {
      const after = `complete -c medfleet -n '__fish_seen_subcommand_from ${command.name}'`;
      return [
        `complete -c medfleet -f -n __fish_use_subcommand -a ${command.name} -d ${quoted(command.summary)}`,
        ...(command.actions?.length ? [`${after} -f -a ${quoted(command.actions.join(' '))}`] : []),
        ...optionsOf(command).map((option) => `${after} -l ${option.slice(2)}`),
      ];
    })
    .map((line) => `${line}\n`)
    .join('');
}
