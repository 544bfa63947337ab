/** What an applicant does on a page, straight on its native elements: thousands of times, and on no real screen. */
import type { OperationName } from '@one-planet/contract';
import type { Tape } from './recording.ts';
import { settled } from './settled.ts';

export type Doing = (tape: Tape) => Promise<void>;

/** @returns a button or a link that can be seen, of an open dialog before those of the page */
function find(name: RegExp): HTMLElement | undefined {
  const inDialog = document.querySelectorAll<HTMLElement>('dialog[open] :is(button, a)');
  const onPage = document.querySelectorAll<HTMLElement>(':is(main, header) :is(button, a)');
  return [...inDialog, ...onPage].find(
    (one) =>
      name.test((one.getAttribute('aria-label') ?? one.textContent ?? '').trim()) &&
      !one.closest('[hidden]') &&
      one.getAttribute('aria-disabled') !== 'true',
  );
}

/** Presses what has one of these names, whichever is there first, until an operation is sent. */
export function press(operation: OperationName, ...names: RegExp[]): Doing {
  return async ({ network, asked, odd = operation }) => {
    const before = asked.length;
    for (let times = 0; times < 30; times += 1) {
      const button = names.map(find).find((one) => one !== undefined);
      button?.click();
      // What it needs may be loaded first.
      await settled(network, button ? 4 : 20);
      if (asked.slice(before).some((one) => one === operation || one === odd)) return;
    }
    throw new Error(
      `${operation} was never sent from ${location.pathname}: ${document.querySelector('dialog[open], [role=alert]')?.textContent}`,
    );
  };
}

/** Types into a field, ticks a box or chooses one of several, by the field's name. */
export function type(values: Readonly<Record<string, string | boolean | File>>): void {
  for (const [name, value] of Object.entries(values)) {
    const found = document.querySelectorAll<HTMLInputElement>(`:is(input, select)[name="${name}"]`);
    const [first] = found;
    if (!first) throw new Error(`There is no field ${name} on ${location.pathname}`);
    if (value instanceof File) {
      Object.defineProperty(first, 'files', { configurable: true, value: [value] });
    } else if (typeof value === 'boolean') first.checked = value;
    else if (first.type === 'radio') {
      for (const one of found) if (one.value === value) one.checked = true;
    } else first.value = value;
    first.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
