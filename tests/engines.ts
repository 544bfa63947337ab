/** The browser that a test process drives: Chromium, or what `ENGINE` names. */
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { launchFirefox } from './firefox.ts';
import { launchOldChromium, oldChromiums } from './old-chromium.ts';
import { isWrong, translateAll } from './translator.ts';

/** Which engine the tests of this process run in. */
export const engine = process.env.ENGINE ?? 'chromium';

/** Starts the engine of this process. @throws {Error} saying what to install */
export async function launchEngine(): Promise<Browser> {
  if (engine === 'chromium') return launchChromium();
  if (engine === 'translated') return translated(await launchChromium());
  const old = oldChromiums[engine];
  const browser = await (old ? launchOldChromium(old) : launchFirefox());
  const newContext = browser.newContext.bind(browser);
  browser.newContext = (options) => newContext(old ? options : forFirefox(options));
  return browser;
}

/** What the pages of a translated browser show that is wrong. */
export const shownWrong: string[] = [];

/** Translates every page that a browser opens: to the same words, so that tests find them. */
function translated(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await translateAll(context, '');
    context.on('console', (message) => {
      if (isWrong(message.text())) shownWrong.push(message.text());
    });
    context.on('weberror', (error) => shownWrong.push(String(error.error())));
    return context;
  };
  return browser;
}

/** What Debian's Firefox can be told over WebDriver BiDi. */
function forFirefox(options: BrowserContextOptions = {}): BrowserContextOptions {
  const { isMobile: _, hasTouch: __, ...others } = options;
  return { ...others, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null };
}
