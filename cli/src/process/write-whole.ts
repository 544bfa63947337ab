import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/**
 * Writes a file whole or not at all, so that a kill in the middle leaves the one before.
 * @param mode of a file that is new; its owner only, unless told
 * @throws the system's error
 */
export function writeWhole(path: string, text: string, mode = 0o600): void {
  const next = `${path}.new`;
  const handle = openSync(next, 'w', mode);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(next, path);
}
