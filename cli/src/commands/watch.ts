import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { logIn } from '../applicant/journey/account.ts';
import { openJourneys } from '../applicant/journey/open.ts';
import { targetName } from '../applicant/journey/print.ts';
import { readRunFile } from '../applicant/journey/run-file.ts';
import { clean } from '../applicant/journey/secrets.ts';
import { addTargetOptions } from '../config/flags.ts';
import { type Flags, loadSettings } from '../config/load.ts';
import { type ExitCode, exitCodes } from '../process/exit.ts';
import { paint, talk } from '../process/terminal.ts';
import { positive, whole } from './option-values.ts';
import { ask, History } from './watch/history.ts';
import { privateReadings, publicReadings } from './watch/polled.ts';
import { screen } from './watch/screen.ts';
import { tableOf } from './watch/table.ts';

interface WatchFlags extends Flags {
  every: number;
  rounds?: number;
  as?: string;
}

/** `admissions watch`: asks again and again, and shows what comes. */
export function command(finish: (code: ExitCode) => void): Command {
  const watch = new Command('watch').description(
    'Reads again and again, and shows for each operation the last result and the answer times.',
  );
  return addTargetOptions(watch)
    .option('--every <seconds>', 'the pause between two rounds', positive, 5)
    .option('--rounds <n>', 'end after so many rounds', whole(1))
    .option('--as <run file>', 'read also what the applicant of this run file may read')
    .addHelpText('after', examples)
    .action(async (flags: WatchFlags) => finish(await watchTarget(flags)));
}

async function watchTarget({ every, rounds, as, ...flags }: WatchFlags): Promise<ExitCode> {
  const earlier = as === undefined ? undefined : readRunFile(as);
  const settings = await loadSettings({ ...earlier?.flags, ...flags });
  const open = await openJourneys(settings);
  const context = open.context(earlier);
  const { draw } = screen();
  const histories = new Map<string, History>();
  let worst: ExitCode = exitCodes.done;
  let programId: string | undefined;
  let loggedIn = false;
  try {
    talk(`Watching ${targetName(settings)}, every ${every} s. Ctrl-C ends it.`);
    for (let round = 1; !open.signal.aborted; round++) {
      if (earlier && !loggedIn) loggedIn = await canLogIn(context);
      programId ??= await firstProgram(context.client);
      const own = earlier ? privateReadings(earlier.email) : [];
      const polled = [...publicReadings(programId), ...own];
      for (const { operation } of polled) {
        if (!histories.has(operation)) histories.set(operation, new History());
      }
      const answers = await Promise.all(
        polled.map(async ({ operation, call }) => {
          const answer = clean(await ask(() => call(context.client)), context);
          if (answer.exitCode === exitCodes.interrupted) return exitCodes.done;
          histories.get(operation)?.add(answer, Date.now());
          // Her session may be over by now.
          if (answer.text === '401') loggedIn = false;
          return answer.exitCode;
        }),
      );
      context.exchanges.length = 0;
      worst = Math.max(...answers) as ExitCode;
      draw([
        paint('bold', `${new Date().toLocaleTimeString('en-GB')}  round ${round}`),
        ...tableOf(histories, Date.now()),
      ]);
      if (round === rounds) break;
      await sleep(every * 1000, undefined, { signal: open.signal }).catch(() => {});
    }
    return worst;
  } finally {
    await open.close();
  }
}

type Context = ReturnType<Awaited<ReturnType<typeof openJourneys>>['context']>;

/** Without a session her readings answer 401, and say so. */
async function canLogIn(context: Context): Promise<boolean> {
  return logIn(context).then(
    () => true,
    () => false,
  );
}

/** Which courses are asked for; while nobody answers, none. */
async function firstProgram(client: Context['client']): Promise<string | undefined> {
  const { body } = await client.programs.list().catch(() => ({ body: undefined }));
  return Array.isArray(body) && body[0] ? String(body[0].id) : undefined;
}

const examples = `
Times are in milliseconds. The exit code tells how the last round ended: 0 well,
1 broken contract, 3 not reached.

Examples:
  admissions watch --target https://staging.example.edu
  admissions watch --profile staging --every 30
  admissions watch --as run.json --rounds 10`;
