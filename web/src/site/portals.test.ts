import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import shipped from '../../config.json' with { type: 'json' };
import type { Settings } from './config.ts';
import { isAllowedTarget, makePortalHomeUrl, makePortalUrl } from './portals.ts';

const listedOrigins = [
  'https://student.example',
  'https://staff.example/',
  'https://pay.example:8443/some/path',
  'http://127.0.0.1:8080',
  'http://localhost:9000',
  'http://plain.example',
];
const settings: Settings = {
  ...shipped,
  redirectOrigins: listedOrigins,
  portals: {
    student: 'https://student.example/login?token={token}&from=admissions',
    staff: 'https://staff.example/sso?lang=en#top',
  },
};

describe('the applicant may be sent', () => {
  test.each([
    'https://student.example',
    'https://student.example/login?token=abc#x',
    'https://STUDENT.example:443/login',
    'https://staff.example/anything',
    'https://pay.example:8443/other',
    'http://127.0.0.1:8080/_mock/pay',
    'http://localhost:9000',
  ])('to %s', (targetUrl) => {
    expect(isAllowedTarget(settings, targetUrl)).toBe(true);
  });

  test.each([
    ['another host', 'https://evil.example'],
    ['a longer host', 'https://student.example.evil.example'],
    ['a host before it', 'https://notstudent.example'],
    ['a subdomain', 'https://www.student.example'],
    ['a user that looks like a host', 'https://student.example@evil.example'],
    ['a backslash before another host', 'https://evil.example\\@student.example'],
    ['another port', 'https://pay.example'],
    ['http instead of https', 'http://student.example'],
    ['http, even though it is listed', 'http://plain.example'],
    ['a loopback port that is not listed', 'http://127.0.0.1:8081'],
    ['a host that begins like loopback', 'http://127.0.0.1.evil.example:8080'],
    ['a script', 'javascript:alert(1)'],
    ['a document', 'data:text/html,x'],
    ['a blob of a listed site', 'blob:https://student.example/1'],
    ['no protocol', '//student.example'],
    ['a path', '/login'],
    ['nothing', ''],
  ])('not to %s', (_, address) => {
    expect(isAllowedTarget(settings, address)).toBe(false);
  });

  test('nowhere if the settings list no origin', () => {
    const unlistedSettings = { ...settings, redirectOrigins: [] };
    for (const listedOrigin of listedOrigins)
      expect(isAllowedTarget(unlistedSettings, listedOrigin)).toBe(false);
  });
});

describe('the address of a portal', () => {
  test('has the token where the setting marks its place', () => {
    expect(makePortalUrl(settings, 'student', 'abc.def')).toBe(
      'https://student.example/login?token=abc.def&from=admissions',
    );
  });

  test('has the token in its query when no place is marked', () => {
    expect(makePortalUrl(settings, 'staff', 'abc.def')).toBe(
      'https://staff.example/sso?lang=en&token=abc.def#top',
    );
  });

  test.each(['student', 'staff'] as const)(
    'carries any token to the %s portal unchanged',
    (portal) => {
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (token) => {
          const portalUrl = new URL(makePortalUrl(settings, portal, token) ?? '');
          expect(portalUrl.origin).toBe(`https://${portal}.example`);
          expect(portalUrl.searchParams.get('token')).toBe(token);
        }),
      );
    },
  );

  test('is missing if the portal is not listed', () => {
    const staffOnlySettings = { ...settings, redirectOrigins: ['https://staff.example'] };
    expect(makePortalUrl(staffOnlySettings, 'student', 'abc')).toBeUndefined();
    expect(makePortalUrl(staffOnlySettings, 'staff', 'abc')).toMatch(/^https:/);
  });

  test('without a token is its home page', () => {
    expect(makePortalHomeUrl(settings, 'student')).toBe('https://student.example/');
    expect(makePortalHomeUrl(settings, 'staff')).toBe('https://staff.example/');
  });
});
