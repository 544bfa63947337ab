import { execFileSync } from 'node:child_process';

/** The tests visit the site as it is built: it is built from what stands here now. */
export default function setup(): void {
  execFileSync('npm', ['run', '--silent', 'build', '-w', 'web'], {
    cwd: new URL('..', import.meta.url),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
