import { hideSecrets } from '@one-planet/sdk';
import { hideSecretArguments, loadSettings, type ResolvedSettings } from '../core/configuration.ts';
import { exitCodes } from '../core/exit.ts';
import { formatJson } from '../core/json.ts';
import { type Settings, settingsSchema } from '../core/settings.ts';
import { paint, print, printNotice } from '../core/terminal.ts';
import {
  defineCommand,
  journeySettings,
  makeBooleanOption,
  targetSettings,
} from './define-command.ts';

export const command = defineCommand({
  name: 'config',
  description:
    'Shows the settings in force and where each comes from, secrets hidden. Later ones win: default, file, profile, environment, flag.',
  settings: [...targetSettings, ...journeySettings],
  options: {
    check: makeBooleanOption('only say whether they are valid'),
    json: makeBooleanOption('print them as JSON'),
  },
  helpText: `
A configuration file, with its schema for editors:
  {
    "$schema": "./node_modules/@one-planet/admissions/config.schema.json",
    "email": "nightly+{run}@college.example",
    "profile": "staging",
    "profiles": {
      "staging": {
        "target": "https://staging.example.edu",
        "staff": { "use": "none" }
      }
    }
  }

Paths of files and commands in it start from the file's own folder.

Environment: ADMISSIONS_CONFIG and ADMISSIONS_PROFILE choose the file and the
profile; ADMISSIONS_TARGET, ADMISSIONS_TIMEOUT_MS, ADMISSIONS_USD_PRICE … set
one setting each, named after it.

Examples:
  admissions config
  admissions config --profile staging --json
  admissions config --check --config nightly.json`,
  async run(flags) {
    const settings = await loadSettings(flags);
    if (flags.check) printNotice(`The settings are valid (${describeSource(settings)}).`);
    else if (flags.json) print(formatJson(toSettingsJson(settings)));
    else printSettings(settings);
    return exitCodes.done;
  },
});

const settingKeys = settingsSchema.keyof().options;

function hideSecretsOfSetting(settings: ResolvedSettings, settingKey: keyof Settings): unknown {
  if (settingKey === 'dialect') return settings.dialectName;
  if (settingKey === 'applicant') return settings.applicantName;
  const settingValue = settings[settingKey];
  if (typeof settingValue !== 'object') return hideSecrets(settingValue);
  return 'command' in settingValue
    ? { ...settingValue, command: hideSecretArguments(settingValue.command) }
    : settingValue;
}

function toSettingsJson(settings: ResolvedSettings) {
  const settingEntries = settingKeys.map((settingKey) => [
    settingKey,
    {
      value: hideSecretsOfSetting(settings, settingKey) ?? null,
      origin: settings.settingOrigins[settingKey],
    },
  ]);
  return {
    file: settings.configFile ?? null,
    profile: settings.profile ?? null,
    settings: Object.fromEntries(settingEntries),
  };
}

function printSettings(settings: ResolvedSettings): void {
  const rows = settingKeys.map(
    (settingKey) =>
      [
        settingKey,
        formatSetting(hideSecretsOfSetting(settings, settingKey)),
        settings.settingOrigins[settingKey],
      ] as const,
  );
  const nameWidth = Math.max(...rows.map(([key]) => key.length));
  const valueWidth = Math.max(
    ...rows.map(([, text]) => text.length).filter((length) => length <= 48),
  );
  for (const [key, text, origin] of rows) {
    print(
      `${paint('bold', key.padEnd(nameWidth))}  ${text.padEnd(valueWidth)}  ${paint('dim', origin)}`,
    );
  }
  printNotice(`(${describeSource(settings)})`);
}

function formatSetting(settingValue: unknown): string {
  if (settingValue === undefined) return '-';
  if (typeof settingValue !== 'object' || settingValue === null) return String(settingValue);
  const { use, command } = settingValue as { use?: string; command?: readonly string[] };
  if (use === undefined) return JSON.stringify(settingValue);
  return command ? `${use}: ${command.join(' ')}` : use;
}

function describeSource({ configFile, profile }: ResolvedSettings): string {
  if (configFile === undefined) return 'no configuration file';
  return profile === undefined ? configFile : `${configFile}, profile ${profile}`;
}
