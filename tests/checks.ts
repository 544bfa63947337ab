/**
 * `npm run checks`: the checks that need no test run, two at a time because each uses one core; about half a minute.
 */
import { spawn } from 'node:child_process';

/** Scripts of package.json. The sequences run at the same time; in each, a script needs those before it to pass. */
const scriptSequences = [['types'], ['check:generated', 'lint', 'lint:react', 'deps', 'deadcode']];

/** Runs a script and prints its output when it has ended: the output of two at a time would be unreadable. */
function runScript(scriptName: string): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', scriptName], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const outputChunks: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => outputChunks.push(data));
  child.stderr.on('data', (data: Buffer) => outputChunks.push(data));
  const startTime = performance.now();
  return new Promise((resolve) => {
    child.on('error', (error) => outputChunks.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (exitCode) => {
      const secondsText = ((performance.now() - startTime) / 1000).toFixed(1);
      console.log(`${exitCode === 0 ? '✓' : '✗'} npm run ${scriptName} (${secondsText} s)`);
      process.stdout.write(Buffer.concat(outputChunks));
      resolve(exitCode === 0);
    });
  });
}

async function runSequence(scripts: readonly string[]): Promise<boolean> {
  for (const script of scripts) if (!(await runScript(script))) return false;
  return true;
}

const sequenceSuccesses = await Promise.all(scriptSequences.map(runSequence));
process.exitCode = sequenceSuccesses.every(Boolean) ? 0 : 1;
