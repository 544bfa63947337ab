/** The options that set settings: as text, because `loadSettings` checks them with everything else. */
import { applicantExamples, namedDialects } from '@one-planet/contract';
import type { Command } from 'commander';
import { defaultSettings, examStrategies, payMethods } from './settings.ts';

const examples = Object.keys(applicantExamples).join(', ');

/** Adds `--dialect`, `--config` and `--profile`. @returns the command itself */
export function addDialectOptions(command: Command): Command {
  return command
    .option(
      '--dialect <name|file>',
      `how the backend writes its wire: ${Object.keys(namedDialects).join(', ')}, or a dialect file (default: ${defaultSettings.dialect})`,
    )
    .option(
      '--config <file>',
      'the configuration file (default: admissions.config.json, where there is one)',
    )
    .option('--profile <name>', 'the profile of the configuration file to use');
}

/** Adds the options of every command that calls a backend. @returns the command itself */
export function addTargetOptions(command: Command): Command {
  command.option(
    '--target <mock|url>',
    `the backend: "mock" (in this process), or its address with or without /api (default: ${defaultSettings.target})`,
  );
  return addBackendOptions(command);
}

/** Adds the options of a command that calls backends it gets as arguments. @returns the command itself */
export function addBackendOptions(command: Command): Command {
  return addDialectOptions(command).option(
    '--timeout <ms>',
    'for one answer, in milliseconds (default: 30000, for an upload 300000)',
  );
}

/** Adds the options that say how an applicant walks. @returns the command itself */
export function addJourneyOptions(command: Command): Command {
  return command
    .option(
      '--exam <how>',
      `how the exam is taken: ${examStrategies.join(', ')} (default: ${defaultSettings.exam})`,
    )
    .option('--exam-key <file>', 'the right answers by question text, on anything but the mock')
    .option(
      '--pay <how>',
      `how the fee is paid: ${payMethods.join(', ')} (default: ${defaultSettings.pay})`,
    )
    .option(
      '--applicant <example|file>',
      `who applies: ${examples}, or a JSON file like them (default: ${defaultSettings.applicant})`,
    )
    .option(
      '--email <pattern>',
      'pattern of the e-mail addresses, e.g. nightly+{run}@college.example',
    )
    .option('--site-origin <url>', "the site's origin, which activation links must lead to")
    .option(
      '--usd-price <amount>',
      'the price for PayPal and Stripe, in USD (default on the mock: 20)',
    );
}
