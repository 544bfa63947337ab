import { execFileSync } from 'node:child_process';

/** Builds the command, which the tests start as it is built. */
export default function setup(): void {
  execFileSync('npm', ['run', '--silent', 'bundle', '-w', 'cli'], {
    cwd: new URL('..', import.meta.url),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
