import { type Browser, firefox } from 'playwright-core';
import { findProgram, installPackages } from './installed.ts';

/** The path of Firefox, installed first if the tests run as root. @throws {Error} saying what to install */
export async function findFirefox(): Promise<string> {
  const names = ['firefox-esr', 'firefox'];
  const found = await findProgram(names);
  if (found) return found;
  if (await installPackages('firefox-esr')) {
    const installed = await findProgram(names);
    if (installed) return installed;
  }
  throw new Error('No Firefox for the tests: install it (apt-get install firefox-esr)');
}

/** A headless Firefox with an empty profile of its own. Playwright drives the unpatched one over WebDriver BiDi. */
export async function launchFirefox(): Promise<Browser> {
  return firefox.launch({ channel: 'moz-firefox', executablePath: await findFirefox() });
}
