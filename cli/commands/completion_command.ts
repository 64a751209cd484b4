import { type Command as AnyCommand, Argument, Command } from 'commander';
import type { Output } from '../output/output.ts';
import { showJson, withJson } from '../server/ask.ts';

type Shell = 'bash' | 'zsh' | 'fish';
/** The words that may follow a command: its subcommands, argument values and options. */
type Choices = { path: string; words: string[] };

/**
 * `causeway completion <shell>`: prints a script that completes commands and options. The script is generated from the
 * command definitions.
 */
export function completionCommand(output: Output, program: () => AnyCommand): Command {
  return withJson(new Command('completion'))
    .description('Print a script for the completion of a shell: source <(causeway completion bash)')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .action((shell: Shell, { json }: { json?: boolean }) => {
      const script = { bash, zsh, fish }[shell](choicesOf(program(), ''));
      if (json) return showJson(output, { shell, script });
      output.out(script);
    });
}

function choicesOf(command: AnyCommand, path: string): Choices[] {
  const children = command.commands.flatMap((child) => [child.name(), ...child.aliases()]);
  const options = command.options.map(({ long }) => long ?? '').filter((long) => long !== '');
  const values = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const words = [...children, ...values, ...options, '--help'];
  const below = command.commands.flatMap((child) =>
    [child.name(), ...child.aliases()].flatMap((name) => choicesOf(child, `${path} ${name}`.trim())),
  );
  return [{ path, words }, ...below];
}

/** The script extends the path by a word only if the longer path has choices. Options and values do not extend it. */
function bash(all: Choices[]): string {
  return `# causeway completion bash
_causeway_words() {
  case "$1" in
${all.map(({ path, words }) => `    '${path}') printf '%s\\n' "${words.join(' ')}" ;;`).join('\n')}
  esac
}
_causeway() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' word longer
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    longer="\${path:+$path }$word"
    [ -n "$(_causeway_words "$longer")" ] && path="$longer"
  done
  COMPREPLY=($(compgen -W "$(_causeway_words "$path")" -- "$current"))
  [ "\${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _causeway causeway
`;
}

/** Zsh uses the functions of the bash script. */
function zsh(all: Choices[]): string {
  return `#compdef causeway
autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${bash(all)}`;
}

function fish(all: Choices[]): string {
  const lines = all.map(({ path, words }) => `    case '${path}'\n      printf '%s\\n' ${words.join(' ')}`);
  return `# causeway completion fish
function __causeway_words
  switch "$argv"
${lines.join('\n')}
  end
end
function __causeway
  set -l path
  for word in (commandline -opc)[2..-1]
    if test -n "$(__causeway_words $path $word)"
      set -a path $word
    end
  end
  set -l words (__causeway_words $path)
  printf '%s\\n' $words
  if not string match -qv -- '-*' $words
    __fish_complete_path (commandline -ct)
  end
end
complete -c causeway -f -a '(__causeway)'
`;
}
