import { run } from '../program.ts';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Running {
  /** Resolves with stdout so far once it fits; fails when the command ends before. */
  until: (pattern: RegExp) => Promise<string>;
  ended: Promise<Ran>;
}

/** Runs one command line in this process; all it writes is kept, nothing is shown. */
export async function runCli(...args: string[]): Promise<Ran> {
  return startCli(...args).ended;
}

/** The same for a command that goes on until it is interrupted. One at a time. */
export function startCli(...args: string[]): Running {
  const text = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  const originals = (['stdout', 'stderr'] as const).map((name) => {
    const stream = process[name];
    const write = stream.write;
    stream.write = ((chunk: string | Uint8Array) => {
      text[name] += chunk;
      for (const look of waiting) look();
      return true;
    }) as typeof write;
    return () => {
      stream.write = write;
    };
  });
  const ended = run(args)
    .then((code) => ({ code, ...text }))
    .finally(() => {
      for (const restore of originals) restore();
    });
  const until = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => pattern.test(text.stdout) && resolve(text.stdout);
      waiting.add(look);
      look();
      ended.then((ran) => reject(new Error(`ended before: ${ran.stderr}`)), reject);
    });
  return { until, ended };
}
