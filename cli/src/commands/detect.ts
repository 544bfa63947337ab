import { Command } from 'commander';
import { openTarget } from '../backend/target.ts';
import { addTargetOptions } from '../config/flags.ts';
import { type Flags, loadSettings } from '../config/load.ts';
import { type ExitCode, exitCodes } from '../process/exit.ts';
import { paint, print, talk } from '../process/terminal.ts';
import { type Detected, toDialect } from './detect/dialect.ts';
import { detectLogin, detectRegistration } from './detect/fields.ts';
import { detectPaths } from './detect/paths.ts';
import { createProber } from './detect/probe.ts';

/** `admissions detect`: finds the dialect of a backend, with requests that are all refused. */
export function command(finish: (code: ExitCode) => void): Command {
  const detect = new Command('detect').description(
    'Finds which dialect a backend speaks, operation by operation, with harmless requests, and prints the dialect file to use.',
  );
  return addTargetOptions(detect)
    .addHelpText('after', examples)
    .action(async (flags: Flags) => {
      tell(await detected(flags));
      finish(exitCodes.done);
    });
}

async function detected(flags: Flags): Promise<Detected & { requests: number }> {
  const settings = await loadSettings(flags);
  const { origin, fetch, signal, close } = await openTarget(settings);
  try {
    const web = { fetch, timeoutMs: settings.timeoutMs };
    const prober = createProber(`${origin}/api`, web, signal);
    const readings = [
      ...(await detectPaths(prober)),
      ...(await detectRegistration(prober)),
      await detectLogin(prober),
    ];
    return { ...toDialect(readings), requests: prober.count };
  } finally {
    await close();
  }
}

function tell({ name, dialect, readings, requests }: Detected & { requests: number }): void {
  talk(
    `${paint('bold', `The backend speaks ${name}`, process.stderr)} (${requests} requests, none of which changed anything)\n`,
  );
  for (const { operation, part, found, certainty, why } of readings) {
    const mark =
      certainty === 'sure'
        ? paint('green', 'sure   ', process.stderr)
        : paint('yellow', 'assumed', process.stderr);
    talk(`${mark}  ${`${operation} ${part}`.padEnd(36)} ${found}`);
    talk(`         ${paint('dim', why, process.stderr)}`);
  }
  talk(
    '\nHow the payments write "method" and "bankAccount", whether activation sets the\npassword, and "referral" are told by no harmless request: they follow the rest.',
  );
  talk('\nThe dialect file:');
  print(JSON.stringify(dialect, null, 2));
}

const examples = `
The table goes to stderr and the dialect file to stdout:
  admissions detect --target http://127.0.0.1:8080 > dialect.json
  admissions check --target http://127.0.0.1:8080 --dialect dialect.json`;
