/** The browser of a test process: Chromium, or the one that the environment variable `ENGINE` names. */

import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type Browser, chromium, firefox, selectors } from 'playwright-core';
import {
  findOrInstall,
  findProgram,
  installOnDemand,
  isExecutable,
  waitForOutputLike,
} from './installed-programs.ts';
import { isTranslationFault, translateEveryPage } from './translator.ts';

/** Which engine the tests of this process run in. */
export const engine = process.env.ENGINE ?? 'chromium';

/** What the site's own code decides, and not what an engine makes of it, is tried in Chromium alone. */
export const isChromium = engine === 'chromium';

/** @returns all cases in Chromium, in another engine the first, because they differ in the site's own code */
export const oneInOtherEngines = <const C>(cases: readonly C[]): readonly C[] =>
  isChromium ? cases : cases.slice(0, 1);

/** Starts the engine of this process. @throws {Error} saying what to install */
export async function launchEngine(): Promise<Browser> {
  if (engine === 'chromium') return launchChromium();
  if (engine === 'translated') return translateEveryContext(await launchChromium());
  if (engine === oldChromium) return launchOldChromium();
  return launchFirefox();
}

/** Errors of pages in a browser that translates them. */
export const translationFaults: string[] = [];

/** Lets a browser translate every page that it opens, to the same words, so that tests find them. */
function translateEveryContext(browser: Browser): Browser {
  const originalNewContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await originalNewContext(options);
    await translateEveryPage(context, '');
    context.on('console', (message) => {
      if (isTranslationFault(message.text())) translationFaults.push(message.text());
    });
    context.on('weberror', (error) => translationFaults.push(String(error.error())));
    return context;
  };
  return browser;
}

/**
 * Disabled features of Chromium. The first two lines repeat Playwright's list, because only the last such flag counts.
 * The third line disables internal pages that load with every window, and take half of the time to open one. With the
 * last feature, a page that is closed during a reload never closes (microsoft/playwright#42068).
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding',
  'ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch',
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI',
  'RenderDocument',
];

/** Flags of a test browser: no first-run page, and no connections except the test's. @public */
export const chromiumArgs = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
];

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function listUsualChromiumPaths(): string[] {
  if (process.platform === 'darwin') {
    return [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ];
  }
  if (process.platform === 'win32') {
    return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
      const programFilesFolder = process.env[name];
      return programFilesFolder
        ? [join(programFilesFolder, 'Google', 'Chrome', 'Application', 'chrome.exe')]
        : [];
    });
  }
  return [];
}

/**
 * Finds Chromium or Chrome, or installs Chromium if the tests run as root.
 * @returns its path
 * @throws {Error} saying what to install
 */
export async function findChromium(): Promise<string> {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath) {
    if (await isExecutable(configuredPath)) return configuredPath;
    throw new Error(`CHROMIUM_PATH names ${configuredPath}, which is not a program`);
  }
  const findInstalledChromium = async () => {
    const program = await findProgram(chromiumNames);
    if (program) return program;
    for (const file of listUsualChromiumPaths()) if (await isExecutable(file)) return file;
    return undefined;
  };
  return findOrInstall(
    findInstalledChromium,
    'chromium',
    'No browser for the tests: install Chromium (apt-get install chromium) or Google Chrome, or set CHROMIUM_PATH to one',
  );
}

/** Starts a headless Chromium with an empty profile, which close() removes. @param extraArgs its flags besides the usual ones */
export async function launchChromium(extraArgs: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    args: [...chromiumArgs, ...extraArgs],
  });
}

/**
 * Finds Firefox, or installs it if the tests run as root.
 * @returns its path
 * @throws {Error} saying what to install
 */
export async function findFirefox(): Promise<string> {
  return findOrInstall(
    () => findProgram(['firefox-esr', 'firefox']),
    'firefox-esr',
    'No Firefox for the tests: install it (apt-get install firefox-esr)',
  );
}

/**
 * Starts a headless Firefox with an empty profile. It is Mozilla's build, which Playwright controls over WebDriver
 * BiDi.
 */
async function launchFirefox(): Promise<Browser> {
  const executablePath = await findFirefox();
  const browserPromise = firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    // Over the page, as on a phone and in the tests' Chromium: which it is depends on the version and the desktop.
    firefoxUserPrefs: { 'ui.useOverlayScrollbars': 1 },
  });
  const browser = await browserPromise.catch((error: Error) => {
    // An older Firefox lacks commands of WebDriver BiDi that Playwright sends first.
    if (!error.message.includes('unknown command')) throw error;
    throw new Error(
      `${executablePath} is too old for the tests: update it (apt-get update && apt-get install firefox-esr)`,
    );
  });
  const newContext = browser.newContext.bind(browser);
  // WebDriver BiDi cannot set these.
  const unsettableOptions = {
    colorScheme: null,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
  };
  browser.newContext = ({ isMobile: _, hasTouch: __, ...options } = {}) =>
    newContext({ ...options, ...unsettableOptions });
  return browser;
}

// The oldest engine that the site supports (docs/browsers.md). An npm package contains it, compressed.

export const oldChromium = 'chromium-88';

/** Installs and unpacks the old Chromium, unless it is there. @returns its folder */
export async function findOldChromium(): Promise<string> {
  const packageFolder = await installOnDemand('chrome-aws-lambda@5.5.0');
  const folder = join(packageFolder, 'unpacked');
  const programFile = join(folder, 'chromium');
  if (existsSync(programFile)) return folder;
  const packedFolder = join(packageFolder, 'node_modules/chrome-aws-lambda/bin');
  await mkdir(folder, { recursive: true });
  await unpack(join(packedFolder, 'aws.tar.br'), join(folder, 'aws.tar'));
  execFileSync('tar', ['xf', 'aws.tar'], { cwd: folder });
  await unpack(join(packedFolder, 'chromium.br'), `${programFile}.part`);
  await rename(`${programFile}.part`, programFile);
  return folder;
}

async function unpack(compressedFile: string, targetFile: string): Promise<void> {
  await writeFile(targetFile, await promisify(brotliDecompress)(await readFile(compressedFile)), {
    mode: 0o755,
  });
}

/**
 * Defines a function that Playwright's script in the page needs and this engine lacks; the site does not use it. It is
 * written as a selector engine, because Playwright runs those as a part of its script.
 */
const polyfillScript = `(() => {
  Element.prototype.checkVisibility ??= function () {
    return this.getClientRects().length > 0 && getComputedStyle(this).visibility === 'visible';
  };
  return { query: () => null, queryAll: () => [] };
})()`;

/**
 * Starts the old Chromium and connects to its debugging port, because it lacks the pipe that Playwright uses otherwise.
 */
async function launchOldChromium(): Promise<Browser> {
  const folder = await findOldChromium();
  const profileFolder = await mkdtemp(join(tmpdir(), 'old-chromium-'));
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars'];
  const profileArgs = [
    '--remote-debugging-port=0',
    `--user-data-dir=${profileFolder}`,
    'about:blank',
  ];
  const child = spawn(join(folder, 'chromium'), [...args, ...profileArgs], {
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  await selectors.register('old', polyfillScript);
  const browser = await chromium.connectOverCDP(await waitForOutputLike(/ws:\S+/, child.stderr));
  browser.on('disconnected', () => {
    kill();
    process.off('exit', kill);
    void rm(profileFolder, { recursive: true, force: true, maxRetries: 5 });
  });
  return browser;
}
