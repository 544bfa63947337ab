import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  makeAdmissionPath,
  makeLoginPath,
  makeReceiptPath,
  readPathAfterLogin,
} from './addresses.ts';

const makeRedirectQuery = (redirectUrl: string) => `?${new URLSearchParams({ redirectUrl })}`;

/** The origin to which the browser would navigate. */
const originOf = (path: string) => new URL(path, 'https://college.example').origin;

describe('after logging in', () => {
  test.each([
    '/applicant/take_exam',
    '/applicant/take_exam?from=mail&again=1',
    '/terms_and_conditions#introduction',
    '/admission/entrepreneurship&innovation',
    '/receipt/type1/a%2Fb%2541',
    '/?redirectUrl=%2Fabout',
  ])('the visitor comes back to %s, with its query and hash', (path) => {
    expect(readPathAfterLogin(makeRedirectQuery(path))).toBe(path);
  });

  test.each([
    // Pages for visitors who are not logged in.
    '/login',
    '/Login',
    '/register',
    '/change-password',
    '/login?redirectUrl=%2Flogin',
    // Another site, some only after the dots are removed.
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/about/..//evil.example',
  ])('%j leads home', (address) => {
    expect(readPathAfterLogin(makeRedirectQuery(address))).toBe('/');
  });

  test.each(['', '?', '?other=/about', '?redirectUrl='])('%j asks for no page: home', (search) => {
    expect(readPathAfterLogin(search)).toBe('/');
  });

  test('what is encoded twice stays a path of the site', () => {
    expect(readPathAfterLogin('?redirectUrl=%252F%252Fevil.example')).toBe('/');
    expect(readPathAfterLogin('?redirectUrl=/%252F%252Fevil.example')).toBe('/%2F%2Fevil.example');
    expect(readPathAfterLogin('?redirectUrl=/%5Cevil.example')).toBe('/');
  });

  test('the first of several addresses counts', () => {
    expect(readPathAfterLogin('?redirectUrl=/about&redirectUrl=//evil.example')).toBe('/about');
  });

  test('no address at all leads to another site', () => {
    const trickyPartsArbitrary = fc.array(
      fc.constantFrom(
        '/',
        '//',
        '\\',
        '.',
        '..',
        '@',
        ':',
        '%2f',
        '%5c',
        '\t',
        'evil.example',
        '?',
        '#',
      ),
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), trickyPartsArbitrary), (addressParts) => {
        const redirectUrl =
          typeof addressParts === 'string' ? addressParts : `/${addressParts.join('')}`;
        const path = readPathAfterLogin(makeRedirectQuery(redirectUrl));
        expect(path).toMatch(/^\//);
        expect(originOf(path)).toBe('https://college.example');
      }),
      { numRuns: 1000 },
    );
  });
});

test('the guard sends to /Login, and from there back to the same page', () => {
  const webUrlArbitrary = fc
    .webUrl({ withQueryParameters: true, withFragments: true })
    .map((address) => new URL(address))
    .filter(({ pathname }) => !pathname.startsWith('//'));
  fc.assert(
    fc.property(webUrlArbitrary, ({ pathname, search, hash }) => {
      const returnPath = pathname + search + hash;
      const loginUrl = new URL(makeLoginPath(returnPath), 'https://college.example');
      expect(loginUrl.pathname).toBe('/Login');
      expect(loginUrl.hash).toBe('');
      expect(readPathAfterLogin(loginUrl.search)).toBe(returnPath);
    }),
  );
});

test.each([
  ['Accounting', '/admission/accounting'],
  ['Accounting and Finance', '/admission/accountingandfinance'],
  ['Banking and Finance', '/admission/bankingandfinance'],
  ['Data Science', '/admission/datascience'],
  ['Entrepreneurship & Innovation', '/admission/entrepreneurship&innovation'],
  ['Social Work', '/admission/socialwork'],
  ['  Social \t Work\n', '/admission/socialwork'],
  ['R&D / 100% Online?', '/admission/r&d%2F100%25online%3F'],
  ['ሥነ ጽሑፍ', '/admission/%E1%88%A5%E1%8A%90%E1%8C%BD%E1%88%91%E1%8D%8D'],
])('the page of %s is %s', (programName, path) => {
  expect(makeAdmissionPath(programName)).toBe(path);
});

test.each([makeAdmissionPath, makeReceiptPath, makeLoginPath])(
  '%o makes a path of half a surrogate pair, too',
  (makePath) => {
    expect(makePath('a\ud800b')).toContain('a%EF%BF%BDb');
    expect(makePath('a\ud83d\ude00b')).toContain('a%F0%9F%98%80b');
  },
);
