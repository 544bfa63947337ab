import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { canonical } from '@one-planet/contract';
import { findAnswerKey, Mistakes } from '../core/configuration.ts';
import { CliError, didYouMean, exitCodes } from '../core/exit.ts';
import { readText, readWorkingFolder, writeAtomically } from '../core/files.ts';
import { listenForInterrupt } from '../core/interruption.ts';
import { parseJson } from '../core/json.ts';
import {
  defaultSettings,
  type MailboxSettings,
  passwordVariableNames,
  type Settings,
  type StaffSettings,
  settingsSchema,
} from '../core/settings.ts';
import { ask, escapeControls, printNotice } from '../core/terminal.ts';
import { defineCommand, makeValueOption } from '../define-command.ts';
import {
  makeBrokenPart,
  openSetup,
  type PartSettings,
  type PartState,
  paintMark,
  tryExamKey,
  tryMailbox,
  trySite,
  tryStaff,
} from './doctor.ts';

/* The five questions of `admissions init`. Each has its choices, the settings they lead to, and how these are tried. */

/**
 * Asks a person a question.
 * @returns the answer; `usualAnswer` for an empty one
 */
type Ask = (question: string, usualAnswer?: string) => Promise<string>;

/** A choice of a question. `askChoice` is called with the default. */
interface Choice {
  description: string;
  askSettings: (ask: Ask) => Promise<Answers>;
}

/** Asks again for a pattern that is none, so that the answers before it are kept. */
async function askEmailPattern(ask: Ask, usualPattern: string): Promise<Pick<Settings, 'email'>> {
  let question = '   Addresses of the applicants, with {run} in them';
  for (;;) {
    const email = await ask(question, usualPattern);
    const { error } = settingsSchema.partial().safeParse({ email });
    if (!error) return { email };
    question = `   ${error.issues[0]?.message ?? 'no address'}. Addresses of the applicants`;
  }
}

const mailChoicesByName: Readonly<Record<MailboxSettings['use'], Choice>> = {
  imap: {
    description: 'an IMAP server',
    askSettings: async (ask) => {
      const host = await ask('   Host');
      const user = await ask('   User name', 'nightly@example.edu');
      const passwordEnv = await ask(
        '   Environment variable that holds the password',
        passwordVariableNames.mail,
      );
      const { email } = await askEmailPattern(ask, user.replace('@', '+{run}@'));
      return { mailbox: { use: 'imap', host, user, passwordEnv }, email };
    },
  },
  mailpit: {
    description: 'Mailpit, which catches the mail of a test server',
    askSettings: async (ask) => {
      const url = await ask('   Address of Mailpit', 'http://127.0.0.1:8025');
      return {
        mailbox: { use: 'mailpit', url },
        ...(await askEmailPattern(ask, 'nightly+{run}@example.com')),
      };
    },
  },
  eml: {
    description: 'files: a folder of .eml messages, or a Maildir',
    askSettings: async (ask) => {
      const path = await ask('   Folder');
      return {
        mailbox: { use: 'eml', path },
        ...(await askEmailPattern(ask, 'nightly+{run}@example.com')),
      };
    },
  },
  command: {
    description: 'a program of yours, given the address and asked for the link',
    askSettings: async (ask) => {
      const commandArguments = splitCommand(await ask('   Command', 'node mail.mjs'));
      return {
        mailbox: { use: 'command', command: commandArguments },
        ...(await askEmailPattern(ask, 'nightly+{run}@example.com')),
      };
    },
  },
  prompt: {
    description: 'you paste each link at the terminal',
    askSettings: async (ask) => ({
      mailbox: { use: 'prompt' },
      ...(await askEmailPattern(ask, 'you+{run}@example.com')),
    }),
  },
  mock: {
    description: "the mock backend's outbox",
    askSettings: async () => ({ mailbox: { use: 'mock' } }),
  },
};

const staffChoicesByName: Readonly<Record<StaffSettings['use'], Choice>> = {
  http: {
    description: 'a request to your staff system',
    askSettings: async (ask) => {
      const url = await ask(
        '   Address, with {email}, {paymentCode} or {applicantId} in it',
        'https://staff.example.edu/verify/{paymentCode}',
      );
      const tokenVariable = await ask(
        '   Environment variable that holds its bearer token, or "none"',
        'STAFF_TOKEN',
      );
      const authorizationHeaders =
        tokenVariable === 'none'
          ? {}
          : { headers: { authorization: `Bearer {env:${tokenVariable}}` } };
      return { staff: { use: 'http', requests: { verify: { url, ...authorizationHeaders } } } };
    },
  },
  command: {
    description: "a program of yours, given the applicant's address",
    askSettings: async (ask) => ({
      staff: { use: 'command', command: splitCommand(await ask('   Command', 'node staff.mjs')) },
    }),
  },
  wait: {
    description: 'people, who are waited for',
    askSettings: async (ask) => {
      const waitMinutes = Number(await ask('   For how many minutes', '30'));
      return { staff: { use: 'wait', waitMs: Math.round(waitMinutes * 60_000) } };
    },
  },
  prompt: {
    description: 'you, asked at the terminal',
    askSettings: async () => ({ staff: { use: 'prompt' } }),
  },
  none: {
    description: 'nobody: runs end at the payment',
    askSettings: async () => ({ staff: { use: 'none' } }),
  },
  mock: {
    description: "the mock backend's staff page",
    askSettings: async () => ({ staff: { use: 'mock' } }),
  },
};

