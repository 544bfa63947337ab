import { hideSecrets } from '@one-planet/sdk';
import { hideSecretArguments, type ResolvedSettings } from './configuration.ts';
import { type Settings, settingsSchema } from './settings.ts';
import { paint } from './terminal.ts';

/** @returns a line for each setting in force: its name, its value without secrets, and where it comes from */
export function formatSettings(settings: ResolvedSettings): string[] {
  const rows = settingsSchema.keyof().options.flatMap((settingKey) => {
    const valueText = formatSetting(settings, settingKey);
    return valueText === undefined
      ? []
      : [[settingKey, valueText, settings.settingOrigins[settingKey]] as const];
  });
  const nameWidth = Math.max(...rows.map(([settingKey]) => settingKey.length));
  const valueWidth = Math.max(
    ...rows.map(([, valueText]) => valueText.length).filter((length) => length <= 48),
  );
  return rows.map(
    ([settingKey, valueText, origin]) =>
      `${paint('bold', settingKey.padEnd(nameWidth))}  ${valueText.padEnd(valueWidth)}  ${paint('dim', origin)}`,
  );
}

/** @returns `undefined` for a setting without a value */
function formatSetting(settings: ResolvedSettings, settingKey: keyof Settings): string | undefined {
  if (settingKey === 'dialect') return settings.dialectName;
  if (settingKey === 'applicant') return settings.applicantName;
  const settingValue = settings[settingKey];
  if (settingValue === undefined) return undefined;
  if (typeof settingValue !== 'object') return String(hideSecrets(settingValue));
  if (!('use' in settingValue)) return JSON.stringify(hideSecrets(settingValue));
  const commandText =
    'command' in settingValue ? `: ${hideSecretArguments(settingValue.command).join(' ')}` : '';
  return `${settingValue.use}${commandText}`;
}
