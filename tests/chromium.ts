import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { findProgram, installPackages, isExecutable } from './installed.ts';

/**
 * Disabled features. The first two lines repeat Playwright's own, because only the last such flag counts. The third are internal pages that load with every window: half the cost of a new one.
 */
const off = [
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding',
  'ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch',
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI',
];

/**
 * Flags that keep a test browser to itself: no first-run page, no connection but the test's.
 * @public
 */
export const chromiumArgs = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${off.join(',')}`,
];

const onPath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function wellKnown(): string[] {
  if (process.platform === 'darwin') {
    return [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ];
  }
  if (process.platform === 'win32') {
    return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
      const folder = process.env[name];
      return folder ? [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [];
    });
  }
  return [];
}

async function search(): Promise<string | undefined> {
  const found = await findProgram(onPath);
  if (found) return found;
  for (const file of wellKnown()) if (await isExecutable(file)) return file;
  return undefined;
}

/** The path of a Chromium or Chrome, installed first if the tests run as root. @throws {Error} saying what to install */
export async function findChromium(): Promise<string> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (await isExecutable(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH names ${chosen}, which is not a program`);
  }

  const found = await search();
  if (found) return found;

  if (await installPackages('chromium')) {
    const installed = await search();
    if (installed) return installed;
  }

  throw new Error(
    'No browser for the tests: install Chromium (apt-get install chromium) or Google Chrome, or set CHROMIUM_PATH to one',
  );
}

/** A headless browser with an empty profile of its own, which close() removes. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: chromiumArgs });
}
