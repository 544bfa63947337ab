/** What an applicant must never find on a page, whatever a backend answers. */
import { texts } from '../../../web/src/words/frame.ts';

/** What can be seen of a page, in any browser. */
interface Snapshot {
  /** What is not there, of what every page needs. */
  missing: string[];
  text: string;
  /** Other texts: addresses, labels, what stands in fields. */
  written: string[];
  /** What turns while something is on its way, and what buttons say then. */
  waiting: string[];
}

/** Takes a snapshot. It runs in the page, so everything it needs is inside. */
export function snapshot(): Snapshot {
  const needed = {
    'no header': 'header nav a',
    'no footer': 'footer a',
    blank: 'main h1',
    'no way on': ':is(main, dialog[open]) :is(a[href], button)',
  };
  const missing = Object.entries(needed).flatMap(([name, css]) =>
    document.querySelector(css) ? [] : name,
  );
  const written = [document.title];
  for (const element of document.querySelectorAll('[href], [aria-label], [alt], [src]')) {
    for (const name of ['href', 'aria-label', 'alt', 'src']) {
      const value = element.getAttribute(name) ?? '';
      if (!value.startsWith('data:')) written.push(value);
    }
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('input, select, textarea')) {
    written.push(field.value, field.defaultValue ?? '');
  }
  const turning = '.spinner, .skeleton, progress, :is(main, header) [aria-busy="true"]';
  const waiting = [...document.querySelectorAll(turning)].map(({ className }) => className || '?');
  // What is sent again and again has a button that does it at once; a message may lie above a busy form.
  if (!document.querySelector('.retry button, dialog[open] button')) {
    for (const { textContent } of document.querySelectorAll('button')) {
      if (/(\.\.\.|…)$/.test(textContent ?? '')) waiting.push(textContent ?? '');
    }
  }
  return { missing, text: document.body.textContent ?? '', written, waiting };
}

type Kind = 'blank' | 'crash' | 'exception' | 'waiting' | 'word' | 'uncaught';

export interface Fault {
  kind: Kind;
  seen: string;
}

const exceptions: readonly RegExp[] = [
  /\b(Type|Range|Syntax|Reference)Error\b/,
  /\b(Null\w*|Runtime)?Exception\b/,
  /Cannot (read|convert|access|invoke|destructure)/,
  /is not (a function|iterable|defined|an object)/,
  /Objects are not valid/,
  /\bat (Object\.|async |new |[\w$.]+ ?\()/,
  /java\.(lang|base)/,
  /\.(tsx?|js|java):\d/,
];

const oddWords = /\b(undefined|null|NaN|Infinity|Invalid Date)\b|\[object \w+\]/;

/** @returns what is wrong with a page */
export function faultsOf({ missing, text, written, waiting }: Snapshot): Fault[] {
  const { title } = texts.crash;
  return [
    ...missing.map((seen): Fault => ({ kind: 'blank', seen })),
    ...(text.includes(title) ? [{ kind: 'crash', seen: title } as const] : []),
    ...exceptions.flatMap((exception) => found('exception', text, exception)),
    ...[text, ...written].flatMap((one) => found('word', one, oddWords)),
    ...waiting.map((seen): Fault => ({ kind: 'waiting', seen })),
  ];
}

function found(kind: Kind, text: string, wanted: RegExp): Fault[] {
  const match = wanted.exec(text);
  if (!match) return [];
  const [first] = match;
  const around = text.slice(Math.max(0, match.index - 25), match.index + first.length + 25);
  return [{ kind, seen: around.replace(/\s+/g, ' ') }];
}
