/** A crontab as cron reads it. */

export interface CronJob {
  when: string[];
  /** What the shell gets: `\%` is `%` there. */
  command: string;
}

const ranges = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

/**
 * Reads the jobs; ignores comments and settings.
 * @throws {Error} with the line's number, for times out of range and a `%` that would end the command
 */
export function readCrontab(text: string): CronJob[] {
  return text.split('\n').flatMap((line, at): CronJob[] => {
    const fail = (why: string): never => {
      throw new Error(`line ${at + 1}: ${why}`);
    };
    if (/^\s*(#|$)/.test(line) || /^\s*\w+\s*=/.test(line)) return [];
    const [, times = '', command = ''] = /^\s*((?:\S+\s+){5})(\S.*)$/.exec(line) ?? [];
    if (!command) fail('it must have five times and a command');
    const when = times.trim().split(/\s+/);
    for (const [place, time] of when.entries())
      if (!isTime(time, ranges[place])) fail(`"${time}" is no time at place ${place + 1}`);
    if (/(?<!\\)%/.test(command)) fail('% must be written \\%');
    return [{ when, command: command.replaceAll('\\%', '%') }];
  });
}

function isTime(time: string, [least, most]: readonly [number, number] = [0, 0]): boolean {
  return time.split(',').every((part) => {
    const [, from, to, step] = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part) ?? [];
    const isForm = /^(?:\*|\d+(?:-\d+)?)(?:\/\d+)?$/.test(part);
    const isWithin = [from, to].every(
      (one) => one === undefined || (Number(one) >= least && Number(one) <= most),
    );
    return isForm && isWithin && step !== '0';
  });
}
