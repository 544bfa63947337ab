/** A page in WebKit: what the tests do there, over the few commands of W3C WebDriver that it takes. */
import { writeFile } from 'node:fs/promises';
import { type Driven, startDriver } from './start.ts';

/** As WebDriver names an element in what it answers. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

type Reference = Readonly<Record<typeof elementKey, string>>;

/** How long something may take to be seen, in milliseconds. */
const patience = 30_000;

/** Opens a browser with an empty profile. */
export async function openWebKit(): Promise<WebKitPage> {
  const driven = await startDriver();
  const options = { binary: driven.browser, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  try {
    const answer = await command(driven.address, '/session', { capabilities });
    const { sessionId } = answer as { sessionId: string };
    return new WebKitPage(driven, `${driven.address}/session/${sessionId}`);
  } catch (error) {
    driven.stop();
    throw error;
  }
}

async function command(address: string, path: string, body?: object): Promise<unknown> {
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(address + path, init);
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
  return value;
}

export class WebKitPage {
  readonly #driven: Driven;
  readonly #address: string;

  constructor(driven: Driven, address: string) {
    this.#driven = driven;
    this.#address = address;
  }

  async close(): Promise<void> {
    await fetch(this.#address, { method: 'DELETE' }).catch(() => {});
    this.#driven.stop();
  }

  /** Opens an address, and waits until the page's script has taken it over. */
  async open(url: string): Promise<void> {
    await this.#post('/url', { url });
    await this.ready();
  }

  async ready(): Promise<void> {
    await this.until('return !!document.querySelector("#root:not([data-page]) footer address a")');
  }

  async reload(): Promise<void> {
    await this.#post('/refresh', {});
    await this.ready();
  }

  async back(): Promise<void> {
    await this.#post('/back', {});
  }

  /** The window itself is never narrower than 447 pixels. */
  async resize(width: number, height: number): Promise<void> {
    await this.#post('/window/rect', { width, height });
  }

  /** Runs in the page. @param script the body of a function, with `arguments` */
  async run<T>(script: string, ...args: unknown[]): Promise<T> {
    return (await this.#post('/execute/sync', { script, args })) as T;
  }

  /** Waits until this gives something true, also while pages come and go. @returns it */
  async until<T>(script: string, ...args: unknown[]): Promise<T> {
    const end = Date.now() + patience;
    let trouble: unknown;
    for (;;) {
      try {
        const value = await this.run<T>(script, ...args);
        if (value) return value;
      } catch (error) {
        trouble = error;
      }
      if (Date.now() > end) {
        const seen = await this.run('return location.href + "\\n" + document.body.innerText');
        throw new Error(`Never true: ${script} ${JSON.stringify(args)}\n${seen}`, {
          cause: trouble,
        });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Waits for the page's heading. */
  async heading(text: string): Promise<void> {
    await this.until('return document.querySelector("h1")?.textContent === arguments[0]', text);
  }

  /** Presses the button or link of this name that can be seen. */
  async press(name: string): Promise<void> {
    await this.#click(await this.until<Reference>(findByName, name));
  }

  /** Presses the first of these that can be seen. */
  async pressFirst(selector: string): Promise<void> {
    const script = `return [...document.querySelectorAll(arguments[0])].find((one) => one.offsetParent)`;
    await this.#click(await this.until<Reference>(script, selector));
  }

  /** Types into the field of this label, in the place of what is there. */
  async type(label: string, text: string): Promise<void> {
    const field = await this.#field(label);
    await this.run('arguments[0].scrollIntoView({ block: "center" })', {
      [elementKey]: field.split('/')[2],
    });
    await this.#post(`${field}/clear`, {});
    await this.#post(`${field}/value`, { text });
  }

  /** Checks a box, or takes a choice. */
  async check(label: string): Promise<void> {
    await this.#click(await this.until<Reference>(findByLabel, label));
  }

  /** Takes one of a list. @param at 1 for the first after "Please choose" */
  async pick(label: string, at: number): Promise<void> {
    const script = `${findByLabel.replace('return ', 'const list = ')}; return list?.options[arguments[1]]`;
    await this.#click(await this.until<Reference>(script, label, at));
  }

  /** Chooses a file. @param path on this machine */
  async attach(label: string, path: string): Promise<void> {
    await this.#post(`${await this.#field(label)}/value`, { text: path });
  }

  /** What is typed into the field of this label. */
  async valueOf(label: string): Promise<string> {
    return this.until(
      `${findByLabel.replace('return ', 'const field = ')}; return field && [field.value]`,
      label,
    ).then((value) => String(value));
  }

  async screenshot(path: string): Promise<void> {
    const picture = await command(this.#address, '/screenshot');
    await writeFile(path, Buffer.from(String(picture), 'base64'));
  }

  async #field(label: string): Promise<string> {
    const reference = await this.until<Reference>(findByLabel, label);
    return `/element/${reference[elementKey]}`;
  }

  /** WebKit's driver presses where the element is, and does not scroll far enough for a header that stays. */
  async #click(reference: Reference): Promise<void> {
    await this.run('arguments[0].scrollIntoView({ block: "center" })', reference);
    await this.#post(`/element/${reference[elementKey]}/click`, {});
  }

  #post(path: string, body: object): Promise<unknown> {
    return command(this.#address, path, body);
  }
}

const findByName = `return [...document.querySelectorAll("button, a")].find(
  (one) => one.textContent.trim() === arguments[0] && one.offsetParent && !one.disabled)`;

/** By its whole label, or by how its label begins. */
const findByLabel = `return (() => {
  const labels = [...document.querySelectorAll("label")];
  const own = (label) => (label.firstChild ?? label).textContent.trim();
  const text = (label) => label.textContent.trim();
  const found = labels.find((label) => [own(label), text(label)].includes(arguments[0])) ??
    labels.find((label) => text(label).startsWith(arguments[0]));
  return found?.control;
})()`;
