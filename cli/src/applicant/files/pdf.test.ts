import { expect, test } from 'vitest';
import { makePdf } from './pdf.ts';

test('the cross-reference table points at every object, whatever the text', () => {
  for (const text of ['Grade 12', 'brackets (and) a \\ backslash', '']) {
    const pdf = Buffer.from(makePdf(text)).toString('latin1');
    const offsets = [...pdf.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
    expect(offsets).toHaveLength(5);
    for (const [index, offset] of offsets.entries()) {
      expect(pdf.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\\n`));
    }
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1]);
    expect(pdf.slice(start, start + 5)).toBe('xref\n');
  }
});

test('a PDF is filled up to a size, and its table still points at every object', () => {
  const pdf = Buffer.from(makePdf('Grade 12', 20_001)).toString('latin1');
  expect(pdf).toHaveLength(20_001);
  const [first] = [...pdf.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  expect(pdf.slice(first)).toMatch(/^1 0 obj\n/);
  expect(makePdf('Grade 12', 10)).toEqual(makePdf('Grade 12'));
});
