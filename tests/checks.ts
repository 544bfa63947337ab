/** `npm run checks`: the checks that need no test run, in two lanes because each uses one core; about half a minute. */
import { spawn } from 'node:child_process';

/** Scripts of package.json; within a lane, each needs the ones before it. */
const lanes = [['types'], ['check:generated', 'lint', 'deps', 'deadcode']];

/** Runs a script and prints its output at the end: two at a time would be unreadable. */
function run(script: string): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => output.push(data));
  child.stderr.on('data', (data: Buffer) => output.push(data));
  const begun = performance.now();
  return new Promise((resolve) => {
    child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(`${code === 0 ? '✓' : '✗'} npm run ${script} (${seconds} s)`);
      process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

async function runLane(scripts: readonly string[]): Promise<boolean> {
  for (const script of scripts) if (!(await run(script))) return false;
  return true;
}

const passed = await Promise.all(lanes.map(runLane));
process.exitCode = passed.every(Boolean) ? 0 : 1;
