import { hideSecrets } from '@one-planet/sdk';
import { hideArguments, loadSettings, type ResolvedSettings } from '../core/configuration.ts';
import { exitCodes } from '../core/exit.ts';
import { type Settings, settingsSchema } from '../core/settings.ts';
import { paint, print, printNotice } from '../core/terminal.ts';
import { booleanOption, defineCommand, journeySettings, targetSettings } from './define-command.ts';

export const command = defineCommand({
  name: 'config',
  description:
    'Shows the settings in force and where each comes from, secrets hidden. Later ones win: default, file, profile, environment, flag.',
  settings: [...targetSettings, ...journeySettings],
  options: {
    check: booleanOption('only say whether they are valid'),
    json: booleanOption('print them as JSON'),
  },
  help: `
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
    if (flags.check) printNotice(`The settings are valid (${source(settings)}).`);
    else if (flags.json) print(JSON.stringify(asJson(settings), null, 2));
    else printSettings(settings);
    return exitCodes.done;
  },
});

const keys = settingsSchema.keyof().options;

function formatValue(settings: ResolvedSettings, key: keyof Settings): unknown {
  if (key === 'dialect') return settings.dialectName;
  if (key === 'applicant') return settings.applicantName;
  const value = settings[key];
  if (typeof value !== 'object') return hideSecrets(value);
  return 'command' in value ? { ...value, command: hideArguments(value.command) } : value;
}

function asJson(settings: ResolvedSettings) {
  const entries = keys.map((key) => [
    key,
    { value: formatValue(settings, key) ?? null, origin: settings.origins[key] },
  ]);
  return {
    file: settings.configFile ?? null,
    profile: settings.profile ?? null,
    settings: Object.fromEntries(entries),
  };
}

function printSettings(settings: ResolvedSettings): void {
  const rows = keys.map(
    (key) => [key, settingText(formatValue(settings, key)), settings.origins[key]] as const,
  );
  const name = Math.max(...rows.map(([key]) => key.length));
  const value = Math.max(...rows.map(([, text]) => text.length).filter((length) => length <= 48));
  for (const [key, text, origin] of rows) {
    print(`${paint('bold', key.padEnd(name))}  ${text.padEnd(value)}  ${paint('dim', origin)}`);
  }
  printNotice(`(${source(settings)})`);
}

function settingText(value: unknown): string {
  if (value === undefined) return '-';
  if (typeof value !== 'object' || value === null) return String(value);
  const { use, command } = value as { use?: string; command?: readonly string[] };
  if (use === undefined) return JSON.stringify(value);
  return command ? `${use}: ${command.join(' ')}` : use;
}

function source({ configFile, profile }: ResolvedSettings): string {
  if (configFile === undefined) return 'no configuration file';
  return profile === undefined ? configFile : `${configFile}, profile ${profile}`;
}
