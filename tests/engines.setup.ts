import type { TestProject } from 'vitest/node';
import { findFirefox } from './firefox.ts';
import { findWebKit } from './long/webkit/start.ts';
import { findOldChromium, oldChromiums } from './old-chromium.ts';

/** Finds the engines of a project besides Chromium, before the first test, or fails the run. */
export default async function setup({ name }: TestProject): Promise<void> {
  const old = oldChromiums[name];
  if (old) await findOldChromium(old);
  else if (name === 'firefox') await findFirefox();
  else if (name === 'long') await findWebKit();
}
