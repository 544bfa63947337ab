import type { CompletedCommand, Follows } from './words.ts';

/** A script for bash 3.2 and newer, without bash-completion. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  return `# admissions: completion for bash. In ~/.bashrc: source <(admissions completion bash)
_admissions() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${names} help --help --version' -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]} $before" in
${commands.flatMap(flagCases).join('\n')}
  esac
  case "\${COMP_WORDS[1]}" in
${commands.map(commandCase).join('\n')}
    help) words='${names}' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -o filenames -F _admissions admissions
`;
}

function flagCases({ name, flags }: CompletedCommand): string[] {
  return flags.flatMap(({ name: flag, follows }) =>
    follows ? [`    '${name} ${flag}') ${replies(follows)}; return ;;`] : [],
  );
}

/** @returns what fills COMPREPLY */
function replies({ words, files }: Follows): string {
  const parts = [
    ...(words.length > 0 ? [`-W '${words.join(' ')}'`] : []),
    ...(files ? ['-f'] : []),
  ];
  if (parts.length === 0) return 'COMPREPLY=()';
  // No space after `json=`; bash 3.2, which has no compopt, puts one.
  const open = words.some((word) => word.endsWith('=')) ? 'compopt -o nospace 2>/dev/null; ' : '';
  return `${open}COMPREPLY=($(compgen ${parts.join(' ')} -- "$word"))`;
}

function commandCase({ name, flags, argument }: CompletedCommand): string {
  const words = [
    ...(argument === 'files' ? [] : argument),
    ...flags.map((flag) => flag.name),
    '--help',
  ];
  return `    ${name}) words='${words.join(' ')}' ;;`;
}
