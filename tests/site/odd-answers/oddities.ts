/** The ways in which an answer is odd, derived from the contract's schema of it, and what no page may show for it. */
import type { Operation } from '@one-planet/contract';
import { frameTexts } from '../../../web/src/texts/frame-words.ts';
import {
  absent,
  fields,
  type Kind,
  pathName,
  valuesAt,
  withValuesAt,
} from '../../prove/generated/response-faults.ts';

export interface Oddity {
  name: string;
  /** @returns the body of the odd answer @param body of the backend's own answer */
  change: (body: string) => string;
}

/** These stand in the place of a value, each with its kind. */
const values: readonly [name: string, value: unknown, kind?: Kind][] = [
  ['missing', absent],
  ['null', null],
  ['a text', 'Lorem ipsum', 'string'],
  ['an empty text', ''],
  ['a number', 7, 'number'],
  ['a huge number', 1e300],
  ['true', true, 'boolean'],
  ['an object', { lorem: { ipsum: 1 } }, 'object'],
  ['an array', [{ lorem: 1 }, null], 'list'],
];

const html = '<!doctype html><html><body><h1>Welcome to the Wi-Fi</h1></body></html>';

/** @returns every way in which this answer to the operation can be odd, each in one thing */
export function odditiesOf({ name: operation }: Operation, body: string): Oddity[] {
  const oddities: Oddity[] = [
    { name: 'nothing', change: () => '' },
    { name: 'HTML', change: () => html },
    { name: 'cut off', change: () => '{"token": "abc", "na' },
  ];
  for (const { path, kinds } of fields.filter((field) => field.operation === operation)) {
    for (const [value, inPlace, kind] of values) {
      // A body or a record that is missing is one of the bodies above, or a shorter list.
      if (kind ? kinds.has(kind) : inPlace === absent && ['[]', undefined].includes(path.at(-1)))
        continue;
      const change = (text: string) => {
        const json: unknown = JSON.parse(text);
        const all = valuesAt(json, path).map(() => inPlace);
        return JSON.stringify(withValuesAt(json, path, all));
      };
      if (body && change(body) !== body)
        oddities.push({ name: `${pathName(path)}: ${value}`, change });
    }
  }
  return oddities;
}

/** Parts that every page has. */
const parts = {
  'no header': 'header nav a',
  'no footer': 'footer a',
  'no heading': 'main h1',
  'no way on': ':is(main, dialog[open]) :is(a[href], button)',
};
const turning = '.spinner, .skeleton, progress, :is(main, header) [aria-busy="true"]';

const exceptions: readonly RegExp[] = [
  /\b(Type|Range|Syntax|Reference)Error\b/,
  /Cannot (read|convert|access|invoke|destructure)/,
  /is not (a function|iterable|defined|an object)/,
  /Objects are not valid/,
  /\bat (Object\.|async |new |[\w$.]+ ?\()/,
  /\b(undefined|null|NaN|Infinity|Invalid Date)\b|\[object \w+\]/,
];

/** @returns what is wrong with the page that is open */
export function faultsSeen(): string[] {
  const faults: string[] = [];
  for (const [fault, css] of Object.entries(parts))
    if (!document.querySelector(css)) faults.push(fault);
  const texts = [document.body.textContent ?? '', document.title];
  for (const name of ['href', 'aria-label', 'alt', 'src'])
    for (const element of document.querySelectorAll(`[${name}]:not([${name}^="data:"])`))
      texts.push(element.getAttribute(name) ?? '');
  for (const { value } of document.querySelectorAll<HTMLInputElement>('input, select, textarea'))
    texts.push(value);
  for (const text of texts) {
    if (text.includes(frameTexts.crash.title)) faults.push('crash');
    for (const exception of exceptions) {
      const at = text.search(exception);
      if (at >= 0) faults.push(text.slice(Math.max(0, at - 25), at + 50).replace(/\s+/g, ' '));
    }
  }
  for (const { className } of document.querySelectorAll(turning)) faults.push(`${className} turns`);
  // A page that sends something again and again has a button that does it at once; a message may lie above a busy form.
  if (document.querySelector('.retry button, dialog[open] button')) return faults;
  const buttons = Array.from(document.querySelectorAll('button'), (one) => one.textContent ?? '');
  return [...faults, ...buttons.filter((text) => /(\.\.\.|…)$/.test(text))];
}