/** Splits a command into arguments at spaces, but not inside quotes. */
export function splitCommand(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(
    ([word, double, single]) => double ?? single ?? word,
  );
}

/* The interview: each answer is tried at once, and the question is repeated if it does not work. */

interface Interviewer {
  ask: Ask;
  print: (line: string) => void;
  showPart: (partState: PartState) => void;
}

type Answers = Partial<Settings>;

/**
 * Asks the five questions.
 * @param folder the folder of the configuration file, from which its relative paths start
 * @returns the settings for the configuration, without those that are the default
 * @throws {CliError} (exit 130) on Ctrl-C
 */
export async function interview(
  { ask, print, showPart }: Interviewer,
  folder: string,
): Promise<Answers> {
  const answeredSettings: Answers = {};
  const openSetups: Setup[] = [];
  try {
    await askParts(await askBackend());
    return answeredSettings;
  } finally {
    for (const { target } of openSetups) await target.close();
  }

  async function askBackend(): Promise<Setup> {
    print('1 of 5: the backend');
    await repeatUntilReady(async () => {
      answeredSettings.target = await ask('   Its address', 'http://127.0.0.1:8080');
      return tryAnsweredSettings(async (settings) => {
        const setup = await openSetup(settings);
        openSetups.push(setup);
        return setup.backendState;
      });
    });
    // An address that could not be opened has been replaced by a second answer.
    return openSetups.at(-1) as Setup;
  }

  async function askParts({ target, tools }: Setup): Promise<void> {
    const { isMock } = tools;
    if (isMock) print('   This is the mock of this tool: everything else can come from it.');

    print('2 of 5: activation mail. Where does it arrive?');
    await askChoice(mailChoicesByName, isMock ? 'mock' : 'imap', ['mailbox', 'email'], (settings) =>
      tryMailbox(settings, target, tools),
    );

    print('3 of 5: staff. Who verifies a payment?');
    await askChoice(staffChoicesByName, isMock ? 'mock' : 'http', ['staff'], async (settings) =>
      tryStaff(settings, tools),
    );

    print('4 of 5: the exam. Which file has its right answers, by question text?');
    await repeatUntilReady(async () => {
      delete answeredSettings.examKey;
      const fileName = await ask('   File, or Enter for none', '');
      if (fileName !== '') answeredSettings.examKey = fileName;
      return tryAnsweredSettings(async (settings) => tryExamKey(settings, tools));
    });

    print('5 of 5: the site. Where will the backend see browsers come from?');
    await repeatUntilReady(async () => {
      delete answeredSettings.siteOrigin;
      const origin = await ask('   Its address, or Enter for none', '');
      if (origin !== '') answeredSettings.siteOrigin = origin;
      return tryAnsweredSettings((settings) => trySite(settings, target, tools));
    });
  }

  /** Tries answers until one works, or until the person keeps one that does not. */
  async function repeatUntilReady(tryAnswer: () => Promise<TriedAnswer>): Promise<void> {
    for (;;) {
      const triedAnswer = await tryAnswer();
      showPart(triedAnswer);
      if (triedAnswer.state !== 'broken') return;
      if (triedAnswer.isInvalid) continue;
      const answer = await ask('   Enter asks again, "keep" takes it as it is', '');
      if (/^k/i.test(answer)) return;
    }
  }

  async function askChoice(
    choices: Readonly<Record<string, Choice>>,
    usualChoiceName: string,
    settingNames: readonly (keyof Answers)[],
    trySettings: (settings: PartSettings) => Promise<PartState>,
  ): Promise<void> {
    for (const [name, { description }] of Object.entries(choices))
      print(`   ${name.padEnd(9)}${description}`);
    await repeatUntilReady(async () => {
      const chosenName = await ask('   One of these', usualChoiceName);
      const choice = choices[chosenName];
      if (!choice)
        return makeInvalidAnswer(
          `there is no "${chosenName}"${didYouMean(chosenName, Object.keys(choices))}`,
        );
      for (const settingName of settingNames) delete answeredSettings[settingName];
      Object.assign(answeredSettings, await choice.askSettings(ask));
      return tryAnsweredSettings(trySettings);
    });
  }

  /** Tries a part with the answers so far. If these are not valid settings, that is reported instead. */
  async function tryAnsweredSettings(
    trySettings: (settings: PartSettings) => Promise<PartState>,
  ): Promise<TriedAnswer> {
    const mistakes = new Mistakes();
    mistakes.parseOrAddMistakes('', settingsSchema.partial(), answeredSettings);
    const keyPlace = { placeText: answeredSettings.examKey ?? '', folder, mistakes };
    const examAnswerKey = await findAnswerKey(answeredSettings.examKey, keyPlace);
    const [firstMistake] = mistakes.lines;
    if (firstMistake !== undefined) return makeInvalidAnswer(firstMistake);
    return trySettings({
      ...defaultSettings,
      ...answeredSettings,
      dialect: canonical,
      answerKey: examAnswerKey,
      folder,
    });
  }
}

