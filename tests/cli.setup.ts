import { execFileSync } from 'node:child_process';

/** The tests start the command as it is built: it is built from what stands here now. */
export default function setup(): void {
  execFileSync('npm', ['run', '--silent', 'bundle', '-w', 'cli'], {
    cwd: new URL('..', import.meta.url),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
