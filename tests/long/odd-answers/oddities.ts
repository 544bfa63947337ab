/** The ways in which an answer is odd, derived from the contract's schema of it. None knows what the answer means. */
import type { Operation } from '@one-planet/contract';
import { fields, type Kind, pathName } from '../../prove/generated/fields.ts';
import { absent, valuesAt, withValuesAt } from '../../prove/generated/places.ts';
import type { Answer } from './recording.ts';

export interface OddAnswer {
  /** What is odd: a field of the body, the body as a whole, the status, or what a refusal says. */
  where: string;
  oddity: string;
  answer: Answer;
}

/** What stands in the place of a value, with what kind of value it is. */
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

/** What a declared refusal may say, beyond its message. */
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
