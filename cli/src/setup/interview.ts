/** Asks what a full run needs, tries each answer at once, and asks again for one that fails. */

import { canonical } from '@one-planet/contract';
import { Mistakes } from '../config/mistakes.ts';
import { findAnswerKey } from '../config/named.ts';
import { defaultSettings, type Settings, settingsSchema } from '../config/settings.ts';
import { didYouMean } from '../process/nearest.ts';
import { openSetup } from './backend.ts';
import { tryExamKey, trySite } from './exam-and-site.ts';
import { tryMailbox } from './mail.ts';
import { broken, type Found, type PartSettings } from './part.ts';
import { tryStaff } from './people.ts';
import { type Ask, type Choice, mailChoices, staffChoices } from './questions.ts';

export interface Interviewer {
  ask: Ask;
  /** Shows a line. */
  say: (line: string) => void;
  /** Shows how an answer was found. */
  show: (found: Found) => void;
}

type Answers = Partial<Settings>;

/**
 * Asks the five questions.
 * @param folder where the configuration will be, and its paths start
 * @returns what belongs into the configuration: nothing that is usual
 * @throws {CliError} (exit 130) on Ctrl-C
 */
export async function interview({ ask, say, show }: Interviewer, folder: string): Promise<Answers> {
  const answers: Answers = {};
  const opened: Setup[] = [];
  try {
    await askParts(await askBackend());
    return answers;
  } finally {
    for (const { target } of opened) await target.close();
  }

  async function askBackend(): Promise<Setup> {
    say('1 of 5: the backend');
    await until(async () => {
      answers.target = await ask('   Its address', 'http://127.0.0.1:8080');
      return withAnswers(async (settings) => {
        const setup = await openSetup(settings);
        opened.push(setup);
        return setup.backend;
      });
    });
    // An address that could not be opened was asked for again.
    return opened.at(-1) as Setup;
  }

  async function askParts({ target, tools }: Setup): Promise<void> {
    const { isMock } = tools;
    if (isMock) say('   This is the mock of this tool: everything else can come from it.');

    say('2 of 5: activation mail. Where does it arrive?');
    await choose(mailChoices, isMock ? 'mock' : 'imap', ['mailbox', 'email'], (settings) =>
      tryMailbox(settings, target, tools),
    );

    say('3 of 5: staff. Who verifies a payment?');
    await choose(staffChoices, isMock ? 'mock' : 'http', ['staff'], async (settings) =>
      tryStaff(settings, tools),
    );

    say('4 of 5: the exam. Which file has its right answers, by question text?');
    await until(async () => {
      delete answers.examKey;
      const file = await ask('   File, or Enter for none', '');
      if (file !== '') answers.examKey = file;
      return withAnswers(async (settings) => tryExamKey(settings, tools));
    });

    say('5 of 5: the site. Where will the backend see browsers come from?');
    await until(async () => {
      delete answers.siteOrigin;
      const origin = await ask('   Its address, or Enter for none', '');
      if (origin !== '') answers.siteOrigin = origin;
      return withAnswers((settings) => trySite(settings, target, tools));
    });
  }

  /** Tries answers until one works, or the person keeps one that does not. */
  async function until(attempt: () => Promise<Tried>): Promise<void> {
    for (;;) {
      const found = await attempt();
      show(found);
      if (found.state !== 'broken') return;
      if (found.invalid) continue;
      const again = await ask('   Enter asks again, "keep" takes it as it is', '');
      if (/^k/i.test(again)) return;
    }
  }

  async function choose(
    choices: Readonly<Record<string, Choice>>,
    usual: string,
    sets: readonly (keyof Answers)[],
    attempt: (settings: PartSettings) => Promise<Found>,
  ): Promise<void> {
    for (const [name, { says }] of Object.entries(choices)) say(`   ${name.padEnd(9)}${says}`);
    await until(async () => {
      const name = await ask('   One of these', usual);
      const choice = choices[name];
      if (!choice) return invalid(`there is no "${name}"${didYouMean(name, Object.keys(choices))}`);
      for (const key of sets) delete answers[key];
      Object.assign(answers, await choice.describe(ask));
      return withAnswers(attempt);
    });
  }

  /** Tries with the answers so far. What is no valid setting is told instead. */
  async function withAnswers(attempt: (settings: PartSettings) => Promise<Found>): Promise<Tried> {
    const mistakes = new Mistakes();
    mistakes.parse('', settingsSchema.partial(), answers);
    const where = { where: answers.examKey ?? '', folder, mistakes };
    const answerKey = await findAnswerKey(answers.examKey, where);
    const [first] = mistakes.lines;
    if (first !== undefined) return invalid(first);
    return attempt({ ...defaultSettings, ...answers, dialect: canonical, answerKey, folder });
  }
}

/** An answer as it was found; an invalid one cannot be kept. */
interface Tried extends Found {
  invalid?: true;
}
const invalid = (told: string): Tried => ({ ...broken(told), invalid: true });

type Setup = Awaited<ReturnType<typeof openSetup>>;
