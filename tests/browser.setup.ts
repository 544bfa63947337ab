import { findChromium } from './chromium.ts';

/** Finds a browser before the first test, or fails the run. */
export default async function setup(): Promise<void> {
  process.env.CHROMIUM_PATH = await findChromium();
}
