/**
 * The settings of a deployment, from `config.json` beside the built site (specification/decisions §3). The build and
 * `admissions check-site` validate them with the contract's schema; a page only checks that none it needs is missing.
 */

import { isComplete, type Settings, settingNames } from './complete-settings.ts';
import { fieldsOf } from './unchecked.ts';

export type { Settings } from './complete-settings.ts';

/** Settings that are missing or wrong; each problem begins with the setting's name. */
export class SettingsError extends Error {
  override name = 'SettingsError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * @param json the parsed `config.json`
 * @throws {SettingsError} if one that a page needs is missing or wrong; it names all that are missing or wrong
 */
export async function readSettings(json: unknown): Promise<Settings> {
  for (const name of Object.keys(fieldsOf(json)))
    if (!settingNames.includes(name))
      console.warn(`config.json: ${name} is not a setting of this version, and changes nothing`);
  if (isComplete(json)) return json;
  const { checkSettings } = await import('@one-planet/contract/site-config');
  throw new SettingsError(checkSettings(json).problems);
}
