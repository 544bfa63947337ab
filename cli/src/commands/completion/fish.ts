import type { CompletedCommand, CompletedFlag } from './words.ts';

/** Lines for fish. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const start = 'complete -c admissions';
  const names = commands.map(({ name }) => name).join(' ');
  return `# admissions: completion for fish. admissions completion fish > ~/.config/fish/completions/admissions.fish
${start} -f
${commands.map(({ name, summary }) => `${start} -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`).join('\n')}
${start} -n __fish_use_subcommand -a help -d 'print the help of a command'
${start} -n '__fish_seen_subcommand_from help' -a '${names}'
${start} -l help -d 'print this help'
${commands.flatMap((command) => commandLines(start, command)).join('\n')}
`;
}

function commandLines(start: string, { name, flags, argument }: CompletedCommand): string[] {
  const seen = `${start} -n '__fish_seen_subcommand_from ${name}'`;
  return [
    argument === 'files' ? `${seen} -F` : `${seen} -a ${quoted(argument.join(' '))}`,
    ...flags.map(
      ({ name: flag, help, follows }) =>
        `${seen} -l ${flag.slice(2)}${action(follows)} -d ${quoted(help)}`,
    ),
  ];
}

function action(follows: CompletedFlag['follows']): string {
  if (!follows) return '';
  const { words, files } = follows;
  const list = words.length > 0 ? ` -a ${quoted(words.join(' '))}` : '';
  return `${files ? ' -r -F' : ' -x'}${list}`;
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
