/** Files as they are sent. */
import { lazily } from '../site/lazily.ts';
import type { Shrunk } from '../site/shrink/shrink-picture.ts';

export const shrink = lazily(async () => ({
  default: (await import('../site/shrink/shrink-picture.ts')).shrinkPicture,
}));

/** @returns a picture smaller, anything else as it is, and so a picture where the script for that can't be loaded */
export async function smaller(file: File): Promise<Shrunk> {
  const shrinkPicture = await shrink.load().catch(() => undefined);
  return shrinkPicture?.(file) ?? { name: file.name, data: file };
}
