import { openTarget } from '../backend/target.ts';
import { type Flags, loadSettings } from '../config/load.ts';
import { exitCodes } from '../process/exit.ts';
import { paint, print, talk } from '../process/terminal.ts';
import { defineCommand, targetSettings } from './define.ts';
import { type Detected, toDialect } from './detect/dialect.ts';
import { detectLogin, detectRegistration } from './detect/fields.ts';
import { detectPaths } from './detect/paths.ts';
import { createProber } from './detect/probe.ts';

/** `admissions detect`: finds the dialect of a backend, with requests that are all refused. */
export const command = defineCommand({
  name: 'detect',
  description:
    'Finds which dialect a backend speaks, operation by operation, with harmless requests, and prints the dialect file to use.',
  settings: targetSettings,
  options: {},
  help: `
The table goes to stderr and the dialect file to stdout:
  admissions detect --target http://127.0.0.1:8080 > dialect.json
  admissions check --target http://127.0.0.1:8080 --dialect dialect.json`,
  async run(flags) {
    report(await detected(flags));
    return exitCodes.done;
  },
});

async function detected(flags: Flags): Promise<Detected & { requests: number }> {
  const settings = await loadSettings(flags);
  const { origin, fetch, signal, close } = await openTarget(settings);
  try {
    const access = { fetch, timeoutMs: settings.timeoutMs };
    const prober = createProber(`${origin}/api`, access, signal);
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

function report({ name, dialect, readings, requests }: Detected & { requests: number }): void {
  const title = paint('bold', `The backend speaks ${name}`, process.stderr);
  talk(`${title} (${requests} requests, none of which changed anything)\n`);
  for (const { operation, part, found, certainty, why } of readings) {
    const color = certainty === 'sure' ? 'green' : 'yellow';
    const mark = paint(color, certainty.padEnd(7), process.stderr);
    talk(`${mark}  ${`${operation} ${part}`.padEnd(36)} ${found}`);
    talk(`         ${paint('dim', why, process.stderr)}`);
  }
  talk(
    '\nNo harmless request shows how payments write "method" and "bankAccount", whether\nactivation sets the password, or whether "referral" is read: assumed to fit the rest.',
  );
  talk('\nThe dialect file:');
  print(JSON.stringify(dialect, null, 2));
}
