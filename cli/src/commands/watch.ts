import { setTimeout as sleep } from 'node:timers/promises';
import { logIn } from '../applicant/journey/account.ts';
import type { JourneyContext } from '../applicant/journey/context.ts';
import { openJourneys } from '../applicant/journey/open.ts';
import { targetName } from '../applicant/journey/print.ts';
import { readRunFile } from '../applicant/journey/run-file.ts';
import { clean } from '../applicant/journey/secrets.ts';
import { send } from '../applicant/journey/send.ts';
import { loadSettings } from '../config/load.ts';
import { type ExitCode, exitCodes } from '../process/exit.ts';
import { paint, talk } from '../process/terminal.ts';
import { defineCommand, targetSettings } from './define.ts';
import { positive, value, whole } from './options.ts';
import { ask, History } from './watch/history.ts';
import { privateReadings, publicReadings } from './watch/readings.ts';
import { screen, tableOf } from './watch/table.ts';

/** `admissions watch`: asks again and again, and shows the answers. */
export const command = defineCommand({
  name: 'watch',
  description:
    'Reads again and again, and shows for each operation the last result and the response times.',
  settings: targetSettings,
  options: {
    every: value('<seconds>', 'the pause between two rounds', positive, 5),
    rounds: value('<n>', 'stop after this many rounds', whole(1)),
    as: value('<run file>', 'also read what the applicant of this run file may read'),
  },
  help: `
Times are in milliseconds. The exit code says how the last round ended: 0 well,
1 broken contract, 3 not reached.

Examples:
  admissions watch --target https://staging.example.edu
  admissions watch --profile staging --every 30
  admissions watch --as run.json --rounds 10`,
  async run({ every, rounds, as, ...flags }) {
    const earlier = as === undefined ? undefined : readRunFile(as);
    const settings = await loadSettings({ ...earlier?.flags, ...flags });
    const open = await openJourneys(settings);
    const context = open.context({ earlier });
    const { draw } = screen();
    const histories = new Map<string, History>();
    let worst: ExitCode = exitCodes.done;
    let programId: string | undefined;
    let loggedIn = false;
    try {
      talk(`Watching ${targetName(settings)}, every ${every} s. Ctrl-C stops it.`);
      for (let round = 1; !open.signal.aborted; round++) {
        if (earlier && !loggedIn) loggedIn = await canLogIn(context);
        programId ??= await firstProgram(context);
        const readings = [
          ...publicReadings(programId !== undefined),
          ...(earlier ? privateReadings : []),
        ];
        for (const name of readings) {
          if (!histories.has(name)) histories.set(name, new History());
        }
        const answers = await Promise.all(
          readings.map(async (name) => {
            const answer = clean(await ask(() => send(context, name, { programId })), context);
            if (answer.exitCode === exitCodes.interrupted) return exitCodes.done;
            histories.get(name)?.add(answer, Date.now());
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
  },
});

/** Without a session her readings answer 401, and say so. */
async function canLogIn(context: JourneyContext): Promise<boolean> {
  return logIn(context).then(
    () => true,
    () => false,
  );
}

/** Which courses are asked for; while nobody answers, none. */
async function firstProgram(context: JourneyContext): Promise<string | undefined> {
  const { body } = await send(context, 'programs.list').catch(() => ({ body: undefined }));
  return Array.isArray(body) && body[0] ? String(body[0].id) : undefined;
}
