/** Runs docs/hosting/deploy.sh, which puts a build of the site in the place of the one before. */
import { spawn } from 'node:child_process';
import { projectRoot } from './documents.ts';

const script = new URL('docs/hosting/deploy.sh', projectRoot).pathname;

/**
 * @param args as on the command line
 * @param environment variables of the script; it does not check the folder unless `ADMISSIONS` is given
 * @returns the exit code, and everything that the script printed
 */
export async function runDeployScript(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ exitCode: number | null; text: string }> {
  const env = { ...process.env, ADMISSIONS: 'no-such-command', ...environment };
  const child = spawn('sh', [script, ...args], { env });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk;
    });
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { exitCode, text };
}
