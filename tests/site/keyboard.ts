/** Going through a page by the keyboard alone. */
import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';

interface Focus {
  role: string;
  /** As a screen reader says it. */
  name: string;
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** @returns what has focus, by the browser's own accessibility tree */
async function focus(page: Page): Promise<Focus> {
  const opened = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, opened);
  const devtools = await opened;
  const { result } = await devtools.send('Runtime.evaluate', {
    expression: 'document.activeElement',
  });
  const { nodes } = await devtools.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId ?? '',
    fetchRelatives: false,
  });
  const [node] = nodes;
  return { role: node?.role?.value ?? '', name: node?.name?.value ?? '' };
}

/** @returns what is wrong with how the focus looks; empty where it is seen */
const unseen = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    const boxes = [focused, focused.parentElement, focused.parentElement?.parentElement];
    const isOutlined = boxes.some((box) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(box ?? focused);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    if (!isOutlined) return 'has no outline';
    const { left, top, width, height } = focused.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return 'is off the screen';
    const there = document.elementFromPoint(x, y);
    return boxes.some((box) => box?.contains(there)) ? '' : `is covered by ${there?.outerHTML}`;
  });

const furthest = 80;

/**
 * Presses Tab until something of this name has focus; whatever has it on the way must be seen to have it.
 * @param key `Shift+Tab` goes back
 */
export async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let tabs = 0; tabs < furthest; tabs += 1) {
    await page.keyboard.press(key);
    const there = await focus(page);
    // After the last one comes the browser itself.
    if (await page.evaluate(() => document.activeElement === document.body)) continue;
    const fault = await unseen(page);
    if (fault) throw new Error(`The focus on ${there.role} "${there.name}" ${fault}`);
    if (there.name === name) return;
    passed.push(`${there.role} "${there.name}"`);
  }
  throw new Error(`"${name}" is not to be reached; passed ${passed.join(', ')}`);
}

/** Goes to a field and types. */
export async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.type(text);
}

/** Goes to a button or a link and presses Enter. */
export async function enter(page: Page, name: string, key = 'Tab'): Promise<void> {
  await tabTo(page, name, key);
  await page.keyboard.press('Enter');
}

/** Goes to a file input, opens it and chooses a file. */
export async function chooseFile(
  page: Page,
  name: string,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    tabTo(page, name).then(() => page.keyboard.press('Space')),
  ]);
  await chooser.setFiles(file);
}

/** Goes to a list and takes one of it. @param at 1 for the first after "Please choose" */
export async function pick(page: Page, name: string, at = 1): Promise<void> {
  await tabTo(page, name);
  for (let presses = 0; presses < at; presses += 1) await page.keyboard.press('ArrowDown');
}

/** Takes a radio button, from the one that has focus. @param at 0 for that one, 1 for the next */
export async function take(page: Page, at: number): Promise<void> {
  await page.keyboard.press('Space');
  for (let presses = 0; presses < at; presses += 1) await page.keyboard.press('ArrowDown');
}

/** Waits until this has focus. */
export const onFocus = (page: Page, role: string, name: string) =>
  expect.poll(() => focus(page)).toEqual({ role, name });

/** Waits for the page of this heading, which has focus. */
export const onPage = (page: Page, title: string) => onFocus(page, 'heading', title);