/** The result of trying an answer; an invalid answer cannot be kept. */
interface TriedAnswer extends PartState {
  isInvalid?: true;
}
const makeInvalidAnswer = (lineText: string): TriedAnswer => ({
  ...makeBrokenPart(lineText),
  isInvalid: true,
});

type Setup = Awaited<ReturnType<typeof openSetup>>;

/* Writing the configuration without losing anything that it contains. */

/** A configuration file as it is; it may contain settings that this version does not know. */
type ConfigFile = Readonly<Record<string, unknown>>;

async function readConfig(path: string, pathInMessages: string): Promise<ConfigFile | undefined> {
  try {
    const configJson = parseJson(await readText(path), pathInMessages);
    if (typeof configJson === 'object' && configJson !== null && !Array.isArray(configJson))
      return { ...configJson };
    throw new CliError(`${pathInMessages} holds no object: name another file with --config`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Adds settings to a configuration.
 * @param earlierConfig the file before
 * @param profile the profile they are added to; left out, the top of the file
 * @throws {CliError} (exit 2) when the profile exists already
 */
export function mergeConfig(
  earlierConfig: ConfigFile = {},
  answeredSettings: Partial<Settings>,
  { profile, schemaPath }: { profile?: string; schemaPath?: string },
): ConfigFile {
  const configWithSchema = { $schema: schemaPath, ...earlierConfig };
  if (profile === undefined) return { ...configWithSchema, ...answeredSettings };
  const { profiles = {} } = earlierConfig;
  if (typeof profiles !== 'object' || profiles === null) {
    throw new CliError('"profiles" of the configuration is no object: mend it first');
  }
  if (Object.hasOwn(profiles, profile)) {
    throw new CliError(`there is a profile "${profile}" already: name another one with --profile`);
  }
  return { ...configWithSchema, profiles: { ...profiles, [profile]: answeredSettings } };
}

export const command = defineCommand({
  name: 'init',
  description:
    'Asks five questions, tries each answer at once, and writes admissions.config.json. Nothing is registered, sent or changed.',
  options: {
    config: makeValueOption('<file>', 'the file to write (default: admissions.config.json)'),
    profile: makeValueOption(
      '<name>',
      'write a profile of that name; the rest of the file stays as it is',
    ),
  },
  helpText: `
No secret is asked for or written: passwords and tokens stay in environment
variables, which the file names.

Examples:
  admissions init
  admissions init --profile staging`,
  async run({ config = 'admissions.config.json', profile }) {
    const path = resolve(readWorkingFolder(), config);
    const earlierConfig = await readConfig(path, config);
    if (earlierConfig && profile === undefined) {
      throw new CliError(
        `${config} exists: add a profile to it with --profile NAME, or name another file with --config`,
      );
    }
    // An existing profile is reported before the questions begin.
    mergeConfig(earlierConfig, {}, { profile });
    if (!process.stdin.isTTY)
      throw new CliError(
        'init asks its questions at a terminal, and there is none: write the file by hand, as docs/for-backend-teams.md shows, and try it with admissions doctor',
      );
    const { signal, stopListening } = listenForInterrupt();
    try {
      const answeredSettings = await interview(
        {
          ask: (question, usualAnswer) => {
            const shownQuestion = usualAnswer ? `${question} [${usualAnswer}]:` : `${question}:`;
            return ask(shownQuestion, (answer) => chooseAnswer(answer, usualAnswer), signal);
          },
          print: printNotice,
          showPart: (found) =>
            printNotice(` ${paintMark(found, process.stderr)} ${escapeControls(found.text)}`),
        },
        dirname(path),
      );
      const mergedConfig: ConfigFile = mergeConfig(earlierConfig, answeredSettings, {
        profile,
        schemaPath: existsSync(resolve(dirname(path), schemaPath)) ? schemaPath : undefined,
      });
      writeAtomically(path, `${JSON.stringify(mergedConfig, null, 2)}\n`);
      const profileFlag = profile === undefined ? '' : ` --profile ${profile}`;
      printNotice(
        `\nWritten: ${config}. Next: admissions doctor${profileFlag}, then admissions journey${profileFlag}`,
      );
      return exitCodes.done;
    } finally {
      stopListening();
    }
  },
});

const schemaPath = './node_modules/@one-planet/admissions/config.schema.json';

function chooseAnswer(answer: string, usualAnswer: string | undefined): string {
  if (answer !== '' || usualAnswer !== undefined) return answer || (usualAnswer ?? '');
  throw new Error('   Please type an answer.');
}
