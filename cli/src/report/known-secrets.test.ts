import { hideSecrets } from '@one-planet/sdk';
import { expect, test } from 'vitest';
import { cleanText } from './evidence.ts';
import { knownSecrets } from './known-secrets.ts';

test('a secret is hidden as a whole and where a message was cut in the middle of it', () => {
  const known = knownSecrets(['s3cret-token', undefined, '']);
  const hide = (text: string) => hideSecrets(text, { known });
  expect(hide('bad s3cret-token, sent')).toBe('bad [hidden], sent');
  expect(hide('bad s3cret-t…')).toBe('bad [hidden]');
  expect(hide('bad s3cret-token…')).toBe('bad [hidden]…');
  expect(hide('bad s3cret…ly')).toBe('bad [hidden]ly');
});

test('a report of a long run is cleaned in no time: Ctrl-C waits for it', () => {
  const token = (at: number) => `${'header.payload'.repeat(4)}.${at}`;
  const known = knownSecrets(Array.from({ length: 600 }, (_, at) => token(at)));
  const started = performance.now();
  for (let at = 0; at < 400; at++) {
    expect(cleanText(`check ${at} got ${token(at)}`, known)).toBe(`check ${at} got [hidden]`);
  }
  // Every beginning of every secret took a hundred times as long.
  expect(performance.now() - started).toBeLessThan(1500);
  expect(cleanText('cut: header.pay…', known)).toBe('cut: [hidden]');
});
