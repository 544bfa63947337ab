import { describe, expect, test } from 'vitest';
import type { MailContent } from './addresses.ts';
import { findPasswords } from './mail.ts';

const makeMailWith = (mailParts: Partial<MailContent>): MailContent => ({
  text: '',
  html: '',
  ...mailParts,
});
const findFirstPassword = (mailParts: Partial<MailContent>) =>
  findPasswords(makeMailWith(mailParts))[0]?.password;

describe('the temporary password', () => {
  test.for([
    ['Your temporary password: Ab12-x', 'Ab12-x'],
    ['The temporary Password is Ab12', 'Ab12'],
    ['Password:\n  Ab12', 'Ab12'],
    ['Your temporary password is "K7mwqx2p". Use it once.', 'K7mwqx2p'],
    ['ጊዜያዊ የይለፍ ቃልዎ፦ Kx72-mq', 'Kx72-mq'],
    ['የይለፍ ቃልዎ Kx72-mq ነው።', 'Kx72-mq'],
    ['You forgot your password. Log in with this one:\n\nabcd2345\n\nYour college', 'abcd2345'],
    ['Never tell your password: it is secret.\nPassword: xk2mqp', 'xk2mqp'],
    ['Your temporary password is **Ab12-x**', 'Ab12-x'],
    ['Your temporary password: Ab12-x\u200b', 'Ab12-x'],
    ['See https://college.example/password:1 first. Temporary password = P@ss.w0rd', 'P@ss.w0rd'],
  ])('is found in %j', ([text, password]) =>
    expect(findFirstPassword({ text: text as string })).toBe(password),
  );

  test.for([
    'You asked for a new password.',
    'Welcome! Your password is safe with us. Write to help@college.example',
    'A password is: letters and digits',
  ])('is hardly taken for one in %j', (text) => {
    const candidates = findPasswords(makeMailWith({ text }));
    expect(candidates.every(({ likelihood }) => likelihood <= 1)).toBe(true);
  });

  test('is found in HTML, as somebody reads it', () => {
    expect(
      findFirstPassword({
        html: '<p>Your <b>temporary password</b>:&nbsp;<code>A&lt;b</code></p>',
      }),
    ).toBe('A<b');
  });

  test('is found where the HTML sets it apart', () => {
    expect(findFirstPassword({ html: '<p>Use <code>kx72mq</code> to log in.</p>' })).toBe('kx72mq');
  });
});

test.for([
  ['tags that never end', '<'.repeat(200_000)],
  ['bold text that never ends', '<b'.repeat(100_000)],
  ['bold tags with blanks', '<b '.repeat(70_000)],
  ['bold text within bold text', '<b>'.repeat(70_000)],
  ['ends of what never began', `${'<i>'.repeat(30_000)}${'</b>'.repeat(30_000)}`],
  ['labels with endings', '-password'.repeat(22_000)],
  ['hidden parts that never end', '<style>'.repeat(30_000)],
  ['a row of dots', `link${'.'.repeat(200_000)}x`],
  ['the word without blanks', 'password1'.repeat(22_000)],
  ['a word that never ends', `password${'x'.repeat(200_000)}`],
])('a mail of %s is read in time', ([, text]) => {
  expect(findPasswords({ text: text as string, html: text as string })).toEqual([]);
});
