/** The ways in which an answer is odd, derived from the contract's schema of it. None knows what the answer means. */
import { type Operation, operations } from '@one-planet/contract';
import { frameTexts } from '../../../web/src/texts/frame-words.ts';
import {
  absent,
  fields,
  type Kind,
  pathName,
  valuesAt,
  withValuesAt,
} from '../../prove/generated/answers.ts';

export interface Answer {
  status: number;
  type: string;
  text: string;
}

export interface OddAnswer {
  /** The odd part: a field of the body, the body as a whole, the status, or the text of a refusal. */
  where: string;
  oddity: string;
  answer: Answer;
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

const json = 'application/json';
const html = '<!doctype html><html><body><h1>Welcome to the Wi-Fi</h1></body></html>';
const trace = [
  'java.lang.NullPointerException: Cannot invoke "String.length()" because "value" is null',
  '\tat com.college.Admissions.save(Admissions.java:42)',
  '\tat java.base/java.lang.Thread.run(Thread.java:840)',
].join('\n');
const springError = {
  timestamp: '2026-11-22T10:00:00.000+00:00',
  status: 500,
  error: 'Internal Server Error',
  exception: 'java.lang.NullPointerException',
  message: trace,
  trace,
  path: '/api',
};

/** Bodies that are no JSON, with the status of a success. */
const bodies: readonly [oddity: string, type: string, text: string][] = [
  ['nothing', json, ''],
  ['HTML', 'text/html', html],
  ['HTML said to be JSON', json, html],
  ['cut off', json, '{"token": "abc", "na'],
  ['plain text', 'text/plain', 'OK'],
];

/** Answers with a status that the contract does not declare. */
const undeclared: readonly [oddity: string, answer: Answer][] = [
  ['500, a stack trace', { status: 500, type: 'text/plain', text: trace }],
  ['500, a stack trace in JSON', { status: 500, type: json, text: JSON.stringify(springError) }],
  ['500, nothing', { status: 500, type: '', text: '' }],
  ['502, HTML', { status: 502, type: 'text/html', text: html }],
  ['503, null', { status: 503, type: json, text: 'null' }],
  ['418, a list', { status: 418, type: json, text: '[{"message": null}, null]' }],
  ['302, HTML', { status: 302, type: 'text/html', text: html }],
  ['204', { status: 204, type: '', text: '' }],
];

/** Bodies of a declared refusal that are odd. */
const refusals: readonly [oddity: string, body: unknown][] = [
  ...values.map(([name, message]): [string, unknown] => [
    `message ${name}`,
    message === absent ? {} : { message },
  ]),
  ['null', null],
  ['a list', [{ message: 'Lorem ipsum' }]],
  ['a stack trace', { message: trace, error: trace }],
  ['a text, null', 'null'],
  ['a text, undefined', 'undefined'],
  ['a text, [object Object]', '[object Object]'],
];

const worst = ['a stack trace', 'null', 'message missing', 'message an object'];

/** @param answer what the backend answered; each odd answer differs from it in one thing */
export function oddAnswers({ name, meta, route }: Operation, answer: Answer): OddAnswer[] {
  const answers: OddAnswer[] = bodies.map(([oddity, type, text]) => ({
    where: '(body)',
    oddity,
    answer: { ...answer, type, text },
  }));
  if (answer.type.startsWith(json) && answer.text) {
    const body: unknown = JSON.parse(answer.text);
    const own = fields.filter(({ operation }) => operation === name);
    const known = own.length > 0 ? own : [{ path: [], kinds: new Set<Kind>() }];
    for (const { path, kinds } of known) {
      for (const [oddity, value, kind] of values) {
        if (kind && kinds.has(kind)) continue;
        for (const [how, changed] of changes(body, path, value)) {
          const text = JSON.stringify(changed) ?? '';
          answers.push({ where: pathName(path) + how, oddity, answer: { ...answer, text } });
        }
      }
    }
  }
  const declared = new Set([...meta.refuses, ...(meta.auth === 'bearer' ? [401, 403] : [])]);
  const isPossible = (status: number) => !(status in route.responses) || status === 204;
  return [
    ...answers,
    ...undeclared
      .filter(([, { status }]) => isPossible(status))
      .map(([oddity, odd]) => ({ where: '(status)', oddity, answer: odd })),
    ...[...declared].flatMap((status, at) =>
      // One function reads them all: the first status is tried with everything, the others with the worst.
      refusals
        .filter(([oddity]) => at === 0 || worst.includes(oddity))
        .map(([oddity, body]) => ({
          where: `(refusal ${status})`,
          oddity,
          answer: { status, type: json, text: JSON.stringify(body) },
        })),
    ),
  ];
}

/** One odd record beside good ones, and all records odd; without a list on the way there is one place only. */
function changes(
  body: unknown,
  path: readonly string[],
  value: unknown,
): [how: string, body: unknown][] {
  const places = valuesAt(body, path);
  if (places.length === 0 || (value === absent && path.length === 0)) return [];
  // A record that is missing is a shorter list.
  if (value === absent && path.at(-1) === '[]') return [];
  const all = places.map(() => value);
  if (places.length === 1) return [['', withValuesAt(body, path, all)]];
  const one = places.map((place, at) => (at === 1 ? value : place));
  const inAll: [string, unknown] = [', all', withValuesAt(body, path, all)];
  const isTried = path.at(-1) === '[]' || value === absent || value === null;
  return isTried ? [inAll, [', one', withValuesAt(body, path, one)]] : [inAll];
}

// Which operation of the contract a request is.

const known = operations.map((operation) => ({
  operation,
  method: operation.route.method,
  path: new RegExp(`^/api${operation.route.path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** @throws {Error} for a request that the contract does not know */
export function operationOf({ method, url }: { method: string; url: string }): Operation {
  const { pathname } = new URL(url);
  const found = known.find((one) => one.method === method && one.path.test(pathname));
  if (!found) throw new Error(`No operation is ${method} ${pathname}`);
  return found.operation;
}

// Below: what an applicant must never find on a page, whatever a backend answers.

export interface Fault {
  kind: 'blank' | 'crash' | 'exception' | 'waiting' | 'word' | 'uncaught';
  seen: string;
}

/** Parts that every page needs. */
const needed = {
  'no header': 'header nav a',
  'no footer': 'footer a',
  blank: 'main h1',
  'no way on': ':is(main, dialog[open]) :is(a[href], button)',
};
const turning = '.spinner, .skeleton, progress, :is(main, header) [aria-busy="true"]';

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

/** @returns what is wrong with the page that is open */
export function faultsSeen(): Fault[] {
  const faults: Fault[] = [];
  const text = document.body.textContent ?? '';
  for (const [seen, css] of Object.entries(needed))
    if (!document.querySelector(css)) faults.push({ kind: 'blank', seen });
  const { title } = frameTexts.crash;
  if (text.includes(title)) faults.push({ kind: 'crash', seen: title });
  for (const exception of exceptions) faults.push(...found('exception', text, exception));
  for (const one of [text, ...otherTexts()]) faults.push(...found('word', one, oddWords));
  for (const { className } of document.querySelectorAll(turning))
    faults.push({ kind: 'waiting', seen: className || '?' });
  // A page that sends something again and again has a button that does it at once; a message may lie above a busy form.
  if (document.querySelector('.retry button, dialog[open] button')) return faults;
  for (const { textContent } of document.querySelectorAll('button'))
    if (/(\.\.\.|…)$/.test(textContent ?? ''))
      faults.push({ kind: 'waiting', seen: textContent ?? '' });
  return faults;
}

/** @returns addresses, labels, and the values of fields */
function otherTexts(): string[] {
  const texts = [document.title];
  for (const name of ['href', 'aria-label', 'alt', 'src'])
    for (const element of document.querySelectorAll(`[${name}]:not([${name}^="data:"])`))
      texts.push(element.getAttribute(name) ?? '');
  for (const field of document.querySelectorAll<HTMLInputElement>('input, select, textarea'))
    texts.push(field.value, field.defaultValue ?? '');
  return texts;
}

function found(kind: Fault['kind'], text: string, wanted: RegExp): Fault[] {
  const match = wanted.exec(text);
  if (!match) return [];
  const [first] = match;
  const around = text.slice(Math.max(0, match.index - 25), match.index + first.length + 25);
  return [{ kind, seen: around.replace(/\s+/g, ' ') }];
}
