import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../process/testing/folder.ts';
import { runProgram } from './run-program.ts';

const never = new AbortController().signal;

/** Runs a script of Node's in a folder of its own. */
async function runScript(source: string, { timeoutMs = 20_000, signal = never } = {}) {
  const folder = await folderWith({ 'script.mjs': source });
  const program = { command: [process.execPath, './script.mjs', 'one'], folder, timeoutMs };
  const ran = runProgram(program, 'last', { purpose: 'staff', signal });
  return { folder, ended: ran.catch((error: { message: string; exitCode: number }) => error) };
}

const failed = (exitCode: number, what: RegExp) =>
  expect.objectContaining({ exitCode, message: expect.stringMatching(what) });

test('a program runs in its folder, with one argument more, and what it prints comes back', async () => {
  const { folder, ended } = await runScript(
    'console.log(process.cwd(), ...process.argv.slice(2), "");',
  );
  expect(await ended).toBe(`${folder} one last`);
});

test('a program that fails is reported with its exit code and what it said', async () => {
  const { ended } = await runScript('console.error("no mail"); process.exitCode = 3;');
  expect(await ended).toEqual(failed(2, /the staff command .* ended with exit code 3: no mail$/));
});

test('a program that ends with a stack is told by its message, not by its frames', async () => {
  const { ended } = await runScript('import "./not-there.mjs";');
  expect(await ended).toEqual(failed(2, /Cannot find module '[^']*not-there\.mjs'/));
});

test('a program that does not exist is reported', async () => {
  const folder = await folderWith({});
  const program = { command: [join(folder, 'nothing')], folder };
  const ran = runProgram(program, 'last', { purpose: 'mailbox', signal: never });
  await expect(ran).rejects.toEqual(failed(2, /the mailbox command .* does not exist/));
});

test('a program that takes too long is ended, and its pipe in other hands holds up nothing', async () => {
  const child = `spawn(process.execPath, ['-e', 'setTimeout(() => {}, 3000)'], { stdio: 'inherit' })`;
  const source = `import { spawn } from 'node:child_process'; ${child};`;
  const { ended } = await runScript(source, { timeoutMs: 300 });
  expect(await ended).toEqual(failed(4, /did not end within 300 ms$/));
});

test('a program that prints without end is ended', async () => {
  const { ended } = await runScript(
    'const more = () => process.stdout.write("x".repeat(65536), more); more();',
  );
  expect(await ended).toEqual(failed(2, /printed more than 1 MB$/));
});

test('an interruption ends the program', async () => {
  const controller = new AbortController();
  const { ended } = await runScript('setInterval(() => {}, 1000);', controller);
  controller.abort();
  expect(await ended).toEqual(failed(130, /^interrupted$/));
});
