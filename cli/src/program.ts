/** The program: a list of commands. The module of a command is loaded when the command is called. */
import { hideSecrets } from '@one-planet/sdk';
import { Command, CommanderError } from 'commander';
import {
  CliError,
  didYouMean,
  type ExitCode,
  exitCodeOf,
  exitCodes,
  version,
} from './core/exit.ts';
import { runSecrets } from './core/secrets.ts';
import { makePrintable, paint, printNotice } from './core/terminal.ts';
import type { CommandModule } from './define-command.ts';

/** By name: the line in the list of commands, and a function that loads the command. */
const loadersByCommand: Record<string, [summary: string, load: () => Promise<CommandModule>]> = {
  init: ['write a configuration, each answer tried at once', () => import('./commands/init.ts')],
  doctor: ['say what is missing for a full run', () => import('./commands/doctor.ts')],
  journey: [
    'walk an applicant from registration to APPLIED',
    () => import('./commands/journey.ts'),
  ],
  check: [
    'check a backend against the contract and its rules',
    () => import('./commands/check.ts'),
  ],
  'check-site': ['check a deployed site', () => import('./commands/check-site.ts')],
  smoke: ['the nightly run: one applicant, one verdict', () => import('./commands/smoke.ts')],
  detect: ['find which dialect a backend speaks', () => import('./commands/detect.ts')],
  load: [
    'walk many applicants at a rate and measure the answers',
    () => import('./commands/load.ts'),
  ],
  openapi: ['print the OpenAPI document', () => import('./commands/openapi.ts')],
  mock: ['serve the mock backend', () => import('./commands/mock.ts')],
  demo: ['serve the site and the mock backend together', () => import('./commands/demo.ts')],
};

/**
 * Runs one command line.
 * @param args without `node` and the program's name
 * @returns the exit code; every error has been printed
 */
export async function run(args: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done;
  runSecrets.clear();
  try {
    const program = await buildProgram(args, (commandExitCode) => {
      exitCode = commandExitCode;
    });
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) await recordUsageError(args, error);
    return printError(error);
  }
}

async function buildProgram(
  args: readonly string[],
  finish: (exitCode: ExitCode) => void,
): Promise<Command> {
  const commandName = args[0] === 'help' ? args[1] : args[0];
  if (commandName !== undefined && !commandName.startsWith('-')) checkCommandName(commandName);
  const program = new Command('admissions')
    .description('Walks and checks an admissions backend.')
    .usage('<command> [options]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', examplesText)
    .showSuggestionAfterError()
    .showHelpAfterError('See all commands with: admissions --help')
    .configureOutput({
      writeOut: (text) => void process.stdout.write(makePrintable(text)),
      writeErr: (text) => void process.stderr.write(makePrintable(text)),
      outputError: (text, writeText) =>
        writeText(text.replace(/^error:/, paint('red', 'error:', process.stderr))),
    })
    .exitOverride();
  for (const [name, [summary, load]] of Object.entries(loadersByCommand)) {
    const command = name === commandName ? (await load()).command(finish) : new Command(name);
    command.summary(summary).copyInheritedSettings(program);
    command.showHelpAfterError(`See all options with: admissions ${name} --help`);
    program.addCommand(command.helpOption('-h, --help', 'print this help'));
  }
  return program.helpCommand('help [command]', 'print the help of a command');
}

/** Reports an unknown command with a suggestion. Commander does that too, but not together with `--help`. */
function checkCommandName(name: string): void {
  const commandNames = [...Object.keys(loadersByCommand), 'help'];
  if (commandNames.includes(name)) return;
  throw new CliError(
    `there is no command "${name}"${didYouMean(name, commandNames)}. See them all with: admissions --help`,
  );
}

/** Writes the reports that a command line asks for although the rest of it cannot be read. */
async function recordUsageError(args: readonly string[], error: CommanderError): Promise<void> {
  const command = (['smoke', 'check', 'check-site'] as const).find((name) => name === args[0]);
  if (error.exitCode === 0 || command === undefined) return;
  const { reportFormatNames } = await import('./report/files.ts');
  const { recordRun } = await import('./report/run-record.ts');
  const { nameTarget, parseReportFile } = await import('./define-command.ts');
  const findValues = (flag: string) =>
    args.flatMap((arg, index) => {
      if (arg === flag) return args.slice(index + 1, index + 2);
      return arg.startsWith(`${flag}=`) ? [arg.slice(flag.length + 1)] : [];
    });
  const reports = findValues('--report').flatMap((text) => {
    try {
      return [parseReportFile(text, reportFormatNames)];
    } catch {
      return [];
    }
  });
  const [target, profile] = [findValues('--target')[0], findValues('--profile')[0]];
  const message = error.message.replace(/^error: /, '');
  await recordRun({ command, target: nameTarget({ target, profile }), reports }, () =>
    Promise.reject(new CliError(message)),
  ).catch(() => {});
}

/** Prints the error that ended a command. @returns its exit code */
export function printError(error: unknown): ExitCode {
  if (error instanceof CommanderError) {
    // Commander ends `--help` and `--version` by an error too, and has already printed the message of every other one.
    return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
  }
  const exitCode = exitCodeOf(error);
  if (exitCode !== undefined) {
    const message = hideSecrets((error as Error).message);
    printNotice(`${paint('red', 'error:', process.stderr)} ${message}`);
    return exitCode;
  }
  printNotice(
    `${paint('red', 'bug:', process.stderr)} this should not have happened; please report it with these lines`,
  );
  printNotice(hideSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error)));
  return exitCodes.programError;
}

const examplesText = `
Examples:
  admissions journey                              on the embedded mock
  admissions journey --target https://test.example.edu
  admissions check --target https://test.example.edu
  admissions mock --port 8080                     a backend to develop against

Exit codes: 0 done, 1 the backend broke the contract, 2 wrong usage or
configuration, 3 backend not reached, 4 waiting for a person, 5 mail did not
come, 6 too slow or a threshold missed, 70 this program crashed, 130 interrupted.`;
