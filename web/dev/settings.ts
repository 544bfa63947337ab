import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

type Settings = Record<string, unknown>;

const file = new URL('../config.json', import.meta.url);

/** @returns web/config.json as it stands now, `undefined` where there is none */
export async function readSettings(): Promise<Settings | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Settings;
  } catch (cause) {
    throw new Error(`web/config.json: ${(cause as Error).message}`, { cause });
  }
}

/**
 * Changes settings for a mock backend.
 * @param flags the mock's: a dialect chosen there is the site's too
 */
export async function settingsFor(
  mock: string,
  settings: Settings,
  flags: readonly string[],
): Promise<Settings> {
  const { dialect } = parseArgs({
    args: [...flags],
    options: { dialect: { type: 'string' } },
    strict: false,
  }).values;
  const { redirectOrigins } = settings;
  return {
    ...settings,
    ...(typeof dialect === 'string' ? { dialect: await named(dialect) } : {}),
    apiBase: `${mock}/api`,
    redirectOrigins: [...(Array.isArray(redirectOrigins) ? redirectOrigins : []), mock],
  };
}

/** @returns the flag that makes the mock speak the site's dialect; none for a dialect without a name */
export function dialectFlag({ dialect }: Settings): string[] {
  return typeof dialect === 'string' ? ['--dialect', dialect] : [];
}

/** The site knows the dialects that ship by name; any other is passed as a whole. */
async function named(dialect: string): Promise<unknown> {
  if (!dialect.endsWith('.json')) return dialect;
  return JSON.parse(await readFile(dialect, 'utf8'));
}
