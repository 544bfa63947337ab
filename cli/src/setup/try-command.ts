import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { broken, type Found, ready } from './part.ts';

/** Whether a program of the user's own is there. It is not run: it would act. */
export function tryCommand([program = '']: readonly string[], folder: string): Found {
  if (isProgram(program, folder)) return ready(`${program} is there; it was not run`);
  return broken(`there is no program ${program} in ${folder} or on PATH`);
}

/** Whether a command can be started: a path from that folder, or a name on PATH. */
function isProgram(name: string, folder: string): boolean {
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
