import { loadSettings } from '../config/load.ts';
import { exitCodes } from '../process/exit.ts';
import { progressLine } from '../process/terminal.ts';
import { defineCommand, targetSettings } from './define.ts';
import { detect } from './detect/detect.ts';
import { Entries } from './detect/entries.ts';
import { report, showEntries } from './detect/print.ts';
import { flag } from './options.ts';

/** `admissions detect`: finds the dialect of a backend, with requests that are all refused, or with an applicant of its own. */
export const command = defineCommand({
  name: 'detect',
  description:
    'Finds which dialect a backend speaks, setting by setting, with harmless requests, and prints the dialect file to use. What it cannot find it calls unknown.',
  settings: [...targetSettings, 'email', 'examKey', 'siteOrigin'],
  options: {
    register: flag('register an applicant and walk her as far as it takes to learn more'),
  },
  help: `
The table goes to stderr and the dialect file to stdout:
  admissions detect --target http://127.0.0.1:8080 > dialect.json
  admissions check --target http://127.0.0.1:8080 --dialect dialect.json
The configured dialect is not used; --dialect is what the embedded mock speaks.

Harmless requests are refused by every backend: they register nobody, change
nothing and mail nothing. What they cannot show (how payments write their
values, whether activation sets the password, sometimes more) takes an
applicant: with --register one is registered under the "email" pattern, her
activation link is read from the configured "mailbox", and she takes the exam
and makes one payment where --exam-key gives the right answers.`,
  async run({ register = false, ...flags }) {
    // The configured dialect is what is to be found out, and often the file that this is written to.
    const settings = await loadSettings({ dialect: 'canonical', ...flags });
    const progress = progressLine();
    const entries = new Entries();
    try {
      const detected = await detect(settings, { register, tell: progress.show, entries });
      progress.clear();
      report(detected);
      return detected.created?.exitCode ?? exitCodes.done;
    } catch (error) {
      progress.clear();
      showEntries(entries);
      throw error;
    }
  },
});
