import { expect, test } from 'vitest';
import { folderWith } from '../../process/testing/folder.ts';
import { commandMailbox } from './command.ts';

const { signal } = new AbortController();

/** A mailbox that is a script of Node's. */
async function mailbox(script: string, timeoutMs = 20_000) {
  const folder = await folderWith({ 's.mjs': script });
  return commandMailbox({ command: [process.execPath, './s.mjs'], folder, timeoutMs });
}
const say = 'const [to] = process.argv.slice(-1), wants = process.env.ADMISSIONS_WANTS;';
const link = 'https://college.example/applicant/activate/a1';

test('a program learns whose mail is wanted and what of it, and prints it', async () => {
  const box = await mailbox(
    `${say} console.log(wants === 'activation-link' ? 'Open ${link}?to=' + to : 'Password: Ab-' + to)`,
  );
  expect(await box.activationLink('a@x.example', 0, signal)).toBe(`${link}?to=a@x.example`);
  expect(await box.temporaryPassword('b@x.example', new Set(), signal)).toBe('Ab-b@x.example');
});

test('nothing printed, an old link, or no end is mail that did not come', async () => {
  const none = { exitCode: 5 };
  const silent = await mailbox('');
  await expect(silent.activationLink('a@x.example', 0, signal)).rejects.toMatchObject(none);
  const old = await mailbox(`console.log('${link}')`);
  await expect(old.activationLink('a@x.example', 0, signal, link)).rejects.toMatchObject(none);
  const again = old.temporaryPassword('a@x.example', new Set(), signal, [link]);
  await expect(again).rejects.toMatchObject(none);
  const endless = await mailbox('setInterval(() => {}, 1000)', 200);
  await expect(endless.activationLink('a@x.example', 0, signal)).rejects.toMatchObject(none);
});

test('a program that fails, or prints something else, is a mistake in the settings', async () => {
  const wrong = { exitCode: 2 };
  const failing = await mailbox('process.exit(3)');
  await expect(failing.activationLink('a@x.example', 0, signal)).rejects.toMatchObject(wrong);
  const chatty = await mailbox("console.log('Dear applicant')");
  await expect(chatty.activationLink('a@x.example', 0, signal)).rejects.toMatchObject(wrong);
  await expect(chatty.temporaryPassword('a@x.example', new Set(), signal)).rejects.toMatchObject(
    wrong,
  );
});
