import { operations } from '@one-planet/contract';
import { CliError, exitCodes } from '../core/exit.ts';
import { print, printTo } from '../core/terminal.ts';
import {
  type Argument,
  argument,
  type CommandList,
  type CommandModule,
  defineCommand,
  value,
  wordsOfOption,
} from './define.ts';

const lastWords: Argument<string[]> = {
  name: '[words...]',
  help: 'for "words": what is typed already, to print what may come last',
};

export const command: CommandModule['command'] = (finish, commands) =>
  defineCommand({
    name: 'completion',
    description: 'Prints what a shell needs to complete commands, flags and their values.',
    arguments: [argument('<shell>', Object.keys(scripts).join(', ')), lastWords],
    options: { output: value('<file>', 'write it to a file instead') },
    help: `
Examples:
  source <(admissions completion bash)              in ~/.bashrc
  source <(admissions completion zsh)               in ~/.zshrc, after compinit
  admissions completion fish --output ~/.config/fish/completions/admissions.fish`,
    async run({ output }, shell: string, words: string[]) {
      const script = Object.hasOwn(scripts, shell) && scripts[shell as keyof typeof scripts];
      if (script) await printTo(output, script);
      else if (shell === 'words') await printWords(words, commands);
      else {
        const known = Object.keys(scripts).join(', ');
        throw new CliError(`there is no completion for "${shell}": known are ${known}`);
      }
      return exitCodes.done;
    },
  })(finish);

type Offer = readonly [word: string, help?: string];

/** Completed by the shell itself. */
const files: Offer = [':files'];
const flagsOfAll: readonly Offer[] = [['--help', 'print this help']];

/** Prints a line for each word that may come last, after a tab what it means; `:files` for names of files. */
async function printWords(typed: readonly string[], commands: CommandList): Promise<void> {
  const word = typed.at(-1) ?? '';
  for (const [offer, help = ''] of await offersAfter(typed.slice(0, -1), commands)) {
    if (offer === files[0] || offer.startsWith(word)) print(`${offer}\t${help}`);
  }
}

async function offersAfter(
  [name, ...typed]: readonly string[],
  commands: CommandList,
): Promise<readonly Offer[]> {
  const names = Object.entries(commands).map(([name, [summary]]): Offer => [name, summary]);
  if (name === undefined) {
    return [...names, ['help', 'print the help of a command'], ...flagsOfAll, ['--version']];
  }
  if (name === 'help') return names;
  const [, load] = (Object.hasOwn(commands, name) && commands[name]) || [];
  if (!load) return [];
  const { options } = (await load()).command(() => {}, commands);
  const option = options.find(({ long }) => long === typed.at(-1));
  if (option && (option.required || option.optional)) {
    const words = (wordsOfOption(option) ?? []).map((one): Offer => [one]);
    return [...words, ...(/[<|]file|=file/.test(option.flags) ? [files] : [])];
  }
  const flags = options.map(({ long, description }): Offer => [long ?? '', description]);
  return [...argumentsOf(name), ...flags, ...flagsOfAll];
}

function argumentsOf(name: string): readonly Offer[] {
  if (name === 'call') return operations.map(({ name, route }) => [name, route.summary]);
  return name === 'completion' ? Object.keys(scripts).map((shell) => [shell]) : [files];
}

/** Each asks this command for the words: they are always those of the version that is installed. */
const scripts = {
  bash: `# admissions: completion for bash 3.2 and newer. In ~/.bashrc: source <(admissions completion bash)
_admissions() {
  local word=\${COMP_WORDS[COMP_CWORD]} line
  COMPREPLY=()
  while IFS=$'\\t' read -r line _; do
    case $line in
      :files) COMPREPLY+=($(compgen -f -- "$word")) ;;
      *=) compopt -o nospace 2>/dev/null; COMPREPLY+=("$line") ;;
      *) COMPREPLY+=("$line") ;;
    esac
  done < <(admissions completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o filenames -F _admissions admissions`,
  zsh: `#compdef admissions
# admissions: completion for zsh. In ~/.zshrc, after compinit: source <(admissions completion zsh)
_admissions() {
  local -a lines offers
  local line
  lines=("\${(@f)$(admissions completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    if [[ $line == :files* ]]; then
      _files
    else
      offers+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done
  (( $#offers )) && _describe 'word' offers
}
compdef _admissions admissions`,
  fish: `# admissions: completion for fish. admissions completion fish --output ~/.config/fish/completions/admissions.fish
function __admissions_words
  set -l tokens (commandline -opc) (commandline -ct)
  for line in (admissions completion words -- $tokens[2..-1] 2>/dev/null)
    if string match -q ':files*' -- $line
      __fish_complete_path (commandline -ct)
    else
      echo $line
    end
  end
end
complete -c admissions -f -a '(__admissions_words)'`,
};
