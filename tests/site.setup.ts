import { execFileSync } from 'node:child_process';

/** Builds the site, which the tests visit as it is built. */
export default function setup(): void {
  // Once for all projects of a run.
  if (process.env.SITE_IS_BUILT) return;
  process.env.SITE_IS_BUILT = 'yes';
  execFileSync('npm', ['run', '--silent', 'build', '-w', 'web'], {
    cwd: new URL('..', import.meta.url),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
