import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolderWith, request, serveAndRecord, signal } from '../testing/support.ts';
import { poll, runProgram, sendConfiguredRequest } from './external-systems.ts';

test('says before each pause how long it has waited, of how long, and for what', async () => {
  const progressLines: string[] = [];
  let lookCount = 0;
  const findOnThirdLook = async () => {
    lookCount += 1;
    return lookCount === 3 ? 'the mail' : undefined;
  };
  const waitOptions = {
    waitMs: 90_000,
    everyMs: 1,
    showLine: (line: string) => progressLines.push(line),
  };
  expect(await poll('the mail to a@example.com', findOnThirdLook, waitOptions, signal)).toBe(
    'the mail',
  );
  expect(progressLines).toEqual(Array(2).fill('waiting, 0 of 90 s, for the mail to a@example.com'));
});

test('gives up when the time is over, after one look more', async () => {
  const lookTimes: number[] = [];
  const startedAt = performance.now();
  const findNothing = async () => {
    lookTimes.push(performance.now() - startedAt);
    return undefined;
  };
  expect(await poll('nothing', findNothing, { waitMs: 30, everyMs: 20 }, signal)).toBeUndefined();
  expect(lookTimes.length).toBeGreaterThan(1);
  expect(lookTimes.at(-1)).toBeGreaterThanOrEqual(29);
});

test('ends at once when it is interrupted', async () => {
  const controller = new AbortController();
  const abortAndFindNothing = async () => {
    controller.abort();
    return undefined;
  };
  await expect(
    poll('nothing', abortAndFindNothing, { waitMs: 60_000, everyMs: 60_000 }, controller.signal),
  ).rejects.toMatchObject({ exitCode: 130 });
});

/** Runs a Node script in a new temporary folder. */
async function runScript(scriptText: string, { timeoutMs = 20_000, until = signal } = {}) {
  const folder = await makeFolderWith({ 'script.mjs': scriptText });
  const programOptions = { command: [process.execPath, './script.mjs', 'one'], folder, timeoutMs };
  const programRun = runProgram(programOptions, 'last', { purpose: 'staff', signal: until });
  return {
    folder,
    ended: programRun.catch((error: { message: string; exitCode: number }) => error),
  };
}

const makeExpectedFailure = (exitCode: number, messagePattern: RegExp) =>
  expect.objectContaining({ exitCode, message: expect.stringMatching(messagePattern) });

test('a program runs in its folder, with one argument more, and what it prints comes back', async () => {
  const { folder, ended } = await runScript(
    'console.log(process.cwd(), ...process.argv.slice(2), "");',
  );
  expect(await ended).toBe(`${folder} one last`);
});

const longChildCode = `spawn(process.execPath, ['-e', 'setTimeout(() => {}, 3000)'], { stdio: 'inherit' })`;
test.each<[string, string, ReturnType<typeof makeExpectedFailure>, number?]>([
  [
    'that fails is reported with its exit code and what it said',
    'console.error("no mail"); process.exitCode = 3;',
    makeExpectedFailure(2, /the staff command .* ended with exit code 3: no mail$/),
  ],
  [
    'that ends with a stack is reported by its message, not by its frames',
    'import "./not-there.mjs";',
    makeExpectedFailure(2, /Cannot find module '[^']*not-there\.mjs'/),
  ],
  [
    'that takes too long is ended, and its pipe in other hands holds up nothing',
    `import { spawn } from 'node:child_process'; ${longChildCode};`,
    makeExpectedFailure(4, /did not end within 300 ms$/),
    300,
  ],
  [
    'that prints without end is ended',
    'const more = () => process.stdout.write("x".repeat(65536), more); more();',
    makeExpectedFailure(2, /printed more than 1 MB$/),
  ],
])('a program %s', async (_what, scriptText, expectedEnd, timeoutMs) => {
  const { ended } = await runScript(scriptText, timeoutMs === undefined ? {} : { timeoutMs });
  expect(await ended).toEqual(expectedEnd);
});

test('a value that a program would take for an option is not given to it', async () => {
  const folder = await makeFolderWith({});
  const programRun = runProgram(
    { command: ['touch'], folder },
    '--reference=/etc/passwd@example.com',
    { purpose: 'mailbox', signal },
  );
  await expect(programRun).rejects.toEqual(makeExpectedFailure(2, /begins like an option/));
});

test.for(['', '.', '..', '...'])(
  'no request goes to other records because a backend calls an applicant %j',
  async (applicantId) => {
    const { url, requests } = await serveAndRecord();
    const call = sendConfiguredRequest(
      { url: `${url}/applicants/{applicantId}`, method: 'DELETE' },
      {
        systemName: 'clean-up',
        purpose: 'to remove an applicant',
        settingKey: 'cleanUp.request',
        placeholderValues: { applicantId },
        access: { request },
        signal,
      },
    );
    await expect(call).rejects.toEqual(makeExpectedFailure(1, /no valid text/));
    expect(requests).toEqual([]);
  },
);

test('a program that does not exist is reported', async () => {
  const folder = await makeFolderWith({});
  const programOptions = { command: [join(folder, 'nothing')], folder };
  const programRun = runProgram(programOptions, 'last', { purpose: 'mailbox', signal });
  await expect(programRun).rejects.toEqual(
    makeExpectedFailure(2, /the mailbox command .* does not exist/),
  );
});

test('an interruption ends the program', async () => {
  const controller = new AbortController();
  const { ended } = await runScript('setInterval(() => {}, 1000);', {
    until: controller.signal,
  });
  controller.abort();
  expect(await ended).toEqual(makeExpectedFailure(130, /^interrupted$/));
});
