import { describe, expect, test } from 'vitest';
import { tokenOf } from './activation-link.ts';

const site = 'https://college.example';

describe('the token of an activation link', () => {
  test('is its last segment, decoded once', () => {
    expect(tokenOf(`${site}/applicant/activate/a-1%2Fb%25`, site)).toBe('a-1/b%');
    expect(tokenOf(`${site}/Applicant/Activate/abc/?utm=1`, undefined)).toBe('abc');
  });

  test('is not taken from a link to another site, and the link is not told', () => {
    const evil = () => tokenOf('https://evil.example/applicant/activate/s3cret', site);
    expect(evil).toThrow(/leads to https:\/\/evil\.example, the configured siteOrigin is/);
    expect(evil).not.toThrow(/s3cret/);
  });

  test('is not found in other links or broken ones', () => {
    const others = [
      '',
      'not a link',
      `${site}/applicant/activate/`,
      `${site}/applicant/activate/a/b`,
    ];
    for (const link of others)
      expect(() => tokenOf(link, undefined)).toThrow(/no link to the page/);
    expect(() => tokenOf(`${site}/applicant/activate/%E0%A4%A`, undefined)).toThrow(
      /cannot be decoded/,
    );
  });
});
