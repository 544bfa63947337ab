import { describe, expect, test } from 'vitest';
import { makePdf } from './sample-files.ts';
import { readTokenFromLink } from './valid-calls.ts';

const siteOrigin = 'https://college.example';

describe('the token of an activation link', () => {
  test('is its last segment, decoded once', () => {
    expect(readTokenFromLink(`${siteOrigin}/applicant/activate/a-1%2Fb%25`, siteOrigin)).toBe(
      'a-1/b%',
    );
    expect(readTokenFromLink(`${siteOrigin}/Applicant/Activate/abc/?utm=1`, undefined)).toBe('abc');
  });

  test('is not taken from a link to another site, and the link is not shown', () => {
    const readForeignToken = () =>
      readTokenFromLink('https://evil.example/applicant/activate/s3cret', siteOrigin);
    expect(readForeignToken).toThrow(
      /leads to https:\/\/evil\.example, the configured siteOrigin is/,
    );
    expect(readForeignToken).not.toThrow(/s3cret/);
  });

  test('is not found in other links or broken ones', () => {
    const brokenLinks = [
      '',
      'not a link',
      `${siteOrigin}/applicant/activate/`,
      `${siteOrigin}/applicant/activate/a/b`,
    ];
    for (const link of brokenLinks)
      expect(() => readTokenFromLink(link, undefined)).toThrow(/no link to the page/);
    expect(() => readTokenFromLink(`${siteOrigin}/applicant/activate/%E0%A4%A`, undefined)).toThrow(
      /cannot be decoded/,
    );
  });
});

test('the cross-reference table points at every object, whatever the text', () => {
  for (const text of ['Grade 12', 'brackets (and) a \\ backslash', '']) {
    const pdfText = Buffer.from(makePdf(text)).toString('latin1');
    const writtenOffsets = [...pdfText.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) =>
      Number(offset),
    );
    expect(writtenOffsets).toHaveLength(5);
    for (const [index, offset] of writtenOffsets.entries()) {
      expect(pdfText.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\\n`));
    }
    const tableOffset = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdfText)?.[1]);
    expect(pdfText.slice(tableOffset, tableOffset + 5)).toBe('xref\n');
  }
});

test('a PDF is filled up to a size, and its table still points at every object', () => {
  const pdfText = Buffer.from(makePdf('Grade 12', 20_001)).toString('latin1');
  expect(pdfText).toHaveLength(20_001);
  const [firstOffset] = [...pdfText.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) =>
    Number(offset),
  );
  expect(pdfText.slice(firstOffset)).toMatch(/^1 0 obj\n/);
  expect(makePdf('Grade 12', 10)).toEqual(makePdf('Grade 12'));
});
