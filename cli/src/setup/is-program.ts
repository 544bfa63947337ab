import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** Whether a command can be started: a path from that folder, or a name on PATH. */
export function isProgram(name: string, folder: string): boolean {
  const places = /[\\/]/.test(name)
    ? [resolve(folder, name)]
    : (process.env.PATH ?? '').split(delimiter).map((place) => join(place, name));
  const endings = process.platform === 'win32' ? ['', '.exe', '.cmd', '.bat'] : [''];
  return places.some((place) => endings.some((ending) => isRunnable(place + ending)));
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
