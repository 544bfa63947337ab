import { findChromium } from './chromium.ts';

/** Before the first test: a browser is there, or the run fails. */
export default async function setup(): Promise<void> {
  process.env.CHROMIUM_PATH = await findChromium();
}
