import { hidden } from '@one-planet/sdk';
import { expect, test } from 'vitest';
import { hideWords } from './words.ts';

test('the words of a command are shown without what looks like a secret', () => {
  expect(
    hideWords([
      'read-mail',
      '--imap-password',
      'geheim',
      '--user',
      'me',
      'API_KEY=abc',
      '--token=xyz',
    ]),
  ).toEqual([
    'read-mail',
    '--imap-password',
    hidden,
    '--user',
    'me',
    `API_KEY=${hidden}`,
    `--token=${hidden}`,
  ]);
  expect(hideWords(['imaps://me:geheim@mail.example/', 'Bearer abc.def'])).toEqual([
    `imaps://${hidden}@mail.example/`,
    `Bearer ${hidden}`,
  ]);
});
