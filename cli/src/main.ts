/** The entry: the version is printed without loading anything else. */
import { version } from './core/exit.ts';

const [first, ...rest] = process.argv.slice(2);
if ((first === '--version' || first === '-V') && rest.length === 0) {
  process.stdout.write(`${version}\n`);
} else {
  const { endWhenUnwritable } = await import('./core/terminal.ts');
  endWhenUnwritable();
  const { exitCodes } = await import('./core/exit.ts');
  const { printError, run } = await import('./program.ts');
  // Whatever breaks off outside of any promise ends the process by a code that says nothing about the backend.
  process.on('uncaughtException', (error) => process.exit(printError(error)));
  const exitCode = await run(process.argv.slice(2));
  process.exitCode = exitCode;
  // After Ctrl-C the process does not wait for a DNS lookup or a closing connection.
  if (exitCode === exitCodes.interrupted) setTimeout(() => process.exit(), 350).unref();
}
