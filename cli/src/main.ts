/** The entry: the version is printed without loading anything else. */
import { version } from './process/version.ts';

const [first, ...rest] = process.argv.slice(2);
if ((first === '--version' || first === '-V') && rest.length === 0) {
  process.stdout.write(`${version}\n`);
} else {
  const { endWhenUnwritable } = await import('./process/terminal.ts');
  endWhenUnwritable();
  const { run } = await import('./commands/program.ts');
  process.exitCode = await run(process.argv.slice(2));
}
