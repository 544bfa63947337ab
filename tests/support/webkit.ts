/** A page in WebKitGTK on a virtual screen, controlled by the few commands of W3C WebDriver that the tests need. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { vi } from 'vitest';
import {
  findFreePort,
  findProgram,
  installDebianPackages,
  isExecutable,
  waitForOutputLike,
} from './installed-programs.ts';

/** The key of an element's id in WebDriver's responses. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
type ElementReference = Readonly<Record<typeof elementKey, string>>;

/** How long a condition may take to become true, in milliseconds. */
const patienceMs = 30_000;

/** Runs in the page: whether it is hydrated. */
export const isHydratedScript =
  'return !!document.querySelector("#root:not([data-page]) footer address a")';

export class WebKitPage {
  readonly #sessionUrl: string;
  readonly #stop: () => void;

  /** @param address of the WebDriver session @param stop ends the browser and its screen */
  constructor(address: string, stop: () => void) {
    this.#sessionUrl = address;
    this.#stop = stop;
  }

  async close(): Promise<void> {
    await fetch(this.#sessionUrl, { method: 'DELETE' }).catch(() => {});
    this.#stop();
  }

  /** Opens an address, and waits until the page is hydrated. */
  async open(url: string): Promise<void> {
    await this.post('/url', { url });
    await this.waitUntil(isHydratedScript);
  }

  async reload(): Promise<void> {
    await this.post('/refresh', {});
    await this.waitUntil(isHydratedScript);
  }

  /** Sets the size of the window in pixels; it is never narrower than 447. */
  async resize(width: number, height: number): Promise<void> {
    await this.post('/window/rect', { width, height });
  }

  /** Runs a script in the page. @param script the body of a function that reads `arguments` */
  async run<T>(script: string, ...args: unknown[]): Promise<T> {
    return (await this.post('/execute/sync', { script, args })) as T;
  }

  /**
   * Waits until a script returns something truthy, also across navigations.
   * @returns the script's result
   * @throws {Error} with the text of the page
   */
  async waitUntil<T>(script: string, ...args: unknown[]): Promise<T> {
    const deadline = Date.now() + patienceMs;
    let lastError: unknown;
    for (;;) {
      try {
        const value = await this.run<T>(script, ...args);
        if (value) return value;
      } catch (cause) {
        lastError = cause;
      }
      if (Date.now() > deadline) {
        const pageText = await this.run('return location.href + "\\n" + document.body.innerText');
        const message = `Never true: ${script} ${JSON.stringify(args)}\n${pageText}`;
        throw new Error(message, { cause: lastError });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Waits for the page's heading. */
  async waitForHeading(text: string): Promise<void> {
    await this.waitUntil('return document.querySelector("h1")?.textContent === arguments[0]', text);
  }

  /** Presses the first visible, enabled element of a selector. @param name its whole text; default: any */
  async press(selector: string, name = ''): Promise<void> {
    const element = await this.waitUntil<ElementReference>(
      `return [...document.querySelectorAll(arguments[0])].find(
        (element) => element.offsetParent && !element.disabled && [element.textContent.trim(), ""].includes(arguments[1]))`,
      selector,
      name,
    );
    await this.#click(element);
  }

  /** Replaces the text of the field with this label. */
  async type(label: string, text: string): Promise<void> {
    const field = await this.#findField(label);
    await this.run('arguments[0].scrollIntoView({ block: "center" })', field);
    await this.post(`/element/${field[elementKey]}/clear`, {});
    await this.sendKeys(label, text);
  }

  /** Appends text to a field, or chooses a file. @param text for a file, its path */
  async sendKeys(label: string, text: string): Promise<void> {
    const field = await this.#findField(label);
    await this.post(`/element/${field[elementKey]}/value`, { text });
  }

  /** Checks a checkbox or a radio button. */
  async check(label: string): Promise<void> {
    await this.#click(await this.#findField(label));
  }

  /** Selects an option of a list. @param index 1 for the first after "Please choose" */
  async selectOption(label: string, index: number): Promise<void> {
    const select = await this.#findField(label);
    await this.run('arguments[0].scrollIntoView({ block: "center" })', select);
    await this.#click(await this.run('return arguments[0].options[arguments[1]]', select, index));
  }

  /** @returns the value of the field with this label */
  async readValue(label: string): Promise<string> {
    return this.run('return arguments[0].value', await this.#findField(label));
  }

  /** Finds a field by its whole label, or by the beginning of its label. */
  #findField(label: string): Promise<ElementReference> {
    const findFieldScript = `
      const labels = [...document.querySelectorAll("label")];
      const text = (label) => label.textContent.trim();
      const ownText = (label) => (label.firstChild ?? label).textContent.trim();
      const match = labels.find((label) => [ownText(label), text(label)].includes(arguments[0])) ??
        labels.find((label) => text(label).startsWith(arguments[0]));
      return match?.control`;
    return this.waitUntil<ElementReference>(findFieldScript, label);
  }

  /** Scrolls first, because WebKit's driver may click an element that is under the sticky header. */
  async #click(element: ElementReference): Promise<void> {
    await this.run('arguments[0].scrollIntoView({ block: "center" })', element);
    await this.post(`/element/${element[elementKey]}/click`, {});
  }

  /** Sends a WebDriver command of this session. @param path below the session's address */
  post(path: string, body: object): Promise<unknown> {
    return sendCommand(this.#sessionUrl + path, body);
  }
}

async function sendCommand(address: string, body: object): Promise<unknown> {
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(`${address}: ${JSON.stringify(value)}`);
  return value;
}

/**
 * Starts WebKit with an empty profile, and installs it first if the tests run as root.
 * @throws {Error} saying what to install
 */
export async function launchWebKit(): Promise<WebKitPage> {
  if (!(await findMiniBrowser())) await installDebianPackages('webkit2gtk-driver', 'xvfb');
  const driverFile = await findProgram(['WebKitWebDriver']);
  const screenServerFile = await findProgram(['Xvfb']);
  const browserPath = await findMiniBrowser();
  if (!driverFile || !screenServerFile || !browserPath)
    throw new Error('No WebKit for the tests: install it (apt-get install webkit2gtk-driver xvfb)');
  const processes: ChildProcess[] = [];
  const stop = () => {
    for (const child of processes.reverse()) child.kill();
  };
  process.once('exit', stop);
  const screenArgs = ['-screen', '0', '1400x1000x24'];
  const screenServer = spawn(
    screenServerFile,
    ['-displayfd', '3', ...screenArgs, '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  processes.push(screenServer);
  const port = await findFreePort();
  const env = {
    ...process.env,
    DISPLAY: `:${await waitForOutputLike(/^\d+(?=\n)/, screenServer.stdio[3] as Readable)}`,
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
  processes.push(spawn(driverFile, [`--port=${port}`], { stdio: 'ignore', env }));
  const address = `http://127.0.0.1:${port}`;
  const isDriverReady = () =>
    fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(isDriverReady, { timeout: patienceMs, interval: 100 });
  const browserOptions = { binary: browserPath, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
  const session = await sendCommand(`${address}/session`, { capabilities });
  return new WebKitPage(`${address}/session/${(session as { sessionId: string }).sessionId}`, stop);
}

/** Finds the browser that comes with the driver, below /usr/lib/<machine>/webkit2gtk-<version>. */
async function findMiniBrowser(): Promise<string | undefined> {
  for (const architectureFolder of await readdir('/usr/lib').catch(() => [])) {
    for (const library of await readdir(join('/usr/lib', architectureFolder)).catch(() => [])) {
      const file = join('/usr/lib', architectureFolder, library, 'MiniBrowser');
      if (library.startsWith('webkit2gtk-') && (await isExecutable(file))) return file;
    }
  }
  return undefined;
}
