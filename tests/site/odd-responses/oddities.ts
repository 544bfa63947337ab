/**
 * The ways in which a response can be odd, derived from its schema in the contract, and what no page may show after it.
 */
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
  /** @param body of the backend's response @returns the body of the odd response */
  changeBody: (body: string) => string;
}

/** The values that replace a correct one, each with its name, and the kind of field for which the value is not odd. */
const oddValues: readonly [name: string, value: unknown, kind?: Kind][] = [
  ['missing', absent],
  ['null', null],
  ['a text', 'Lorem ipsum', 'string'],
  ['an empty text', ''],
  ['a number', 7, 'number'],
  ['a huge number', 1e300],
  ['true', true, 'boolean'],
  ['an object', { lorem: { ipsum: 1 } }, 'object'],
  ['an array', [{ lorem: 1 }, null], 'list'],
  ['half a surrogate pair and a NUL', '\ud800\u0000'],
  ['a megabyte of text', 'lorem ipsum '.repeat(90_000)],
  ['a list in a list, a thousand times', makeDeepList(1000)],
];

function makeDeepList(depth: number): unknown {
  let list: unknown = [];
  for (let level = 1; level < depth; level++) list = [list];
  return list;
}

const portalHtml = '<!doctype html><html><body><h1>Welcome to the Wi-Fi</h1></body></html>';

/**
 * @param body of the backend's response to the operation
 * @returns every way in which one thing of this response can be odd
 */
export function odditiesOf({ name: operation, meta }: Operation, body: string): Oddity[] {
  const oddities: Oddity[] = [
    { name: 'nothing', changeBody: () => '' },
    { name: 'HTML', changeBody: () => portalHtml },
    { name: 'cut off', changeBody: () => '{"token": "abc", "na' },
  ];
  for (const { path, kinds } of fields.filter((field) => field.operation === operation)) {
    for (const [valueName, replacement, kind] of oddValues) {
      // Skipped are a missing body, which the bodies above cover, and a missing entry, which only makes a list shorter.
      if (
        kind ? kinds.has(kind) : replacement === absent && ['[]', undefined].includes(path.at(-1))
      )
        continue;
      const changeBody = (text: string) => {
        const json: unknown = JSON.parse(text);
        const replacements = valuesAt(json, path).map(() => replacement);
        return JSON.stringify(withValuesAt(json, path, replacements));
      };
      // The name of a stored file is no JSON.
      if (body && meta.readsBodyAs !== 'text' && changeBody(body) !== body)
        oddities.push({ name: `${pathName(path)}: ${valueName}`, changeBody });
    }
  }
  return oddities;
}

/** The selectors of parts that every page has, by the fault of lacking them. */
const requiredSelectors = {
  'no header': 'header nav a',
  'no footer': 'footer a',
  'no heading': 'main h1',
  'no way on': ':is(main, dialog[open]) :is(a[href], button)',
};
const busySelector = '.spinner, .skeleton, progress, :is(main, header) [aria-busy="true"]';

const errorPatterns: readonly RegExp[] = [
  /\b(Type|Range|Syntax|Reference)Error\b/,
  /Cannot (read|convert|access|invoke|destructure)/,
  /is not (a function|iterable|defined|an object)/,
  /Objects are not valid/,
  /\bat (Object\.|async |new |[\w$.]+ ?\()/,
  /\b(undefined|null|NaN|Infinity|Invalid Date)\b|\[object \w+\]/,
];

/** @returns a line for each fault of the open page */
export function findFaults(): string[] {
  const faults: string[] = [];
  for (const [fault, css] of Object.entries(requiredSelectors))
    if (!document.querySelector(css)) faults.push(fault);
  const texts = [document.body.textContent ?? '', document.title];
  for (const attributeName of ['href', 'aria-label', 'alt', 'src'])
    for (const element of document.querySelectorAll(
      `[${attributeName}]:not([${attributeName}^="data:"])`,
    ))
      texts.push(element.getAttribute(attributeName) ?? '');
  for (const { value } of document.querySelectorAll<HTMLInputElement>('input, select, textarea'))
    texts.push(value);
  for (const text of texts) {
    if (text.includes(frameTexts.crash.title)) faults.push('crash');
    for (const errorPattern of errorPatterns) {
      const index = text.search(errorPattern);
      if (index >= 0)
        faults.push(text.slice(Math.max(0, index - 25), index + 50).replace(/\s+/g, ' '));
    }
  }
  for (const { className } of document.querySelectorAll(busySelector))
    faults.push(`${className} turns`);
  // These pages may stay busy: one that repeats a request has a button to repeat it at once, and a message may cover a
  // busy form.
  if (document.querySelector('.retry button, dialog[open] button')) return faults;
  const buttons = Array.from(
    document.querySelectorAll('button'),
    (button) => button.textContent ?? '',
  );
  return [...faults, ...buttons.filter((text) => /(\.\.\.|…)$/.test(text))];
}
