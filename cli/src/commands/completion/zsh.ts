import type { CompletedCommand, CompletedFlag } from './words.ts';

/** A function for zsh's own completion system. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef admissions
# admissions: completion for zsh. In ~/.zshrc, after compinit: source <(admissions completion zsh)
_admissions() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    '${escaped(name)}:${escaped(summary)}'`).join('\n')}
    'help:print the help of a command'
  )
  if (( CURRENT == 2 )); then
    _describe -t commands 'command' commands
    return
  fi
  local name=$words[2]
  shift words
  (( CURRENT-- ))
  case $name in
${commands.map(commandCase).join('\n')}
    help) _describe -t commands 'command' commands ;;
  esac
}
compdef _admissions admissions
`;
}

function commandCase({ name, flags, argument }: CompletedCommand): string {
  const rest = argument === 'files' ? "'*:file:_files'" : `'*:name:(${argument.join(' ')})'`;
  const lines = flags.map(
    (flag) => `'*${flag.name}[${escaped(flag.help)}]${action(flag.follows)}'`,
  );
  return `    ${name})\n      _arguments ${["'--help[print this help]'", ...lines, rest].join(' \\\n        ')} ;;`;
}

function action(follows: CompletedFlag['follows']): string {
  if (!follows) return '';
  const { words, files } = follows;
  if (words.length === 0) return files ? ':file:_files' : ':value: ';
  const list = `(${words.join(' ')})`;
  return files ? `:value:_alternative "words:word:${list}" "files:file:_files"` : `:value:${list}`;
}

/** For a specification inside single quotes. */
function escaped(text: string): string {
  return text
    .replaceAll("'", "'\\''")
    .replace(/[[\]:\\]/g, '\\$&')
    .replaceAll("\\\\''", "\\''");
}
