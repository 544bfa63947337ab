import { describe, expect, test } from 'vitest';
import { findLink, findPasswords, type Mail, usualPatterns } from './mail.ts';

const mail = (parts: Partial<Mail>): Mail => ({
  id: '1',
  receivedAt: 0,
  to: [],
  text: '',
  html: '',
  ...parts,
});
const link = 'https://college.example/applicant/activate/a1';
const linkIn = (parts: Partial<Mail>, origin?: string) =>
  findLink(mail(parts), usualPatterns, origin);
const passwordIn = (parts: Partial<Mail>) => findPasswords(mail(parts), usualPatterns)[0]?.value;

describe('the activation link', () => {
  test.for([
    ['at the end of a sentence', { text: `Open ${link}.` }],
    ['in brackets', { text: `Open (${link}), please` }],
    ['in angle brackets', { text: `Open <${link}>` }],
    ['in a link of the HTML', { html: `<a title=">" href="${link}">Here</a>` }],
    ['in single quotes', { html: `<a href='${link}'>Here</a>` }],
    ['without quotes', { html: `<a href=${link}>Here</a>` }],
    ['as text of the HTML', { html: `<style>a{}</style><p>Copy:<br>${link}</p>` }],
    [
      'with its signs written as entities',
      { html: `<a href="${link.replaceAll('/', '&#x2F;')}">` },
    ],
  ] as [string, Partial<Mail>][])('is found %s', ([, parts]) => {
    expect(linkIn(parts)).toBe(link);
  });

  test('keeps what follows a "&" in the HTML', () => {
    expect(linkIn({ html: `<a href="${link}?a=1&amp;b=2">` })).toBe(`${link}?a=1&b=2`);
  });

  test('is the one to the site, where it is known', () => {
    const evil = link.replace('college', 'evil');
    expect(linkIn({ text: `${evil} ${link}` }, 'https://college.example')).toBe(link);
    expect(linkIn({ text: `${evil} ${link}` })).toBe(evil);
  });

  test('is not any link', () => {
    expect(
      linkIn({ text: 'https://college.example/applicant/activate/ and https://x.example' }),
    ).toBe(undefined);
  });
});

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
    ['See https://college.example/password:1 first. Temporary password = P@ss.w0rd', 'P@ss.w0rd'],
  ])('is found in %j', ([text, password]) =>
    expect(passwordIn({ text: text as string })).toBe(password),
  );

  test.for([
    'You asked for a new password.',
    'Welcome! Your password is safe with us. Write to help@college.example',
    'A password is: letters and digits',
  ])('is hardly taken for one in %j', (text) => {
    const found = findPasswords(mail({ text }), usualPatterns);
    expect(found.every(({ weight }) => weight <= 1)).toBe(true);
  });

  test('is found in HTML, as somebody reads it', () => {
    expect(
      passwordIn({ html: '<p>Your <b>temporary password</b>:&nbsp;<code>A&lt;b</code></p>' }),
    ).toBe('A<b');
  });

  test('is found where the HTML sets it apart', () => {
    expect(passwordIn({ html: '<p>Use <code>kx72mq</code> to log in.</p>' })).toBe('kx72mq');
  });
});
