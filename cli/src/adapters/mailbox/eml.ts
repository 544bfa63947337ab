/** Messages in files: one of them, a folder of `.eml`, or a Maildir. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CliError } from '../../process/exit.ts';
import type { Mail, MailSource } from './mail.ts';
import { isTo, parseMail } from './parse-mail.ts';

/** @param folder where the path starts */
export function emlSource(path: string, folder: string): MailSource {
  const full = resolve(folder, path);
  // A message does not change once it is written.
  const read = new Map<string, Mail>();
  return {
    async find(email, since) {
      for (const file of await messageFiles(full, path)) {
        if (!read.has(file)) read.set(file, await readMail(file));
      }
      return [...read.values()].filter((mail) => mail.receivedAt >= since && isTo(mail, email));
    },
  };
}

async function messageFiles(full: string, path: string): Promise<string[]> {
  const found = await stat(full).catch((error: Error) => {
    throw new CliError(`the mailbox's path ${path} cannot be read: ${error.message}`);
  });
  if (found.isFile()) return [full];
  const entries = await readdir(full, { withFileTypes: true });
  const maildir = entries.filter((entry) => entry.isDirectory() && /^(new|cur)$/.test(entry.name));
  const inside = maildir.map(async ({ name }) =>
    (await readdir(join(full, name))).map((file) => join(full, name, file)),
  );
  const own = entries.filter((entry) => entry.isFile() && /\.eml$/i.test(entry.name));
  return [...own.map(({ name }) => join(full, name)), ...(await Promise.all(inside)).flat()];
}

/** The Date header counts where there is one (a copied file is as new as its copy), to the end of its second. */
async function readMail(file: string): Promise<Mail> {
  const [source, { mtimeMs }] = await Promise.all([readFile(file), stat(file)]);
  const { date, ...mail } = await parseMail(source);
  return { ...mail, id: file, receivedAt: date === undefined ? mtimeMs : date + 999 };
}
