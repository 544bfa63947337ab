/** The settings, held against the contract's schema: in the build, and on a page that can't do with them. */
import { settingsProblems } from '@one-planet/contract';
import { type Settings, SettingsError } from './config.ts';

/** @throws {SettingsError} naming every setting that is missing, wrong or unknown */
export function checkSettings(json: unknown): Settings {
  const problems = settingsProblems(json);
  if (!isChecked(json, problems)) throw new SettingsError(problems);
  return json;
}

function isChecked(_json: unknown, problems: readonly string[]): _json is Settings {
  return problems.length === 0;
}
