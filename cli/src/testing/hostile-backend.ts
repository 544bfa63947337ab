/** A mock backend that puts a hostile value into fields of its responses. */
import type { Backend } from '@one-planet/mocks';

/** By their names: values that no backend should answer, and that must end no run. */
export const hostileValues: Readonly<Record<string, unknown>> = {
  'half a surrogate pair': '\ud800',
  'a zero character': 'a\0b',
  'a megabyte': 'x'.repeat(1024 * 1024),
  'a number beyond the safe ones': 2 ** 53,
  'a deep list': JSON.parse('['.repeat(90) + ']'.repeat(90)),
  'controls and commands':
    'a\u001b[2J\u009b1m\u202e\u2066b\u001b]8;;https://evil.example\u0007c\r\n::stop-commands::x\n  ::error::y ##[add-mask]z ##vso[task.setvariable]x ##teamcity[x]',
};

/** @returns a function that replaces the values of some fields, wherever they are in the JSON of a response */
export function makeFieldChanger(
  isChanged: (fieldName: string) => boolean,
  hostileValue: unknown,
): (backend: Backend) => Partial<Backend> {
  const changeFields = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(changeFields);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, innerValue]) => [
        name,
        isChanged(name) ? hostileValue : changeFields(innerValue),
      ]),
    );
  };
  return ({ fetch }) => ({
    fetch: async (request) => {
      const response = await fetch(request);
      const isJson = response.headers.get('content-type')?.includes('json');
      if (!isJson || new URL(request.url).pathname.startsWith('/_mock')) return response;
      const { status, headers } = response;
      return new Response(JSON.stringify(changeFields(await response.json())), {
        status,
        headers,
      });
    },
  });
}

/** By its name: how a hostile server writes a secret. */
export const spellings: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  entities: (secret) => [...secret].map((sign) => `&#${sign.codePointAt(0)};`).join(''),
  hexEntities: (secret) =>
    secret.replace(/[^\w]/gu, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`),
  slashes: (secret) => secret.replaceAll('/', '\\/'),
  codePoints: (secret) =>
    secret.replace(/[^\w]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  percent: encodeURIComponent,
  twicePercent: (secret) => encodeURIComponent(encodeURIComponent(secret)),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  cut: (secret) => `${secret.slice(0, Math.max(6, secret.length - 4))}...`,
};
