import { operations } from '@one-planet/contract';
import { CliError, exitCodes } from '../process/exit.ts';
import { print } from '../process/terminal.ts';
import { bashCompletion } from './completion/bash.ts';
import { fishCompletion } from './completion/fish.ts';
import { completedCommand } from './completion/words.ts';
import { zshCompletion } from './completion/zsh.ts';
import { type CommandModule, defineCommand } from './define.ts';
import { argument } from './options.ts';

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** `admissions completion`: what a shell needs to complete commands, flags and their values. */
export const command: CommandModule['command'] = (finish, commands) =>
  defineCommand({
    name: 'completion',
    description: 'Prints what a shell needs to complete commands, flags and their values.',
    arguments: [argument('<shell>', Object.keys(shells).join(', '))],
    options: {},
    help: `
Examples:
  source <(admissions completion bash)              in ~/.bashrc
  source <(admissions completion zsh)               in ~/.zshrc, after compinit
  admissions completion fish > ~/.config/fish/completions/admissions.fish`,
    async run(_flags, shell: string) {
      if (!isShell(shell)) {
        throw new CliError(
          `there is no completion for "${shell}": known are ${Object.keys(shells).join(', ')}`,
        );
      }
      const all = await Promise.all(
        Object.entries(commands).map(async ([name, [summary, load]]) => {
          const { command } = await load();
          return completedCommand(
            command(() => {}, commands),
            summary,
            argumentsOf(name),
          );
        }),
      );
      print(shells[shell](all).trimEnd());
      return exitCodes.done;
    },
  })(finish);

function isShell(name: string): name is keyof typeof shells {
  return Object.hasOwn(shells, name);
}

/** The words that a command's argument may be. */
function argumentsOf(name: string): readonly string[] {
  if (name === 'call') return operations.map((operation) => operation.name);
  return name === 'completion' ? Object.keys(shells) : [];
}
